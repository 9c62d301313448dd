"""Find positions in which a technique is the next step.

Each line is a technique, the givens, the digits so far, and candidates that were ruled out before.

The bot practises on such positions: those in engine/techniques/practice.txt were found like this.
"""

from argparse import ArgumentParser
from typing import Final

from engine.budget import Budget
from engine.commands import options
from engine.commands.console import Console
from engine.practice import find_positions
from engine.rng import fresh_seed

SECONDS: Final = 60.0


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "-n",
        type=options.count,
        default=3,
        metavar="N",
        dest="wanted",
        help="how many of each technique (3)",
    )
    options.add_seed(parser)
    options.add_seconds(parser, SECONDS)


def run(console: Console, *, wanted: int, seed: str | None, seconds: float) -> None:
    """Positions as they are found, until there are enough or the time is over."""
    if not seed:
        seed = fresh_seed()
        console.tell_seed(seed)
    for technique, position in find_positions(wanted, seed, Budget(seconds)):
        console.answer(f"{technique} {position}")
