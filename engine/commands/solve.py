"""Print the solution of each puzzle, or `none`, `many`, or `undecided`."""

from argparse import ArgumentParser

from engine.budget import Budget, BudgetSpent
from engine.commands.console import NOT_UNIQUE, Console
from engine.commands.options import add_pretty, add_puzzle_files
from engine.commands.puzzles import read_puzzles, shown
from engine.geometry import Geometry
from engine.grid import Grid
from engine.search import solutions


def add_arguments(parser: ArgumentParser) -> None:
    add_puzzle_files(parser)
    add_pretty(parser)


def run(
    console: Console, *, files: list[str], geometry: Geometry | None, seconds: float, pretty: bool
) -> None:
    """One answer for each puzzle that could be read, in their order."""
    for grid in read_puzzles(files, geometry, console):
        answer = _answer(grid, Budget(seconds))
        if isinstance(answer, str):
            console.raise_status(NOT_UNIQUE)
            console.answer(answer)
        else:
            console.answer(shown(answer, pretty=pretty))


def _answer(grid: Grid, budget: Budget) -> Grid | str:
    try:
        found = solutions(grid, 2, budget)
    except BudgetSpent:
        return "undecided"
    return found[0] if len(found) == 1 else "many" if found else "none"
