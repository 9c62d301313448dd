"""What a hint puts on the picture of a board, as plain values."""

from dataclasses import dataclass
from enum import StrEnum

CellDigit = tuple[int, int]
"""A cell and a digit that may stand in it."""


class CellRole(StrEnum):
    """Why a cell is highlighted, and the shape that says so."""

    PATTERN = "pattern"
    """The technique stands here: a thin solid frame."""
    OTHER = "other"
    """Its second set, fins or wings: a dashed frame."""
    TARGET = "target"
    """Look here: thick corners."""
    AFFECTED = "affected"
    """It loses candidates: hatched."""


class CandidateRole(StrEnum):
    """What becomes of a candidate, and the shape that says so."""

    PLACE = "place"
    """It is the digit of its cell: a filled disc."""
    ELIMINATE = "eliminate"
    """It cannot be: crossed out."""
    PATTERN = "pattern"
    """It belongs to the technique: a ring."""
    OTHER = "other"
    """It is of the other colour, a fin or a wing: a square."""
    KNOWN = "known"
    """An earlier passage of the proof has found it: a pale disc."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A cell that a hint speaks of."""

    cell: int
    role: CellRole


@dataclass(frozen=True, slots=True)
class CandidateMark:
    """A candidate that a hint speaks of, drawn whether or not it is among the notes."""

    cell: int
    digit: int
    role: CandidateRole


@dataclass(frozen=True, slots=True)
class LinkMark:
    """An inference of a chain: strong links are drawn solid, weak ones dashed, arrow at the end.

    `number` is its place in the chain, from 1 on; 0 is not shown.
    """

    start: CellDigit
    end: CellDigit
    strong: bool
    number: int = 0
