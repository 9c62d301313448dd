"""The picture beside the rules: a row, a column and a box, each with every digit once."""

from bot.render.board_picture import BoardPicture
from bot.render.theme import LIGHT, Theme
from engine.board import Geometry, Grid


def rules_picture(geometry: Geometry, theme: Theme = LIGHT) -> BoardPicture:
    """A board of a shape with its first row, its last column and a box filled in and framed."""
    last = geometry.size - 1
    row, column = geometry.rows[0], geometry.columns[last]
    box = geometry.boxes[geometry.box_of(geometry.cell(last, 0))]
    shown = {cell: _digit(geometry, cell) for cell in (*row, *column, *box)}
    grid = Grid.blank(geometry).with_values(shown)
    framed = frozenset(at for at, unit in enumerate(geometry.units) if unit in (row, column, box))
    return BoardPicture(values=grid, givens=grid, units=framed, theme=theme)


def _digit(geometry: Geometry, cell: int) -> int:
    """The digit of a cell in a grid whose rows are all the first one, shifted."""
    row, column = divmod(cell, geometry.size)
    within, band = row % geometry.box_rows, row // geometry.box_rows
    return (column + geometry.box_columns * within + band) % geometry.size + 1
