"""Find positions in which a technique shows, to practise on.

Each line has a technique, the givens, the digits so far, and the candidates already ruled out.

The positions in engine/practice/found/, which the bot's exercises use, were found like this.
"""

from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from engine.board.rng import fresh_seed
from engine.commands import options
from engine.commands.console import Console
from engine.commands.generate import wanted_technique
from engine.positions.practice_search import Found, find_positions
from engine.search.budget import Budget
from engine.techniques import TAUGHT, Technique

SECONDS: Final = 60.0


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "techniques",
        nargs="*",
        type=wanted_technique,
        metavar="TECHNIQUE",
        help="which ones, such as x-wing (default: all)",
    )
    parser.add_argument(
        "-n",
        type=options.count,
        default=3,
        metavar="N",
        dest="wanted",
        help="how many of each technique (3)",
    )
    parser.add_argument(
        "--folder",
        type=Path,
        metavar="FOLDER",
        help="write those of each technique to a file there, without its name, instead",
    )
    options.add_seed(parser)
    options.add_seconds(parser, SECONDS, "stop looking for positions after this time")


def run(
    console: Console,
    *,
    techniques: Sequence[Technique],
    wanted: int,
    folder: Path | None,
    seed: str | None,
    seconds: float,
) -> None:
    """Prints or writes positions as they are found, until there are enough or the time is over."""
    if not seed:
        seed = fresh_seed()
        console.tell_seed(seed)
    found = find_positions(wanted, seed, Budget(seconds), techniques or TAUGHT)
    if folder:
        _write(folder, found)
        return
    for technique, position in found:
        console.answer(f"{technique} {position}")


def _write(folder: Path, found: Iterable[Found]) -> None:
    lines = defaultdict[Technique, list[str]](list)
    for technique, position in found:
        lines[technique].append(f"{position}\n")
    folder.mkdir(parents=True, exist_ok=True)
    for technique, several in lines.items():
        (folder / f"{technique}.txt").write_text("".join(several), "utf-8")
