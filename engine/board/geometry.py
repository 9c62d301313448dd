"""Shapes of boards: which cells form rows, columns and boxes."""

from functools import cache
from math import isqrt
from typing import Final, final

from engine.board.arguments import whole

MAX_SIZE: Final = 25

KINDS: Final = ("row", "column", "box")


@final
class Geometry:
    """A board whose boxes have `box_rows` rows and `box_columns` columns.

    The board has `size = box_rows * box_columns` rows, columns, boxes and digits. Cells are
    numbered row by row from 0; units are numbered rows first, then columns, then boxes, each from
    the top left. There is one object per shape, so shapes compare by identity.

    Raises ValueError unless both sides are at least 2 and the size is at most 25.
    """

    __slots__ = (
        "box_columns",
        "box_rows",
        "boxes",
        "cell_count",
        "columns",
        "peers",
        "rows",
        "size",
        "units",
        "units_of",
    )

    box_rows: int
    box_columns: int
    size: int
    cell_count: int
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    boxes: tuple[tuple[int, ...], ...]
    units: tuple[tuple[int, ...], ...]
    units_of: tuple[tuple[int, int, int], ...]
    """For each cell the indices of its row, column and box in `units`."""
    peers: tuple[tuple[int, ...], ...]
    """For each cell the other cells that share a unit with it, ascending."""

    def __new__(cls, box_rows: int, box_columns: int) -> "Geometry":
        return _geometry(box_rows, box_columns)

    def __reduce__(self) -> tuple[type["Geometry"], tuple[int, int]]:
        return Geometry, (self.box_rows, self.box_columns)

    def __repr__(self) -> str:
        return f"Geometry({self.box_rows}, {self.box_columns})"

    @staticmethod
    @cache
    def of_size(size: int) -> "Geometry":
        """The usual shape of a size: boxes as square as they can be, never taller than wide.

        Raises ValueError for a size that has no boxes (a prime) or is out of range.
        """
        size = whole("size", size)
        for box_rows in range(isqrt(max(size, 0)), 1, -1):
            if size % box_rows == 0:
                return Geometry(box_rows, size // box_rows)
        raise ValueError(f"no boxes fill a board of size {size}")

    def cell(self, row: int, column: int) -> int:
        """The cell in `row` and `column`, both counted from 0."""
        return row * self.size + column

    def box_of(self, cell: int) -> int:
        """The number of a cell's box, counted from 0."""
        return self.units_of[cell][2] - 2 * self.size

    def name(self, cell: int) -> str:
        """The name that people use for a cell, such as `r4c5`."""
        row, column = divmod(cell, self.size)
        return f"r{row + 1}c{column + 1}"

    def unit_kind(self, unit: int) -> str:
        """`row`, `column` or `box`."""
        return KINDS[unit // self.size]

    def unit_number(self, unit: int) -> int:
        """The number of a unit among its kind, counted from 1 as people do."""
        return unit % self.size + 1


@cache
def _geometry(box_rows: int, box_columns: int) -> Geometry:
    box_rows, box_columns = whole("box_rows", box_rows), whole("box_columns", box_columns)
    size = box_rows * box_columns
    if box_rows < 2 or box_columns < 2 or size > MAX_SIZE:
        raise ValueError(f"boxes of {box_rows}x{box_columns} cells are out of range")
    # Not Geometry(...), whose __new__ asks this function for the one object of a shape.
    shape = object.__new__(Geometry)
    line = range(size)
    shape.box_rows, shape.box_columns = box_rows, box_columns
    shape.size, shape.cell_count = size, size * size
    shape.rows = tuple(tuple(r * size + c for c in line) for r in line)
    shape.columns = tuple(tuple(r * size + c for r in line) for c in line)
    shape.boxes = tuple(_box(box_rows, box_columns, number) for number in line)
    shape.units = shape.rows + shape.columns + shape.boxes
    shape.units_of = tuple(_units_of(shape, cell) for cell in range(size * size))
    shape.peers = tuple(_peers(shape, cell) for cell in range(size * size))
    return shape


def _box(box_rows: int, box_columns: int, number: int) -> tuple[int, ...]:
    size = box_rows * box_columns
    # A band has size / box_columns boxes, which is box_rows.
    band, stack = divmod(number, box_rows)
    top, left = band * box_rows, stack * box_columns
    return tuple((top + r) * size + left + c for r in range(box_rows) for c in range(box_columns))


def _units_of(shape: Geometry, cell: int) -> tuple[int, int, int]:
    row, column = divmod(cell, shape.size)
    box = row // shape.box_rows * shape.box_rows + column // shape.box_columns
    return row, shape.size + column, 2 * shape.size + box


def _peers(shape: Geometry, cell: int) -> tuple[int, ...]:
    seen = {peer for unit in shape.units_of[cell] for peer in shape.units[unit]}
    return tuple(sorted(seen - {cell}))
