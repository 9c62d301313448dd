"""Equivalent boards: the same puzzle with its digits renamed and its rows and columns permuted."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import Rng


@dataclass(frozen=True, slots=True)
class Rearrangement:
    """Where each cell goes, and what each value becomes; the value 0 stays 0.

    The cells of a unit go to the cells of a unit, so each conclusion about the one board holds
    for the other.
    """

    cells: Sequence[int]
    digits: Sequence[int]

    def of(self, grid: Grid) -> Grid:
        """The grid as it looks afterwards."""
        values = bytearray(len(grid.values))
        for cell, value in enumerate(grid.values):
            values[self.cells[cell]] = self.digits[value]
        return Grid(grid.geometry, bytes(values))


def rearrangement(geometry: Geometry, seed: int | str) -> Rearrangement:
    """A random rearrangement, which is always the same for the same seed.

    It permutes the bands, and the rows within each band; likewise the stacks and their columns.
    Where boxes are square it may also exchange rows and columns.
    """
    rng = Rng(seed)
    digits = list(range(1, geometry.size + 1))
    rng.shuffle(digits)
    rows = _lines(rng, geometry.size, geometry.box_rows)
    columns = _lines(rng, geometry.size, geometry.box_columns)
    turns = geometry.box_rows == geometry.box_columns and bool(rng.below(2))
    cells = []
    for cell in range(geometry.cell_count):
        row, column = divmod(cell, geometry.size)
        place = (rows[row], columns[column])
        cells.append(geometry.cell(*(place[::-1] if turns else place)))
    return Rearrangement(cells, (0, *digits))


def _lines(rng: Rng, size: int, together: int) -> list[int]:
    """The line to which each line goes; the `together` lines of a band or stack stay together."""
    groups = [list(range(first, first + together)) for first in range(0, size, together)]
    rng.shuffle(groups)
    for group in groups:
        rng.shuffle(group)
    return [line for group in groups for line in group]
