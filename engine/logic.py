"""Solving like a person: the easiest step, again and again."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic

from engine.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.grid import Grid
from engine.search import solve
from engine.techniques import LADDER, State, Step


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is already wrong on a board: cells with a wrong digit, cells whose notes lack theirs.

    It tells where, not what would be right. `notes` is empty while there are wrong digits.
    """

    cells: tuple[int, ...]
    notes: tuple[int, ...] = ()


def next_step(state: State, *, uniqueness: bool = True) -> Step | None:
    """The easiest step from a state of a puzzle with one solution, always the same one.

    Without `uniqueness` nothing is used that assumes that there is only one solution. None once
    the board is full, or where a puzzle with several solutions has nothing more to conclude (to
    find that out can take very long).
    """
    if state.is_solved:
        return None
    for finder, _ in LADDER:
        for step in finder(state):
            if uniqueness or not step.assumes_uniqueness:
                return step
    return None


def solve_path(
    grid: Grid, budget: Budget = DEFAULT_BUDGET, *, uniqueness: bool = True
) -> tuple[Step, ...]:
    """All steps from the puzzle to its solution, each the easiest at its moment.

    Raises NoSolution, NotUnique, and BudgetSpent, which is noticed between two steps; each step
    counts as a node.
    """
    deadline = budget.deadline()
    solve(grid, budget)
    state, path = State.start(grid), []
    while step := next_step(state, uniqueness=uniqueness):
        path.append(step)
        state = step.after(state)
        if monotonic() > deadline or len(path) > budget.nodes:
            raise BudgetSpent
    return tuple(path)


def player_state(givens: Grid, values: Grid, notes: Sequence[int] | None = None) -> State:
    """The state that a player sees: all candidates of their digits, or fewer if they noted fewer.

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


def next_step_for_player(
    givens: Grid,
    values: Grid,
    notes: Sequence[int] | None,
    solution: Grid,
    *,
    uniqueness: bool = True,
) -> Step | Mistake | None:
    """The mistake on a player's board, or else their easiest next step; None once it is full.

    `notes` are read as `player_state` says.
    """
    state = player_state(givens, values, notes)
    return find_mistake(state, solution) or next_step(state, uniqueness=uniqueness)
