"""Print how hard each puzzle is: its rating, its difficulty, its hardest technique.

The columns are puzzle, rating on the Sudoku Explainer scale, difficulty, and hardest technique,
separated by tabs. The scale knows 9x9 only: for other shapes the rating is a dash, and difficulty
and technique are those of a way that takes the easiest step each time.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from time import perf_counter

from engine.board.geometry import Geometry
from engine.board.grid import Grid, NoSolution, NotUnique
from engine.commands.console import NOT_UNIQUE, Console, UsageError
from engine.commands.options import add_budget, add_cluster, add_puzzle_files
from engine.commands.puzzles import read_puzzles
from engine.difficulty import RATED, difficulty_of, rate
from engine.notation.notation import parse_line
from engine.rating.agreement import agreement, rated_puzzles
from engine.search.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.way.easiest import easiest_way


def add_arguments(parser: ArgumentParser) -> None:
    add_puzzle_files(parser)
    add_budget(parser, DEFAULT_BUDGET.seconds)
    add_cluster(parser, "bytes of the files")
    parser.add_argument(
        "--agreement",
        action="store_true",
        help="compare with the ratings in the files, whose lines are a puzzle and its rating",
    )


def run(
    console: Console,
    *,
    files: list[str],
    geometry: Geometry | None,
    budget: Budget | None,
    agreement: bool,
) -> None:
    """One line for each puzzle that could be read, or the figures of agreement."""
    budget = budget or DEFAULT_BUDGET
    if agreement:
        _compare(console, files, budget)
        return
    for grid in read_puzzles(files, geometry, console):
        answer = _answer(grid, budget)
        if len(answer) == 1:
            console.raise_status(NOT_UNIQUE)
        console.answer("\t".join([str(grid), *answer]))


def _answer(grid: Grid, budget: Budget) -> list[str]:
    try:
        return _rated(grid, budget) if grid.geometry is RATED else _on_the_path(grid, budget)
    except NoSolution:
        return ["none"]
    except NotUnique:
        return ["many"]
    except BudgetSpent:
        return ["undecided"]


def _rated(grid: Grid, budget: Budget) -> list[str]:
    grade = rate(grid, budget)
    return [f"{grade.rating:.1f}", grade.difficulty, grade.hardest.english]


def _on_the_path(grid: Grid, budget: Budget) -> list[str]:
    band = difficulty_of(grid, budget)
    used = [step.technique for step in easiest_way(grid, budget)]
    return ["-", band, max(used, key=lambda each: each.rank).english if used else "-"]


def _compare(console: Console, files: list[str], budget: Budget) -> None:
    rated = (pair for file in files for pair in rated_puzzles(_lines(file, console)))
    started = perf_counter()
    found = agreement(rated, lambda line: rate(parse_line(line)[0], budget).tenths)
    if not found:
        raise UsageError("no lines of 81 cells and a rating")
    speed = found.puzzles / (perf_counter() - started)
    console.answer(f"puzzles\t{found.puzzles}")
    console.answer(f"exact\t{100 * found.exact:.2f} %")
    console.answer(f"within 0.3\t{100 * found.within_three:.2f} %")
    console.answer(f"rank correlation\t{found.rank_correlation:.4f}")
    console.answer(f"puzzles/s\t{speed:.1f}")


def _lines(file: str, console: Console) -> Iterator[str]:
    try:
        with nullcontext(console.stdin) if file == "-" else Path(file).open("rb") as stream:
            for line in stream:
                # A line may hold several, with the ends of old Macs.
                yield from line.decode("utf-8", "replace").splitlines()
    except OSError as error:
        console.complain(f"{file}: {error.strerror}")
