"""How hard a puzzle is: its rating on the Sudoku Explainer scale, and the named difficulty."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.geometry import Geometry
from engine.grid import Grid
from engine.rating import Technique
from engine.rating import rate as rate_in_python
from engine.search import solve

try:
    from engine import _rate
except ImportError:
    _LOADED = False
else:
    _LOADED = True


class Difficulty(StrEnum):
    """The named bands of the scale."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
    EXTREME = "extreme"


HARDEST: Final[Mapping[Difficulty, int]] = {
    Difficulty.EASY: 15,
    Difficulty.MEDIUM: 25,
    Difficulty.HARD: 40,
    Difficulty.EXPERT: 65,
    Difficulty.EXTREME: 200,
}
"""The highest rating of each band, in tenths."""

RATED: Final = Geometry(3, 3)
"""The scale is defined for this shape only."""


class NotRated(ValueError):  # noqa: N818 - an answer about the puzzle, not a fault
    """The scale knows only 9x9 boards."""


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
        return difficulty_of(self.tenths)


def difficulty_of(tenths: int) -> Difficulty:
    """The band of a rating in tenths."""
    return next(band for band, highest in HARDEST.items() if tenths <= highest)


def rate(grid: Grid, budget: Budget = DEFAULT_BUDGET) -> Grade:
    """Rates a 9x9 puzzle as Sudoku Explainer does.

    Raises NotRated for other shapes, NoSolution, NotUnique, and BudgetSpent.
    """
    if grid.geometry is not RATED:
        raise NotRated("only 9x9 puzzles are rated")
    solve(grid, budget)
    if not _LOADED:
        found = rate_in_python(grid.values, budget)
        return Grade(found.rating, found.hardest, found.counts)
    try:
        tenths, _, _, hardest, counts, _ = _rate.rate(grid.values, budget.seconds)
    except TimeoutError as error:
        raise BudgetSpent from error
    used = zip(Technique, counts, strict=True)
    return Grade(tenths, list(Technique)[hardest], {kind: n for kind, n in used if n})
