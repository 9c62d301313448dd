"""What a technique of the Sudoku Explainer scale concludes."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.rating.board import BITS, Board
from engine.techniques.technique import Technique


@dataclass(frozen=True, slots=True)
class RatedStep:
    """A placement, or candidates to remove; `difficulty` is its number on the scale."""

    technique: Technique
    difficulty: float
    removed: Mapping[int, int] = field(default_factory=dict)
    cell: int = -1
    digit: int = -1

    @property
    def places(self) -> bool:
        """Whether the step fills a cell."""
        return self.cell >= 0

    def apply(self, board: Board) -> None:
        """Carries the step out on a board."""
        for cell, digits in self.removed.items():
            for digit in BITS[digits & board.candidates.digits[cell]]:
                board.remove(cell, digit)
        if self.places:
            board.place(self.cell, self.digit)


def elimination(
    technique: Technique, removed: Mapping[int, int], *, added: float = 0
) -> RatedStep | None:
    """A step that removes candidates, or None when there are none to remove.

    `added` is by how much it is harder than the easiest steps of its technique.
    """
    return RatedStep(technique, technique.rating + added, removed) if removed else None
