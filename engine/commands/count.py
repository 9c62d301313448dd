"""Print how many solutions each puzzle has, counting up to a limit.

A puzzle that is not decided in time is `undecided`, or `at least` the number found until then.
With --exact all solutions are counted, however many: those of a blank 9x9 board in a second.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.commands import options
from engine.commands.console import NOT_UNIQUE, Console, UsageError
from engine.commands.counted import count_each
from engine.commands.progress import Progress
from engine.commands.puzzles import read_batches, unpacked
from engine.search.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.search.threads import cores

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
        metavar="N",
        help="stop counting there (default: 2, so 2 means several)",
    )
    parser.add_argument(
        "--exact",
        action="store_true",
        help="count all solutions: up to 9x9 it does not matter how many there are",
    )


def run(
    console: Console,
    *,
    files: list[str],
    geometry: Geometry | None,
    budget: Budget | None,
    limit: int | None,
    exact: bool,
    threads: int | None,
) -> None:
    """One number for each puzzle that could be read, in their order."""
    if exact and limit:
        raise UsageError("--exact counts all: it goes without --limit")
    each = budget or DEFAULT_BUDGET
    for shape, cells in read_batches(files, geometry, console):
        for counts in (
            _exact(console, shape, cells, each, threads)
            if exact
            else _limited(shape, cells, limit or 2, each, threads)
        ):
            if set(counts) - {1}:
                console.raise_status(NOT_UNIQUE)
            console.answer_all([_answer(count) for count in counts])


def _limited(
    geometry: Geometry, cells: bytes, limit: int, budget: Budget, threads: int | None
) -> Iterator[Sequence[int]]:
    """The counts up to a limit, in groups; below zero they mean what they do in `Counts`."""
    for found in count_each(geometry, cells, limit, budget, threads):
        yield found.counts


def _exact(
    console: Console, geometry: Geometry, cells: bytes, budget: Budget, threads: int | None
) -> Iterator[Sequence[int]]:
    """The exact counts, one by one."""
    for grid in unpacked(geometry, cells):
        yield [_exactly(console, grid, budget, threads)]


def _exactly(console: Console, grid: Grid, budget: Budget, threads: int | None) -> int:
    # Imported here because a plain count, which does not need it, should start fast.
    from engine.exact import count_exactly  # noqa: PLC0415

    bar: Progress | None = None

    def progress(done: int, total: int) -> None:
        nonlocal bar
        bar = bar or console.progress(total, "parts")
        bar.reach(done)

    try:
        return count_exactly(grid, budget, threads=threads or cores(), progress=progress)
    except BudgetSpent as spent:
        return -1 - spent.found


def _answer(count: int) -> str:
    if count >= 0:
        return str(count)
    return f"at least {-1 - count}" if count < -1 else "undecided"
