"""Print the way to the solution of puzzles, each step with its reason.

A puzzle stands on the command line, in any usual notation, or in a file, one a line. The way is a
short one, as a person would take it: up to 9x9 no step of it can be left out. Its first steps are
printed while the others are still searched. Where the time is too short for a short way, it goes
on with the easiest step each time, and a last line says if that did not reach the solution.
"""

import os
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Final

from engine.board.geometry import Geometry
from engine.board.grid import Grid, InvalidGrid, NoSolution, NotUnique
from engine.commands import options
from engine.commands.console import NOT_UNIQUE, UNREADABLE, Console
from engine.commands.puzzles import read_puzzles
from engine.notation.notation import parse
from engine.search.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.search.search import solve
from engine.techniques import State, Step
from engine.way.short import begin, way_within
from engine.words.passage import told

INDENT: Final = "\n   "
"""Before each passage of a step."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "puzzles",
        nargs="*",
        default=["-"],
        metavar="PUZZLE|FILE",
        help="a puzzle as one argument, or a file of puzzles; - or nothing is standard input",
    )
    options.add_box(parser)
    options.add_seconds(parser, DEFAULT_BUDGET.seconds)


def run(console: Console, *, puzzles: list[str], geometry: Geometry | None, seconds: float) -> None:
    """Prints a paragraph for each step; of several puzzles each is a comment above its steps."""
    is_one = len(puzzles) == 1 and not _is_file(puzzles[0])
    for grid in _grids(puzzles, geometry, console):
        if not is_one:
            console.answer(f"# {grid}")
        try:
            _explain(grid, seconds, console)
        except NoSolution:
            console.complain("the puzzle has no solution", NOT_UNIQUE)
        except NotUnique:
            console.complain("the puzzle has several solutions", NOT_UNIQUE)
        except BudgetSpent:
            console.complain(f"not decided within {seconds:g} seconds", NOT_UNIQUE)


def _explain(grid: Grid, seconds: float, console: Console) -> None:
    budget = Budget(seconds)
    deadline = monotonic() + seconds
    # Steps prove something only for a puzzle with one solution; all others are refused here.
    solve(grid, budget)
    if grid.is_full:
        console.answer("This board is full and right: no step is left.")
        return
    start = State.start(grid)
    begun = begin(start, budget.until(deadline))
    console.answer_all(paragraphs(begun.steps, 1))
    console.flush()
    steps, is_whole = way_within(start, budget.until(deadline), begun)
    known = len(begun.steps)
    console.answer_all(paragraphs(steps[known:], known + 1))
    if not is_whole:
        console.complain(
            f"stopped after {len(steps)} steps, not at the end within {seconds:g} seconds",
            NOT_UNIQUE,
        )


def paragraphs(steps: Sequence[Step], first: int) -> list[str]:
    """A line for each step, numbered from `first`, or a paragraph of the passages of its proof."""
    return [f"{number}. {INDENT.join(told(step))}" for number, step in enumerate(steps, first)]


def _grids(puzzles: Sequence[str], geometry: Geometry | None, console: Console) -> Iterator[Grid]:
    for puzzle in puzzles:
        if _is_file(puzzle):
            yield from read_puzzles([puzzle], geometry, console)
            continue
        try:
            yield parse(puzzle, geometry)
        except InvalidGrid as error:
            # What was meant as a file may also look like too few cells.
            is_name = "\n" not in puzzle and puzzle.strip()
            no_file = f", and there is no file {puzzle!r}" if is_name else ""
            console.complain(f"{error}{no_file}", UNREADABLE)


def _is_file(argument: str) -> bool:
    return argument == "-" or os.path.exists(argument)  # noqa: PTH110 - a puzzle may be no path
