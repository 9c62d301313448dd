"""Draws boards as text in ASCII that fits a phone.

A telephone 360 dp wide shows 25 columns of monospace text, and a line that wraps destroys the
board. A 9x9 with two columns for each cell, bars between boxes and numbers of rows takes exactly
25. So there are three forms from roomy to small (FORMS), and a board is drawn in the first that
fits; a 25x25 fits in none and becomes bare rows of digits.

The second column of a cell is where everything is told about it: whose digit it is, a mistake, the
marks of a hint, the parentheses of the chosen cell. Beyond 10x10 there is no such column, so own
digits look like givens, and only the keys tell them apart: a 16x16 takes 22 columns without it and
38 with it, which are 320 of 360 px, where 25 columns are 211. Other digits for own ones (small or
raised) are not ASCII, and break the columns on some phones. A combining dot below keeps them in
Roboto Mono, Noto Mono and DejaVu Sans Mono (measured in Chromium, 2026-11-28), but DejaVu draws it
below the next digit, since its digits have no anchor for it. The monospaced digits of mathematics
(U+1D7F6) are in neither Roboto Mono nor Noto Mono, and in DejaVu Sans Mono, which has them, they
look like any other. Bold ones are no way either, as Telegram allows no entity inside a preformatted
one. So the message of the first own digit says where they differ: on the keys and in the picture.

The frame of a board is a format string with a place for each cell, cached for each shape. The
outline around the cells that are buttons and the parentheses are written over the finished lines.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import add
from typing import Final
from unicodedata import east_asian_width

from markupsafe import Markup

from engine.board import Geometry, Grid

WIDTH: Final = 25
"""Columns of monospace text that a telephone 360 dp wide shows without wrapping."""

OWN: Final = "'"
CHOSEN: Final = "()"
"""Around the chosen cell, where no mark of a digit stands."""

EDGES: Final = "<>"
"""Left and right of the cells that are buttons, in place of a separator."""

EDGE: Final = "="
"""Above and below them."""

HERE: Final = "_"
FAULT: Final = "!"
OWN_FAULT: Final = '"'
LOOKED_AT: Final = "?"
PATTERN: Final = "*"
FILLED: Final = "="
"""Beside a digit of the pattern, which is no candidate as one beside PATTERN is."""

KNOWN: Final = "."
"""Beside a candidate that an earlier passage of a proof has found."""

PLACED: Final = "+"
REMOVED: Final = "-"


@dataclass(frozen=True, slots=True)
class Form:
    """How a board is drawn: the width of a cell, what follows a row's number, and a bar."""

    cell: int
    label: str
    bar: str

    def width(self, geometry: Geometry) -> int:
        """The columns that a board takes."""
        # As many boxes lie side by side as a box has rows.
        bars = len(self.bar) * (geometry.box_rows - 1)
        return len(f"{geometry.size}{self.label}") + self.cell * geometry.size + bars

    def column(self, geometry: Geometry, column: int) -> int:
        """Where the cells of a column stand."""
        bars = len(self.bar) * (column // geometry.box_columns)
        return len(f"{geometry.size}{self.label}") + self.cell * column + bars


WIDEST_NOTE: Final = 40
"""Columns of a text that stand in one line of a phone 360 dp wide."""

WIDEST_HEADED: Final = 6
"""The largest board with columns beside its digits that has numbers over them without rules.

A phone of 360x640 has room for one line more there, and its rules would take two.
"""

FORMS: Final = (Form(2, ": ", "| "), Form(2, " ", "|"), Form(1, " ", "|"))
"""From roomy to small."""


def text_board(
    values: Grid,
    givens: Grid | None = None,
    *,
    compact: bool = False,
    tight: bool = False,
    marks: Mapping[int, str] | None = None,
    candidates: Mapping[int, str] | None = None,
    here: Collection[int] = (),
    chosen: int | None = None,
) -> str:
    """Draws a board in ASCII, at most WIDTH columns wide, lines without trailing blanks.

    Each digit has a free column after it. An apostrophe there marks a player's own digit (when
    `givens` are known), or the cell's character of `marks` takes its place. A blank cell shows its
    character of `candidates`; the chosen cell stands in parentheses. The compact form has no spaces
    beside its bars. A `tight` board has no rules; instead every other band of boxes is without
    bars, and from 8x8 to 10x10 there are no numbers of columns. The cells that are `here`, whole
    boxes, have a frame of angle brackets and double rules.

    A board too wide for that (beyond 10x10) has no free columns: own digits look like givens, marks
    stand in blank cells alone, and the chosen cell is drawn `_` if it is blank. One that is still
    too wide (25x25) is drawn as bare rows of digits, with `_` for blanks `here`.
    """
    geometry, symbols = values.geometry, list(str(values))
    form = _form(geometry, compact=compact)
    # Without a free column a mark can only take the place of a blank.
    if form is None or form.cell == 1:
        held = dict.fromkeys(here if form is None else [] if chosen is None else [chosen], HERE)
        for cell, mark in (held | dict(marks or {})).items():
            symbols[cell] = symbols[cell] if values[cell] else mark
    if form is None:
        return "\n".join("".join(symbols[row[0] : row[-1] + 1]) for row in geometry.rows)
    if form.cell > 1:
        for cell, sign in (candidates or {}).items():
            symbols[cell] = symbols[cell] if values[cell] else sign
        beside = [" "] * geometry.cell_count
        for cell, mark in (
            dict.fromkeys(own_cells(values, givens), OWN) | dict(marks or {})
        ).items():
            beside[cell] = mark
        symbols = list(map(add, symbols, beside))
    lines = [list(line) for line in _frame(geometry, form, tight).format(*symbols).split("\n")]
    if here:
        _outline(lines, geometry, form, here)
    if chosen is not None and form.cell > 1:
        top = _line_of(lines, geometry, chosen // geometry.size)
        _enclose(lines[top], form.column(geometry, chosen % geometry.size))
    return "\n".join("".join(line).rstrip() for line in lines)


def grid_html(values: Grid) -> Markup:
    """A grid as a preformatted block, with givens and a player's digits alike."""
    return Markup("<pre>%s</pre>") % text_board(values)


def has_marks(geometry: Geometry) -> bool:
    """Whether a drawn board has room to mark own digits and mistakes."""
    form = _form(geometry, compact=True)
    return form is not None and form.cell > 1


def columns(text: str) -> int:
    """How many columns a text takes on a screen; a Chinese character takes two."""
    return sum(2 if east_asian_width(symbol) in "FW" else 1 for symbol in text)


def _form(geometry: Geometry, *, compact: bool) -> Form | None:
    """The roomiest form that fits a phone, or the next one; None where none does."""
    forms = FORMS[1:] if compact else FORMS
    return next((form for form in forms if form.width(geometry) <= WIDTH), None)


def own_cells(values: Grid, givens: Grid | None) -> list[int]:
    """The cells with digits that are not given; none where the givens are not known."""
    if givens is None:
        return []
    pairs = zip(values.values, givens.values, strict=True)
    return [cell for cell, (value, given) in enumerate(pairs) if value and not given]


def _outline(
    lines: list[list[str]], geometry: Geometry, form: Form, cells: Collection[int]
) -> None:
    """Draws a frame around cells, but not at the board's own edges."""
    (top, left), (bottom, right) = (divmod(at, geometry.size) for at in (min(cells), max(cells)))
    first, last = (_line_of(lines, geometry, row) for row in (top, bottom))
    start, end = form.column(geometry, left), form.column(geometry, right) + form.cell
    edges = [(start - len(form.bar), EDGES[0])] if left else []
    edges += [(end, EDGES[1])] if right + 1 < geometry.size else []
    for line in lines[first : last + 1]:
        for at, sign in edges:
            line[at] = sign
    # The line above or below may also be a heading or a row, which must not be overwritten.
    for rule in [*lines[first - 1 : first], *lines[last + 1 : last + 2]]:
        if "-" in rule:
            rule[start:end] = EDGE * (end - start)


def _enclose(line: list[str], at: int) -> None:
    """Puts parentheses around a cell where no mark of a digit stands."""
    # The column on the left belongs to the neighbour, whose mark must stay.
    if line[at - 1] == " ":
        line[at - 1] = CHOSEN[0]
    if line[at + 1] in {" ", OWN}:
        line[at + 1] = CHOSEN[1]


def _line_of(lines: Sequence[object], geometry: Geometry, row: int) -> int:
    """The line of a row, in a board with or without a heading and rules."""
    # More lines than rows: a heading. More than one more: rules as well.
    above = len(lines) > geometry.size
    has_rules = len(lines) > geometry.size + 1
    return above + row + (row // geometry.box_rows if has_rules else 0)


@cache
def _frame(geometry: Geometry, form: Form, tight: bool) -> str:  # noqa: FBT001 - the cache's key
    """A board with `{}` in the place of each cell, for texts as wide as a cell of the form."""
    width, size = len(str(geometry.size)), geometry.size
    indent = " " * (width + len(form.label))
    headings = _headings(geometry, form.cell)
    box = "-" * (form.cell * geometry.box_columns)
    rule = indent + ("+" + "-" * (len(form.bar) - 1)).join([box] * geometry.box_rows)
    is_bare = tight and form.cell > 1 and size > WIDEST_HEADED
    lines = [] if is_bare else [indent + _joined(headings, geometry, form.bar)]
    for number in range(size):
        band, is_first = divmod(number, geometry.box_rows)
        if number and not is_first and not tight:
            lines.append(rule)
        bar = " " * len(form.bar) if tight and band % 2 else form.bar
        places = _joined(["{}"] * size, geometry, bar)
        lines.append(f"{number + 1:>{width}}{form.label}{places}")
    return "\n".join(lines)


def _headings(geometry: Geometry, wide: int) -> list[str]:
    """The numbers of the columns, each `wide`.

    Of those that are wider only the first column of a box has one, which runs on over the second:
    `1234|5678|9   |13`, since `3456` over the last four columns reads as their numbers.
    """
    shown = [" " * wide] * geometry.size
    for column in range(geometry.size):
        number = str(column + 1)
        if len(number) <= wide:
            shown[column] = number.ljust(wide)
        elif column % geometry.box_columns == 0:
            shown[column : column + len(number)] = number
    return shown


def _joined(cells: list[str], geometry: Geometry, after_box: str) -> str:
    wide = geometry.box_columns
    return after_box.join("".join(cells[at : at + wide]) for at in range(0, len(cells), wide))
