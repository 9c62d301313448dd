"""A report on a puzzle: how hard it is and how it is built."""

from dataclasses import dataclass

from engine.budget import Budget
from engine.difficulty.band import Difficulty
from engine.difficulty.grade import RATED, Grade, difficulty, rate
from engine.grid import Grid
from engine.search import is_unique
from engine.symmetry import Symmetry, has_symmetry


@dataclass(frozen=True, slots=True)
class Report:
    """How hard a puzzle is and how it is built; `grade` is None for boards other than 9x9."""

    difficulty: Difficulty
    grade: Grade | None
    is_minimal: bool
    symmetries: tuple[Symmetry, ...]


def report_of(grid: Grid, budget: Budget) -> Report:
    """The report on a puzzle; raises NoSolution, NotUnique and BudgetSpent."""
    grade = rate(grid, budget) if grid.geometry is RATED else None
    return Report(
        difficulty=grade.difficulty if grade else difficulty(grid, budget),
        grade=grade,
        is_minimal=_is_minimal(grid, budget),
        symmetries=_symmetries(grid),
    )


def _is_minimal(grid: Grid, budget: Budget) -> bool:
    """Whether the puzzle would have several solutions without any one of its givens."""
    givens = (cell for cell, value in enumerate(grid.values) if value)
    return not any(is_unique(grid.with_values({cell: 0}), budget) for cell in givens)


def _symmetries(grid: Grid) -> tuple[Symmetry, ...]:
    kinds = (kind for kind in Symmetry if kind is not Symmetry.NONE)
    return tuple(kind for kind in kinds if has_symmetry(grid, kind))
