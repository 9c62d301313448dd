"""The techniques by difficulty, and how far one gets with those up to one of them."""

from collections.abc import Mapping
from time import monotonic
from typing import Final

from engine.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.geometry import Geometry
from engine.grade import RATED, Difficulty, rate
from engine.grid import Grid
from engine.search import solve
from engine.techniques import LADDER, Finder, State, Step, Technique
from engine.techniques.forcing import forcing_chains
from engine.techniques.nets import agreement_nets, contradiction_nets, nested_nets

_LAST: Final[Mapping[Difficulty, Technique]] = {
    Difficulty.EASY: Technique.HIDDEN_SINGLE,
    Difficulty.MEDIUM: Technique.DIRECT_CLAIMING,
    Difficulty.HARD: Technique.SWORDFISH,
    Difficulty.EXPERT: Technique.XY_CHAIN,
    Difficulty.EXTREME: Technique.NESTED_NET,
}
"""The last technique of each band, in the order of the techniques."""

_LATE: Final = frozenset({forcing_chains, contradiction_nets, agreement_nets, nested_nets})
"""Finders that may take seconds: they are not begun when the time is almost over."""

_LATE_SECONDS: Final = 1.0


def _band(technique: Technique) -> Difficulty:
    place = list(Technique).index(technique)
    return next(band for band, last in _LAST.items() if place <= list(Technique).index(last))


DIFFICULTY_OF: Final[Mapping[Technique, Difficulty]] = {each: _band(each) for each in Technique}
"""The band in which each technique of the teaching ladder is taught.

It is about where its rating on the Sudoku Explainer scale lies, where it has one.
"""

_FINDERS: Final[Mapping[Difficulty, tuple[Finder, ...]]] = {
    band: tuple(finder for finder, (first, *_) in LADDER if DIFFICULTY_OF[first] is band)
    for band in Difficulty
}


def easiest_step(state: State, budget: Budget = DEFAULT_BUDGET) -> Step | None:
    """What `logic.next_step` finds, or BudgetSpent, which is noticed between two techniques."""
    if state.is_solved:
        return None
    deadline = budget.deadline()
    for finder, _ in LADDER:
        left = deadline - monotonic()
        if left < (_LATE_SECONDS if finder in _LATE else 0):
            raise BudgetSpent
        if step := next(finder(state), None):
            return step
    return None


def difficulty(grid: Grid, budget: Budget = DEFAULT_BUDGET) -> Difficulty:
    """The difficulty of a puzzle of any shape.

    For 9x9 it is that of its rating. The scale has no other shapes: for those it is the band of
    the hardest technique on the teaching path. Raises NoSolution, NotUnique and BudgetSpent.
    """
    if grid.geometry is RATED:
        return rate(grid, budget).difficulty
    deadline = budget.deadline()
    solve(grid, budget)
    state, finders = State.start(grid), tuple[Finder, ...]()
    for band in list(Difficulty)[:-1]:
        finders += _FINDERS[band]
        state = _as_far_as(state, finders, deadline)
        if state.is_solved:
            return band
    return Difficulty.EXTREME


def hardest_of(geometry: Geometry) -> Difficulty:
    """The band beyond which no puzzles of a shape are to be had.

    Every 4x4 is easy; of 6,000 random minimal 6x6 none was extreme.
    """
    return {4: Difficulty.EASY, 6: Difficulty.EXPERT}.get(geometry.size, Difficulty.EXTREME)


def _as_far_as(state: State, finders: tuple[Finder, ...], deadline: float) -> State:
    """The state once none of the techniques finds anything."""
    while step := next((step for finder in finders for step in finder(state)), None):
        state = step.after(state)
        if monotonic() > deadline:
            raise BudgetSpent
    return state
