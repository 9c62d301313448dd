"""The rating and the difficulty of a puzzle."""

from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Final
from warnings import warn

from engine.board.arguments import instance
from engine.board.geometry import Geometry
from engine.board.grid import Grid, grid_of
from engine.difficulty.band import Difficulty, highest_of, of_rating, up_to
from engine.search.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.search.search import solve
from engine.techniques import LADDER, Finder, State, Technique, technique_named

try:
    import engine._rate as _rate  # noqa: PLR0402 - as in engine/search/accelerate.py
except ModuleNotFoundError:
    _LOADED = False
except ImportError as error:
    warn(f"the C core that rates does not load: {error}", RuntimeWarning, 2)
    _LOADED = False
else:
    _LOADED = True
    _TECHNIQUES: Final = tuple(map(technique_named, _rate.TECHNIQUES))
    """The techniques of the core by their names, in its order."""

_FINDERS: Final[Mapping[Difficulty, tuple[Finder, ...]]] = {
    band: tuple(finder for finder, (first, *_) in LADDER if first.difficulty is band)
    for band in Difficulty
}

RATED: Final = Geometry(3, 3)
"""The scale is defined for this shape only."""


class NotRated(ValueError):  # noqa: N818 - an answer about the puzzle, not a fault
    """Raised when a puzzle of another shape than 9x9 is to be rated."""


@dataclass(frozen=True, slots=True)
class Grade:
    """A rating in tenths, the hardest technique, and how often each technique was needed."""

    tenths: int
    hardest: Technique
    counts: Mapping[Technique, int]

    @property
    def rating(self) -> float:
        return self.tenths / 10

    @property
    def difficulty(self) -> Difficulty:
        return of_rating(self.tenths)


def rate(puzzle: Grid | str, budget: Budget = DEFAULT_BUDGET) -> Grade:
    """Rates a 9x9 puzzle, which is a Grid or its line, as Sudoku Explainer does.

    Raises NotRated for other shapes, NoSolution, NotUnique, and BudgetSpent.

    >>> top, middle = "53..7....6..195....98....6.", "8...6...34..8.3..17...2...6"
    >>> rate(top + middle + ".6....28....419..5....8..79").rating
    1.2
    """
    grid = grid_of(puzzle)
    instance("budget", budget, Budget)
    if grid.geometry is not RATED:
        raise NotRated("only 9x9 puzzles are rated")
    solve(grid, budget)
    if not _LOADED:
        # With the core, a process does without the megabyte that these modules take.
        from engine.rating.walk import rate as rate_in_python  # noqa: PLC0415

        found = rate_in_python(grid.values, budget)
        return Grade(found.rating, found.hardest, found.counts)
    try:
        tenths, _, _, hardest, counts, _ = _rate.rate(grid.values, budget.seconds)
    except TimeoutError as error:
        raise BudgetSpent from error
    used = zip(_TECHNIQUES, counts, strict=True)
    return Grade(tenths, _TECHNIQUES[hardest], {technique: n for technique, n in used if n})


def difficulty_of(puzzle: Grid | str, budget: Budget = DEFAULT_BUDGET) -> Difficulty:
    """The difficulty of a puzzle of any shape, which is a Grid or its line.

    Raises NoSolution, NotUnique, and BudgetSpent.
    """
    grid = grid_of(puzzle)
    instance("budget", budget, Budget)
    if grid.geometry is RATED and not _LOADED:
        return rate(grid, budget).difficulty
    deadline = budget.deadline()
    # Steps hold only for puzzles with one solution, so the others are refused first.
    solve(grid, budget)
    if grid.geometry is RATED:
        return _difficulty_of_9x9(grid, budget.until(deadline))
    state, finders = State.start(grid), tuple[Finder, ...]()
    # Each band goes on where the easier ones end. The finders of the last band are never asked:
    # what all others do not solve is extreme.
    for band in up_to(Difficulty.EXPERT):
        finders += _FINDERS[band]
        state = _as_far_as(state, finders, deadline)
        if state.is_solved:
            return band
    return Difficulty.EXTREME


def _difficulty_of_9x9(grid: Grid, budget: Budget) -> Difficulty:
    """The difficulty of a 9x9 puzzle with one solution; raises BudgetSpent.

    What is harder than expert is extreme, however hard it is, and its rating would take seconds.
    """
    try:
        tenths, *_, is_solved = _rate.rate(
            grid.values, budget.seconds, highest_of(Difficulty.EXPERT)
        )
    except TimeoutError as error:
        raise BudgetSpent from error
    return of_rating(tenths) if is_solved else Difficulty.EXTREME


def _as_far_as(state: State, finders: tuple[Finder, ...], deadline: float) -> State:
    """The state in which none of the finders finds anything more."""
    while step := next((step for finder in finders for step in finder(state)), None):
        state = step.after(state)
        if monotonic() > deadline:
            raise BudgetSpent
    return state
