"""What a picture of a board shows, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bot.render.theme import LIGHT, Theme
from engine.grid import Grid

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


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board and all that is to be seen on it.

    `notes` holds a mask per cell (bit v - 1 stands for the digit v) or nothing at all; notes of
    cells that have a digit are not shown. `last` are the cells of the last move, `here` those that
    are buttons where not all are, `seen` those that share a unit with the `chosen` one, and `equal`
    those with its digit. `units` are the indices of `Geometry.units` that a hint speaks of.
    `letters` tells, where several people play, who placed the digit of a cell; an empty one is
    somebody without a letter.
    """

    values: Grid
    givens: Grid
    notes: tuple[int, ...] = ()
    last: frozenset[int] = frozenset()
    conflicts: frozenset[int] = frozenset()
    wrong: frozenset[int] = frozenset()
    here: frozenset[int] = frozenset()
    chosen: int | None = None
    seen: frozenset[int] = frozenset()
    equal: frozenset[int] = frozenset()
    units: frozenset[int] = frozenset()
    highlights: tuple[Highlight, ...] = ()
    candidates: tuple[CandidateMark, ...] = ()
    links: tuple[LinkMark, ...] = ()
    letters: Mapping[int, str] = field(default_factory=dict)
    theme: Theme = LIGHT
