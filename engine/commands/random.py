"""Print random 9x9 puzzles that may have no solution, one, or many.

As in Norvig's article, random digits are placed where they still fit until there are at least 17
of at least 8 different ones.
"""

from argparse import ArgumentParser

from engine.board.geometry import Geometry
from engine.board.rng import Rng, fresh_seed
from engine.commands import options
from engine.commands.console import Console
from engine.commands.puzzles import shown
from engine.make.random_givens import random_puzzle


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("wanted", type=options.count, metavar="N", help="how many")
    options.add_seed(parser)
    options.add_pretty(parser)


def run(console: Console, *, wanted: int, seed: str | None, pretty: bool) -> None:
    """Prints random puzzles, all drawn from one stream of random numbers."""
    if not seed:
        seed = fresh_seed()
        console.tell_seed(seed)
    rng = Rng(seed)
    progress = console.progress(wanted)
    for _ in range(wanted):
        console.answer(shown(random_puzzle(Geometry(3, 3), rng), pretty=pretty))
        progress.advance()
