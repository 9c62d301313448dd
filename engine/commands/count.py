"""Print how many solutions each puzzle has, counting up to a limit, or `undecided`."""

from argparse import ArgumentParser

from engine.budget import Budget, BudgetSpent
from engine.commands import options
from engine.commands.console import NOT_UNIQUE, Console
from engine.commands.puzzles import read_puzzles
from engine.geometry import Geometry
from engine.search import count_solutions


def add_arguments(parser: ArgumentParser) -> None:
    options.add_puzzle_files(parser)
    parser.add_argument(
        "--limit",
        type=options.count,
        default=2,
        metavar="N",
        help="stop counting there (default: 2, so 2 means several)",
    )


def run(
    console: Console, *, files: list[str], geometry: Geometry | None, seconds: float, limit: int
) -> None:
    """One number for each puzzle that could be read, in their order."""
    for grid in read_puzzles(files, geometry, console):
        try:
            found = str(count_solutions(grid, limit, Budget(seconds)))
        except BudgetSpent:
            found = "undecided"
        if found != "1":
            console.raise_status(NOT_UNIQUE)
        console.answer(found)
