"""Print how many solutions each puzzle has, counting up to a limit.

A puzzle that the time does not decide is `undecided`, or `at least` so many as were found in time.
"""

from typing import TYPE_CHECKING

from engine.budget import DEFAULT_BUDGET, Budget
from engine.commands import options
from engine.commands.console import NOT_UNIQUE, Console
from engine.commands.counted import count_each
from engine.commands.puzzles import read_batches
from engine.geometry import Geometry

if TYPE_CHECKING:
    from argparse import ArgumentParser


def add_arguments(parser: "ArgumentParser") -> None:
    options.add_puzzle_files(parser)
    options.add_budget(parser, DEFAULT_BUDGET.seconds)
    options.add_cluster(parser, "bytes of the files")
    options.add_threads(parser)
    parser.add_argument(
        "--limit",
        type=options.count,
        default=2,
        metavar="N",
        help="stop counting there (default: 2, so 2 means several)",
    )


def run(
    console: Console,
    *,
    files: list[str],
    geometry: Geometry | None,
    budget: Budget | None,
    limit: int,
    threads: int | None,
) -> None:
    """One number for each puzzle that could be read, in their order."""
    for shape, cells in read_batches(files, geometry, console):
        for found in count_each(shape, cells, limit, budget or DEFAULT_BUDGET, threads):
            if set(found.counts) - {1}:
                console.raise_status(NOT_UNIQUE)
            console.answer_all([_answer(count) for count in found.counts])


def _answer(count: int) -> str:
    if count >= 0:
        return str(count)
    return f"at least {-1 - count}" if count < -1 else "undecided"
