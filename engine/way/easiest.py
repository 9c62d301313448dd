"""The steps of a person who always takes the easiest one."""

from functools import partial
from math import inf
from time import monotonic

from engine.board.arguments import instance
from engine.board.grid import Grid, grid_of
from engine.search.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.search.search import solve
from engine.techniques import (
    HIDDEN_SINGLE,
    LADDER,
    SLOW,
    SLOW_SECONDS,
    WITHOUT_NOTES,
    State,
    Step,
    Technique,
    Units,
)


def next_step(
    state: State, budget: Budget | None = None, *, uniqueness: bool = True
) -> Step | None:
    """The easiest step from a state of a puzzle with one solution, always the same one.

    Without `uniqueness` nothing is used that assumes that there is only one solution. None once
    the board is full, or where a puzzle with several solutions has nothing more to conclude.

    Raises BudgetSpent, which is noticed between two techniques. Without a budget there is no
    limit, and some steps take seconds.
    """
    if state.is_solved:
        return None
    deadline = budget.deadline() if budget else inf
    for finder, _ in LADDER:
        left = deadline - monotonic()
        # A slow finder that was started cannot be stopped.
        if left < (SLOW_SECONDS if finder in SLOW else 0):
            raise BudgetSpent
        for step in finder(state):
            if uniqueness or not step.assumes_uniqueness:
                return step
    return None


def next_digit(state: State, near: int | None = None) -> Step | None:
    """The easiest step that places a digit and needs no notes, if there is one.

    Of steps that are equally easy it is the one nearest to the cell `near`, if that is given.
    """
    for finder, (technique, *_) in LADDER:
        if technique not in WITHOUT_NOTES:
            break
        found = finder(state)
        if (first := next(found, None)) is not None:
            equal = (step for step in found if _ease(step) == _ease(first))
            return first if near is None else min((first, *equal), key=partial(_distance, near))
    return None


def _ease(step: Step) -> tuple[Technique, bool]:
    """The technique of a step, and whether it is a hidden single in a box, which is seen first."""
    match dict(step.roles).get("unit"):
        case Units((unit,)) if step.technique is HIDDEN_SINGLE:
            return step.technique, step.geometry.unit_kind(unit) == "box"
        case _:
            return step.technique, False


def _distance(cell: int, step: Step) -> int:
    """How many rows and columns lie between a cell and the digit that a step places."""
    size = step.geometry.size
    (row, column), (other_row, other_column) = divmod(cell, size), divmod(step.targets[0], size)
    return abs(row - other_row) + abs(column - other_column)


def easiest_way(
    puzzle: Grid | str, budget: Budget = DEFAULT_BUDGET, *, uniqueness: bool = True
) -> tuple[Step, ...]:
    """All steps from the puzzle to its solution, each the easiest at its moment.

    The puzzle is a Grid or its line. Raises NoSolution, NotUnique, and BudgetSpent, which is
    noticed between two steps; each step counts as a node.
    """
    deadline, grid = instance("budget", budget, Budget).deadline(), grid_of(puzzle)
    # Only for its errors: NoSolution, NotUnique.
    solve(grid, budget)
    state, way = State.start(grid), []
    while step := next_step(state, uniqueness=uniqueness):
        way.append(step)
        state = step.after(state)
        if monotonic() > deadline or len(way) > budget.nodes:
            raise BudgetSpent
    return tuple(way)
