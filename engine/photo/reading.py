"""What was read from a picture, or why nothing could be."""

from dataclasses import dataclass
from enum import StrEnum

from engine.board.grid import Grid


class Why(StrEnum):
    """Why a picture cannot be read."""

    NO_PICTURE = "no_picture"
    TOO_LARGE = "too_large"
    TOO_SMALL = "too_small"
    BLURRED = "blurred"
    OUTSIDE = "outside"
    NO_BOARD = "no_board"
    TOO_HARD = "too_hard"
    SHAKEN = "shaken"
    FAINT = "faint"
    GRAINY = "grainy"
    FEW_DIGITS = "few_digits"
    JIGSAW = "jigsaw"
    KILLER = "killer"
    DIAGONALS = "diagonals"


class Unreadable(Exception):  # noqa: N818 - what is the case with a picture, not a fault
    """Raised with the reason when no board can be read in a picture."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Reading:
    """A board as it was read.

    Four fields name cells: `doubtful` those that may well hold something else, the most doubtful
    first; `repaired` those that were changed so that the puzzle has one solution; `noted` those
    with pencil marks, which are left out of `grid`; `by_hand` those whose digit is no given but was
    filled in. `cut_out` is the board as it was seen, laid flat, as a JPEG. `solutions` counts those
    of the givens: 0, 1, 2 for several, None where counting took too long.
    """

    grid: Grid
    doubtful: tuple[int, ...] = ()
    repaired: tuple[int, ...] = ()
    noted: tuple[int, ...] = ()
    by_hand: frozenset[int] = frozenset()
    cut_out: bytes = b""
    solutions: int | None = None

    @property
    def is_sure(self) -> bool:
        """Whether a person will hardly have to correct anything."""
        return self.solutions == 1 and not self.doubtful and not self.repaired
