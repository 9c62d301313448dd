"""Solving like a person: the easiest step, again and again."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Final

from engine.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.grid import Grid, grid_of
from engine.search import solve
from engine.techniques import LADDER, State, Step
from engine.techniques.forcing import forcing_chains
from engine.techniques.nets import agreement_nets, contradiction_nets, nested_nets

SLOW: Final = frozenset({forcing_chains, contradiction_nets, agreement_nets, nested_nets})
"""The finders that may take seconds."""

SLOW_SECONDS: Final = 1.0
"""A slow finder is not begun with less time than that."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """Where a board is wrong already: cells with a wrong digit, or whose notes lack the right one.

    It does not tell what would be right. `notes` is empty while there are wrong digits.
    """

    cells: tuple[int, ...]
    notes: tuple[int, ...] = ()


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
        if left < (SLOW_SECONDS if finder in SLOW else 0):
            raise BudgetSpent
        for step in finder(state):
            if uniqueness or not step.assumes_uniqueness:
                return step
    return None


def solve_path(
    puzzle: Grid | str, budget: Budget = DEFAULT_BUDGET, *, uniqueness: bool = True
) -> tuple[Step, ...]:
    """All steps from the puzzle to its solution, each the easiest at its moment.

    The puzzle is a Grid or its line. Raises NoSolution, NotUnique, and BudgetSpent, which is
    noticed between two steps; each step counts as a node.
    """
    deadline, grid = budget.deadline(), grid_of(puzzle)
    solve(grid, budget)
    state, path = State.start(grid), []
    while step := next_step(state, uniqueness=uniqueness):
        path.append(step)
        state = step.after(state)
        if monotonic() > deadline or len(path) > budget.nodes:
            raise BudgetSpent
    return tuple(path)


def player_state(givens: Grid, values: Grid, notes: Sequence[int] | None = None) -> State:
    """The state that a player sees: the candidates that the digits and complete notes leave.

    `notes` holds per cell a mask of values. They count as candidates only when every blank cell
    has some: then what is missing was ruled out; before that it may just not be written yet.
    """
    is_complete = notes is not None and all(notes[cell] for cell in values.blanks())
    return State.of(givens, values, notes if is_complete else None)


def find_mistake(state: State, solution: Grid) -> Mistake | None:
    """The cells whose digits, or else whose candidates, contradict the solution."""
    pairs = list(enumerate(zip(state.values, solution.values, strict=True)))
    wrong = tuple(cell for cell, (value, right) in pairs if value not in {0, right})
    if wrong:
        return Mistake(wrong)
    lacking = tuple(
        cell
        for cell, (value, right) in pairs
        if not value and not state.cells[cell] >> right - 1 & 1
    )
    return Mistake((), lacking) if lacking else None
