"""The places of cells, units and candidates in the picture of a board."""

from dataclasses import dataclass
from math import ceil, sqrt
from typing import Final

from engine.board import Geometry

Point = tuple[float, float]
Box = tuple[int, int, int, int]
"""Left, top, right and bottom; right and bottom are the first pixels outside."""

BOARD: Final = 990
"""The side of a board in pixels, before it is rounded so that cells have whole pixels."""

SMALLEST_CELL: Final = 75
"""The side of a cell in pixels that still holds sixteen notes."""

GUTTER: Final = 52
"""Room for the numbers of rows and columns, left and top."""

MARGIN: Final = 20
"""Room right and below."""

NOTES: Final = 0.87
"""How much of a cell's side its notes fill."""


def note_columns(size: int) -> int:
    """How many notes stand in one line of a cell: 123/456/789 on 9x9."""
    return ceil(sqrt(size))


@dataclass(frozen=True, slots=True)
class Layout:
    """Pixels of a board, counted from the top left of the picture.

    A candidate stands at its place among the notes of its cell, except in `lone` cells: there it
    stands in the middle, as large as a digit.
    """

    geometry: Geometry
    lone: frozenset[int] = frozenset()

    @property
    def cell(self) -> int:
        """The side of a cell."""
        return max(SMALLEST_CELL, BOARD // self.geometry.size)

    @property
    def side(self) -> int:
        """The side of the whole picture."""
        return GUTTER + self.geometry.size * self.cell + MARGIN

    @property
    def pitch(self) -> float:
        """The distance between two notes of a cell."""
        # The two columns of a 4x4 keep the distance of three; its notes would look like digits.
        return self.cell * NOTES / max(3, note_columns(self.geometry.size))

    @property
    def digit_height(self) -> int:
        """The size of a cell's digit."""
        return round(self.cell * 0.73)

    def height(self, cell: int) -> int:
        """The size of a candidate in a cell."""
        return self.digit_height if cell in self.lone else round(self.pitch * 0.97)

    def reach(self, cell: int) -> int:
        """The radius of the shapes around a candidate in a cell."""
        return round(self.cell * 0.41 if cell in self.lone else self.pitch * 0.5)

    def spot(self, cell: int, digit: int) -> Point:
        """The middle of a candidate in its cell."""
        return self.centre(cell) if cell in self.lone else self._note(cell, digit)

    def box(self, cell: int) -> Box:
        """The square of a cell."""
        row, column = divmod(cell, self.geometry.size)
        left, top = GUTTER + column * self.cell, GUTTER + row * self.cell
        return left, top, left + self.cell, top + self.cell

    def around(self, cells: tuple[int, ...]) -> Box:
        """The rectangle from the first to the last cell of a unit."""
        return (*self.box(cells[0])[:2], *self.box(cells[-1])[2:])

    def holds(self, point: Point) -> bool:
        """Whether a point lies on the board."""
        return all(GUTTER <= at <= self.side - MARGIN for at in point)

    def centre(self, cell: int) -> Point:
        """The middle of a cell."""
        left, top, _, _ = self.box(cell)
        return left + self.cell / 2, top + self.cell / 2

    def _note(self, cell: int, digit: int) -> Point:
        size = self.geometry.size
        columns = note_columns(size)
        row, column = divmod(digit - 1, columns)
        x, y = self.centre(cell)
        lines = ceil(size / columns)
        return (
            x + (column - (columns - 1) / 2) * self.pitch,
            y + (row - (lines - 1) / 2) * self.pitch,
        )
