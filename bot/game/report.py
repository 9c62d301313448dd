"""A report on a puzzle: how hard it is and how it is built."""

from dataclasses import dataclass

from engine.board import Symmetry
from engine.difficulty import Difficulty, Grade


@dataclass(frozen=True, slots=True)
class Report:
    """How hard a puzzle is and how it is built; `grade` is None for boards other than 9x9."""

    difficulty: Difficulty
    grade: Grade | None
    is_minimal: bool
    symmetries: tuple[Symmetry, ...]
