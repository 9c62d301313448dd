"""The contents of a picture of a board, as a plain value."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.render.marks import CandidateMark, Highlight, LinkMark
from bot.render.theme import LIGHT, Theme
from engine.board import Grid


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board and everything that is drawn on it.

    `notes` holds a mask per cell (bit v - 1 stands for the digit v) or is empty; notes of cells
    that have a digit are not shown. `last` are the cells of the last move, `here` those that are
    buttons where not all are, `seen` those that share a unit with the `chosen` one, and `equal`
    those with its digit. `units` are the indices of `Geometry.units` that a hint speaks of. Where
    several people play, `letters` holds for a cell the letter of the person who placed its digit;
    it is empty for a person without a letter. `sets` holds for a cell the letters by which a hint
    calls the sets that it is in.
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
    sets: Mapping[int, str] = field(default_factory=dict)
    theme: Theme = LIGHT
