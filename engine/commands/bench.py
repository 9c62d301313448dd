"""Print how fast each file's puzzles are solved, with the proof that there is one solution.

Reading is not timed. The times are microseconds for one puzzle: mean, median, the 99th percentile,
the longest, and the standard deviation.
"""

from argparse import ArgumentParser

from engine.benchmark import COLUMNS, measure, table_line
from engine.budget import Budget, BudgetSpent
from engine.commands.console import NOT_UNIQUE, Console
from engine.commands.options import add_puzzle_files
from engine.commands.puzzles import read_puzzles
from engine.geometry import Geometry
from engine.grid import Grid
from engine.search import is_unique


def add_arguments(parser: ArgumentParser) -> None:
    add_puzzle_files(parser)


def run(console: Console, *, files: list[str], geometry: Geometry | None, seconds: float) -> None:
    """One line of the table for each file, as soon as it is known."""
    budget = Budget(seconds)
    width = max(map(len, [*files, "file"]))
    console.answer(table_line("file", COLUMNS, width))
    for file in files:
        puzzles = read_puzzles([file], geometry, console)
        figures = measure(puzzles, lambda grid: _is_solved(grid, budget))
        console.answer(table_line(file, figures.row(), width))
        console.flush()
        if figures.solved < figures.puzzles:
            console.raise_status(NOT_UNIQUE)


def _is_solved(grid: Grid, budget: Budget) -> bool:
    try:
        return is_unique(grid, budget)
    except BudgetSpent:
        return False
