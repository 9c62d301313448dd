"""Print the way to the solution of a puzzle, each step with its reason.

The puzzle stands on the command line, in any usual notation. Steps are the easiest at their
moment, in the order of the techniques that the bot teaches.
"""

from argparse import ArgumentParser

from engine.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.commands import options
from engine.commands.console import NOT_UNIQUE, UNREADABLE, Console
from engine.explain import explain
from engine.geometry import Geometry
from engine.grid import InvalidGrid, NoSolution, NotUnique
from engine.logic import solve_path
from engine.notation import parse


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("puzzle", metavar="PUZZLE", help="its cells, row by row, as one argument")
    options.add_box(parser)
    options.add_seconds(parser, DEFAULT_BUDGET.seconds)


def run(console: Console, *, puzzle: str, geometry: Geometry | None, seconds: float) -> None:
    """One line for each step."""
    try:
        grid = parse(puzzle, geometry)
        for number, step in enumerate(solve_path(grid, Budget(seconds)), 1):
            console.answer(f"{number}. {explain(step)}")
    except InvalidGrid as error:
        console.complain(str(error), UNREADABLE)
    except NoSolution:
        console.complain("the puzzle has no solution", NOT_UNIQUE)
    except NotUnique:
        console.complain("the puzzle has several solutions", NOT_UNIQUE)
    except BudgetSpent:
        console.complain(f"not at the end within {seconds:g} seconds", NOT_UNIQUE)
