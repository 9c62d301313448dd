"""Strong links of one digit in a unit: between two cells, or between two groups of cells."""

from dataclasses import dataclass

from engine.rating.board import (
    BITS,
    BOX,
    COLUMN,
    ROW,
    UNIT_CELLS,
    UNIT_OF,
    Board,
    cells_at,
    cells_of,
)

_LINE_SPLITS = ((0x007, 0x038), (0x038, 0x007), (0x1C0, 0x007))
"""For each split: the places that must be empty, and those of the first group."""
_BOX_SPLITS = (
    (0x1C0, 0x007),
    (0x038, 0x007),
    (0x007, 0x038),
    (0x124, 0x049),
    (0x092, 0x049),
    (0x049, 0x092),
)
"""The same for a box: first by its rows, then by its columns."""


@dataclass(frozen=True, slots=True)
class StrongLink:
    """One of two `sides` of a unit holds the digit; `cells` are all its candidates there."""

    unit: int
    cells: int
    sides: tuple[int, int]

    @property
    def kind(self) -> int:
        """Whether the unit is a box, row or column."""
        return self.unit // 9

    @property
    def grouped(self) -> bool:
        """Whether a side has more than one cell."""
        return self.cells.bit_count() > 2


def strong_links(board: Board, unit: int, digit: int) -> list[StrongLink]:
    """The ways to read a digit's places in a unit as a strong link, in the order tried.

    Two cells of a box in one line do not count, since that line has the same link.
    """
    places = board.candidates.places[unit][digit]
    count = len(BITS[places])
    # Two groups have six cells at most.
    if count < 2 or count > 6:
        return []
    if count == 2:
        pairs = _pair(unit, places)
    elif unit >= 9:
        pairs = _line_groups(places)
    else:
        pairs = _box_groups(places)
    cells = cells_at(unit, places)
    return [
        StrongLink(unit, cells, (cells_at(unit, one), cells_at(unit, other)))
        for one, other in pairs
    ]


def _pair(unit: int, places: int) -> list[tuple[int, int]]:
    first, second = BITS[places]
    if unit < 9 and _same_line(first, second):
        return []
    return [(1 << first, 1 << second)]


def _same_line(place: int, other: int) -> bool:
    return place // 3 == other // 3 or place % 3 == other % 3


def _line_groups(places: int) -> list[tuple[int, int]]:
    """The places of a line as groups in two of its three boxes, if the third has none."""
    for empty, first in _LINE_SPLITS:
        if not places & empty:
            return _read(places & first, places & ~(first | empty))
    return []


def _read(one: int, other: int, heart: int = 0) -> list[tuple[int, int]]:
    """A single cell against the rest, from either end; else the two groups.

    `heart` belongs to the rest.
    """
    if not one or not other:
        return []
    read = []
    if len(BITS[one]) == 1:
        read.append((one, other | heart))
    if len(BITS[other]) == 1:
        read.append((other, one | heart))
    return read or [(one, other)]


def _box_groups(places: int) -> list[tuple[int, int]]:
    """The arms of an empty rectangle's cross, else two mini-lines."""
    for place in range(9):
        # `heart` is the crossing of the row and the column that make the cross.
        heart, column, row = 1 << place, 0x049 << place % 3, 0x007 << place // 3 * 3
        if not places & ~(column | row):
            return _read(places & column & ~heart, places & row & ~heart, heart)[-1:]
    if len(BITS[places]) > 3:
        for empty, first in _BOX_SPLITS:
            if not places & empty:
                return _mini_lines(places & first, places & ~first)
    return []


def _mini_lines(one: int, other: int) -> list[tuple[int, int]]:
    """Two parallel mini-lines; four cells that form a square read both ways."""
    if not one or not other:
        return []
    read = [(one, other)]
    if len(BITS[one]) == len(BITS[other]) == 2:
        (a, b), (c, d) = BITS[one], BITS[other]
        if _same_line(a, c) and _same_line(b, d):
            read.append((1 << a | 1 << c, 1 << b | 1 << d))
    return read


def shared_unit(cells: int) -> int:
    """The unit that holds some cells, a column before a row before a box; -1 if there is none."""
    cell = next(cells_of(cells))
    for kind in (COLUMN, ROW, BOX):
        unit = UNIT_OF[cell][kind]
        if not cells & ~UNIT_CELLS[unit]:
            return unit
    return -1
