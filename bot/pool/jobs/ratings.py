"""Jobs that say how hard a puzzle is and how it is built."""

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bot.game.report import Report
from bot.pool.engine import Decision
from bot.pool.jobs.puzzles import decide_now
from engine.board import Grid, Symmetry, has_symmetry
from engine.difficulty import RATED, Difficulty, Grade, difficulty_of, pace_of, rate
from engine.search import Budget, BudgetSpent, is_unique

GLANCE_SECONDS: Final = 0.2
"""How long the difficulty of a puzzle that somebody brought is looked for unasked."""

KNOWN_LABELS: Final = 64

GLANCED_SIZE: Final = 9
"""The largest board whose difficulty may be found in that time."""


@dataclass(frozen=True, slots=True)
class Appraisal:
    """A first look at a puzzle: its solutions, and its difficulty where that is found quickly.

    Only a 9x9 has a grade, and the hardest ones only a difficulty.
    """

    decision: Decision
    difficulty: Difficulty | None = None
    grade: Grade | None = None


def appraise_now(grid: Grid, budget: Budget) -> Appraisal:
    """The Appraisal of a puzzle; raises BudgetSpent where not even its solutions are found."""
    deadline = budget.deadline()
    decision = decide_now(grid, budget)
    if len(decision.solutions) != 1 or grid.geometry.size > GLANCED_SIZE:
        return Appraisal(decision)
    glance = Budget(min(GLANCE_SECONDS, budget.until(deadline).seconds))
    difficulty = None
    # That a 9x9 is extreme is seen long before its rating is known.
    with suppress(BudgetSpent):
        difficulty = difficulty_of(grid, glance)
        if grid.geometry is RATED:
            return Appraisal(decision, difficulty, rate(grid, glance))
    return Appraisal(decision, difficulty)


def difficulty_now(grid: Grid, budget: Budget) -> Difficulty:
    """How hard a puzzle of any shape is; raises NoSolution, NotUnique and BudgetSpent."""
    return difficulty_of(grid, budget)


def pace_now(grid: Grid, budget: Budget) -> int:
    """The seconds that a 9x9 takes people; 0 where that is not found at a glance.

    Raises NoSolution and NotUnique.
    """
    glance = Budget(min(GLANCE_SECONDS, budget.seconds))
    try:
        return pace_of(grid, glance).middle
    except BudgetSpent:
        return 0


def report_now(grid: Grid, budget: Budget) -> Report:
    """How hard a puzzle is and how it is built; raises NoSolution, NotUnique and BudgetSpent."""
    grade = rate(grid, budget) if grid.geometry is RATED else None
    return Report(
        difficulty=grade.difficulty if grade else difficulty_of(grid, budget),
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


@lru_cache(KNOWN_LABELS)
def label_of(puzzle: Grid) -> Difficulty:
    """The difficulty of a puzzle with one solution; what takes long to rate is extreme."""
    # A 9x9 takes a few milliseconds at most; a large board might take for ever.
    try:
        return difficulty_of(puzzle, Budget(GLANCE_SECONDS))
    except BudgetSpent:
        return Difficulty.EXTREME
