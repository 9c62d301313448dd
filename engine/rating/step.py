"""What a technique concludes, and the techniques of the Sudoku Explainer scale."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from engine.rating.board import BITS, Board


class Technique(Enum):
    """The techniques of the scale, each with the name people know it by, easiest first."""

    FULL_HOUSE = "Full House"
    HIDDEN_SINGLE = "Hidden Single"
    DIRECT_POINTING = "Direct Pointing"
    DIRECT_CLAIMING = "Direct Claiming"
    DIRECT_HIDDEN_PAIR = "Direct Hidden Pair"
    NAKED_SINGLE = "Naked Single"
    DIRECT_HIDDEN_TRIPLE = "Direct Hidden Triple"
    POINTING = "Pointing"
    CLAIMING = "Claiming"
    NAKED_PAIR = "Naked Pair"
    X_WING = "X-Wing"
    HIDDEN_PAIR = "Hidden Pair"
    NAKED_TRIPLE = "Naked Triple"
    SWORDFISH = "Swordfish"
    HIDDEN_TRIPLE = "Hidden Triple"
    SKYSCRAPER = "Skyscraper"
    TWO_STRING_KITE = "2-String Kite"
    TURBOT_FISH = "Turbot Fish"
    GROUPED_TURBOT_FISH = "Grouped Turbot Fish"
    XY_WING = "XY-Wing"
    XYZ_WING = "XYZ-Wing"
    UNIQUE_RECTANGLE = "Unique Rectangle"
    UNIQUE_LOOP = "Unique Loop"
    NAKED_QUAD = "Naked Quad"
    JELLYFISH = "Jellyfish"
    HIDDEN_QUAD = "Hidden Quad"
    THREE_STRONG_LINKS = "3 Strong Links"
    WXYZ_WING = "WXYZ-Wing"
    BUG = "BUG"
    VWXYZ_WING = "VWXYZ-Wing"
    ALIGNED_PAIR_EXCLUSION = "Aligned Pair Exclusion"
    X_CYCLE = "X-Cycle"
    Y_CYCLE = "Y-Cycle"
    FORCING_X_CHAIN = "Forcing X-Chain"
    FORCING_CHAIN = "Forcing Chain"
    XY_CYCLE = "XY-Cycle"
    ALIGNED_TRIPLE_EXCLUSION = "Aligned Triple Exclusion"
    NISHIO = "Nishio Forcing Chains"
    CELL_FORCING_CHAINS = "Cell Forcing Chains"
    REGION_FORCING_CHAINS = "Unit Forcing Chains"
    DYNAMIC_FORCING_CHAINS = "Dynamic Forcing Chains"
    DYNAMIC_FORCING_CHAINS_PLUS = "Dynamic Forcing Chains (+)"
    NESTED_FORCING_CHAINS = "Nested Forcing Chains"


@dataclass(frozen=True, slots=True)
class Step:
    """A placement, or candidates that go; `difficulty` is its number on the scale."""

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
        """Takes the step."""
        for cell, digits in self.removed.items():
            for digit in BITS[digits & board.candidates.digits[cell]]:
                board.remove(cell, digit)
        if self.places:
            board.place(self.cell, self.digit)


def elimination(technique: Technique, difficulty: float, removed: Mapping[int, int]) -> Step | None:
    """A step that takes candidates off, or None when there are none to take."""
    return Step(technique, difficulty, removed) if removed else None
