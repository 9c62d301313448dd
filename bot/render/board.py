"""The board as text that fits a phone."""

from collections.abc import Collection, Mapping
from typing import Final

from engine.geometry import Geometry
from engine.grid import BLANK, SYMBOLS, Grid

WIDTH: Final = 25
"""Columns of monospace text that a telephone 360 dp wide shows without wrapping."""

OWN: Final = "'"
HERE: Final = "_"


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
    instead of `.`. A board too wide for the full form (beyond
    9x9) is drawn compact, one too wide for that (25x25) as bare rows of digits.
    """
    geometry = values.geometry
    if not compact and _width(geometry, cell=2) <= WIDTH:
        shown = dict.fromkeys(_own_cells(values, givens), OWN) | dict(marks or {})
        return _full(values, shown, here)
    line = "".join(_symbol(values, cell, here) for cell in range(geometry.cell_count))
    if _width(geometry, cell=1) <= WIDTH:
        return _drawn(geometry, list(line), after_label=" ", after_box="|")
    size = geometry.size
    return "\n".join(line[at : at + size] for at in range(0, len(line), size))


def _width(geometry: Geometry, *, cell: int) -> int:
    """Columns of a drawing whose cells, separators and space after a label are `cell` wide."""
    return len(str(geometry.size)) + cell * (geometry.size + geometry.box_rows)


def _own_cells(values: Grid, givens: Grid | None) -> list[int]:
    if givens is None:
        return []
    return [cell for cell, value in enumerate(values.values) if value and not givens[cell]]


def _full(values: Grid, marks: Mapping[int, str], here: Collection[int]) -> str:
    count = values.geometry.cell_count
    cells = [_symbol(values, cell, here) + marks.get(cell, " ") for cell in range(count)]
    return _drawn(values.geometry, cells, after_label=": ", after_box="| ")


def _drawn(geometry: Geometry, cells: list[str], after_label: str, after_box: str) -> str:
    width = len(str(geometry.size))
    indent = " " * (width + len(after_label))
    headings = [str(number % 10).ljust(len(cells[0])) for number in range(1, geometry.size + 1)]
    box = "-" * (len(cells[0]) * geometry.box_columns)
    rule = indent + ("+" + "-" * (len(after_box) - 1)).join([box] * geometry.box_rows)
    lines = [indent + _joined(headings, geometry, after_box)]
    for number, row in enumerate(geometry.rows):
        if number and number % geometry.box_rows == 0:
            lines.append(rule)
        label = f"{number + 1:>{width}}{after_label}"
        lines.append(label + _joined([cells[cell] for cell in row], geometry, after_box))
    return "\n".join(line.rstrip() for line in lines)


def _joined(cells: list[str], geometry: Geometry, after_box: str) -> str:
    wide = geometry.box_columns
    return after_box.join("".join(cells[at : at + wide]) for at in range(0, len(cells), wide))


def _symbol(values: Grid, cell: int, here: Collection[int]) -> str:
    if values[cell]:
        return SYMBOLS[values[cell] - 1]
    return HERE if cell in here else BLANK
