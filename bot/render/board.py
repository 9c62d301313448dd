"""The board as text that fits a phone."""

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from math import ceil, sqrt
from typing import Final

from engine.geometry import Geometry
from engine.grid import Grid

WIDTH: Final = 25
"""Columns of monospace text that a telephone 360 dp wide shows without wrapping."""

OWN: Final = "'"
HERE: Final = "_"


def note_columns(size: int) -> int:
    """How many notes stand in one line of a cell: 123/456/789 on 9x9."""
    return ceil(sqrt(size))


def text_board(
    values: Grid,
    givens: Grid | None = None,
    *,
    compact: bool = False,
    marks: Mapping[int, str] | None = None,
    here: Collection[int] = (),
) -> str:
    """Draws a board in ASCII, at most WIDTH columns wide, lines without trailing blanks.

    In the full form each digit has a free column after it: an apostrophe there tells a player's
    own digit from a given (when `givens` are known), or the cell's character of `marks` stands
    there instead. The compact form has no such column. Blank cells that are `here` are drawn `_`
    instead of `.`. A board too wide for the full form (beyond 9x9) is drawn compact, one too wide
    for that (25x25) as bare rows of digits.
    """
    geometry, symbols = values.geometry, list(str(values))
    for cell in here:
        if not values[cell]:
            symbols[cell] = HERE
    if not compact and _width(geometry, cell=2) <= WIDTH:
        shown = dict.fromkeys(_own_cells(values, givens), OWN) | dict(marks or {})
        cells = [symbol + shown.get(cell, " ") for cell, symbol in enumerate(symbols)]
        return _filled(_frame(geometry, 2, ": ", "| "), cells)
    if _width(geometry, cell=1) <= WIDTH:
        return _filled(_frame(geometry, 1, " ", "|"), symbols)
    rows = ("".join(symbols[row[0] : row[-1] + 1]) for row in geometry.rows)
    return "\n".join(rows)


def _width(geometry: Geometry, *, cell: int) -> int:
    """The columns of a drawing in which a cell, a separator and a space take `cell` each."""
    return len(str(geometry.size)) + cell * (geometry.size + geometry.box_rows)


def _own_cells(values: Grid, givens: Grid | None) -> list[int]:
    if givens is None:
        return []
    return [cell for cell, value in enumerate(values.values) if value and not givens[cell]]


def _filled(frame: str, cells: Iterable[str]) -> str:
    return "\n".join(line.rstrip() for line in frame.format(*cells).split("\n"))


@cache
def _frame(geometry: Geometry, cell: int, after_label: str, after_box: str) -> str:
    """A board with `{}` in place of each cell, which will be `cell` characters wide."""
    width = len(str(geometry.size))
    indent = " " * (width + len(after_label))
    headings = [str(number % 10).ljust(cell) for number in range(1, geometry.size + 1)]
    box = "-" * (cell * geometry.box_columns)
    rule = indent + ("+" + "-" * (len(after_box) - 1)).join([box] * geometry.box_rows)
    places = _joined(["{}"] * geometry.size, geometry, after_box)
    lines = [indent + _joined(headings, geometry, after_box)]
    for number in range(geometry.size):
        if number and number % geometry.box_rows == 0:
            lines.append(rule)
        lines.append(f"{number + 1:>{width}}{after_label}{places}")
    return "\n".join(lines)


def _joined(cells: list[str], geometry: Geometry, after_box: str) -> str:
    wide = geometry.box_columns
    return after_box.join("".join(cells[at : at + wide]) for at in range(0, len(cells), wide))
