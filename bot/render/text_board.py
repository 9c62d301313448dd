"""Draws boards as text in ASCII that fits a phone.

A line that wraps destroys the board, and a telephone 360 dp wide shows 25 columns of monospace text
in a group, where the sender's picture stands beside the message, and 31 in a chat with the bot: for
Telegram for Android a message is 132 or 80 dp narrower than the screen, a preformatted block 15 dp
narrower than its message, and a column 8.4 dp. A 9x9 with two columns for each cell, bars between
boxes and numbers of rows takes exactly 25. So there are three forms from roomy to small (FORMS),
and a board is drawn in the first that fits; a 25x25 fits in none and becomes bare rows of digits.

The second column of a cell is where everything is told about it: whose digit it is, a mistake, the
marks of a hint, the parentheses of the chosen cell. A 12x12 has it only in a chat with the bot, and
a 16x16, which takes 22 columns without it and 38 with it, nowhere. There as many stacks of boxes
have it as fit, among them the one whose cells are buttons: two of the four of a 16x16. No other
sign would tell own digits apart everywhere. Small or raised ones are not in Roboto Mono, which
Telegram for Android uses. A combining dot below keeps the columns in Roboto Mono, Noto Mono and
DejaVu Sans Mono (measured in Chromium, 2026-11-28), but DejaVu draws it below the next digit, since
its digits have no anchor for it. The monospaced digits of mathematics (U+1D7F6) are in neither
Roboto Mono nor Noto Mono, and in DejaVu Sans Mono, which has them, they look like any other. Bold
ones are no way either, as Telegram allows no entity inside a preformatted one.

The frame of a board is a format string with a place for each cell, cached for each shape. The
outline around the cells that are buttons and the parentheses are written over the finished lines.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from operator import add
from typing import Final
from unicodedata import east_asian_width

from markupsafe import Markup

from engine.board import Geometry, Grid

WIDTH: Final = 25
"""Columns of monospace text that a telephone 360 dp wide shows without wrapping in any chat."""

WIDTH_ALONE: Final = 30
"""The same in a chat with the bot, where no sender's picture stands beside a message."""

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
    """How a board is drawn: the width of a cell, what follows a row's number, and a bar.

    The cells of the `roomy` stacks of boxes have a free column, whatever the width of the others.
    """

    cell: int
    label: str
    bar: str
    roomy: tuple[int, ...] = ()

    def width(self, geometry: Geometry) -> int:
        """The columns that a board takes."""
        # The last column is followed by no bar.
        return self.column(geometry, geometry.size) - len(self.bar)

    def column(self, geometry: Geometry, column: int) -> int:
        """Where the cells of a column stand."""
        wide = geometry.box_columns
        bars = len(self.bar) * (column // wide)
        free = sum(min(wide, max(0, column - wide * stack)) for stack in self.roomy)
        return len(f"{geometry.size}{self.label}") + self.cell * column + free + bars

    def wide(self, geometry: Geometry, column: int) -> int:
        """How wide the cells of a column are."""
        return ROOMY if column // geometry.box_columns in self.roomy else self.cell


ROOMY: Final = 2
"""How wide a cell is that has a free column."""

WIDEST_NOTE: Final = 40
"""Columns of a text that stand in one line of a phone 360 dp wide."""
BESIDE_HOUR: Final = 26
"""Columns of a last line beside which the hour of the message has room there."""

BARE: Final = range(7, 11)
"""The boards without numbers over their columns where they have no rules.

A phone of 360x640 has room for a line less there. Larger ones are higher than its screen anyway.
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
    near: Collection[int] = (),
    widest: int = WIDTH,
) -> str:
    """Draws a board in ASCII, at most `widest` columns wide, lines without trailing blanks.

    Each digit has a free column after it. An apostrophe there marks a player's own digit (when
    `givens` are known), or the cell's character of `marks` takes its place. A blank cell shows its
    character of `candidates`; the chosen cell stands in parentheses. The compact form has no spaces
    beside its bars. A `tight` board has no rules; instead every other band of boxes is without
    bars, and from 8x8 to 10x10 there are no numbers of columns. The cells that are `here`, whole
    boxes, have a frame of angle brackets and double rules.

    A board too wide for that (beyond 10x10) has free columns only where they fit, in the stacks of
    boxes around the cells that are `here`, or else around most that are `near`. In the others own
    digits look like givens, marks stand in blank cells alone, and the chosen cell is drawn `_` if
    it is blank. One that is still too wide (25x25) is drawn as bare rows of digits, with `_` for
    blanks `here`.
    """
    geometry, symbols = values.geometry, list(str(values))
    form = _form(geometry, widest, here or near, compact=compact)
    if form is None:
        _fill_blanks(symbols, values, dict.fromkeys(here, HERE) | dict(marks or {}))
        return "\n".join("".join(symbols[row[0] : row[-1] + 1]) for row in geometry.rows)
    roomy = _roomy_cells(geometry, form)
    # Without a free column a mark can only take the place of a blank.
    held = ({} if chosen is None else {chosen: HERE}) | dict(marks or {})
    _fill_blanks(symbols, values, {cell: held[cell] for cell in held.keys() - roomy})
    inside = {cell: sign for cell, sign in (candidates or {}).items() if cell in roomy}
    _fill_blanks(symbols, values, inside)
    beside = list(_free_columns(geometry, form))
    for cell, mark in (dict.fromkeys(own_cells(values, givens), OWN) | dict(marks or {})).items():
        if cell in roomy:
            beside[cell] = mark
    symbols = list(map(add, symbols, beside))
    lines = [list(line) for line in _frame(geometry, form, tight).format(*symbols).split("\n")]
    if here:
        _outline(lines, geometry, form, here)
    if chosen in roomy:
        top = _line_of(lines, geometry, chosen // geometry.size)
        _enclose(lines[top], form.column(geometry, chosen % geometry.size))
    return "\n".join("".join(line).rstrip() for line in lines)


def grid_html(values: Grid) -> Markup:
    """A grid as a preformatted block, with givens and a player's digits alike."""
    return Markup("<pre>%s</pre>") % text_board(values)


def marked_cells(
    geometry: Geometry, here: Collection[int] = (), widest: int = WIDTH
) -> frozenset[int]:
    """The cells of a drawn board that have room to mark own digits and mistakes."""
    form = _form(geometry, widest, here, compact=True)
    return _roomy_cells(geometry, form) if form else frozenset()


def columns(text: str) -> int:
    """How many columns a text takes on a screen; a Chinese character takes two."""
    return sum(2 if east_asian_width(symbol) in "FW" else 1 for symbol in text)


def _form(geometry: Geometry, widest: int, near: Collection[int], *, compact: bool) -> Form | None:
    """The roomiest form that fits, or the next one; None where none does.

    Where cells have no free column, those of as many stacks get one as fit, in fixed groups, so
    that the columns stay where they are while the buttons turn within a group.
    """
    forms = FORMS[1:] if compact else FORMS
    form = next((form for form in forms if form.width(geometry) <= widest), None)
    if form is None or form.cell == ROOMY or not near:
        return form
    # As many boxes lie side by side as a box has rows.
    stacks, wide = geometry.box_rows, geometry.box_columns
    most = min(stacks, (widest - form.width(geometry)) // wide)
    if not most:
        return form
    often = Counter(cell % geometry.size // wide for cell in near)
    groups = [range(stacks)[: at + most][-most:] for at in range(0, stacks, most)]
    return replace(form, roomy=tuple(max(groups, key=lambda group: sum(often[at] for at in group))))


def _fill_blanks(symbols: list[str], values: Grid, signs: Mapping[int, str]) -> None:
    """Puts signs into cells that are blank."""
    for cell, sign in signs.items():
        symbols[cell] = symbols[cell] if values[cell] else sign


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
    start = form.column(geometry, left)
    end = form.column(geometry, right) + form.wide(geometry, right)
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
def _roomy_cells(geometry: Geometry, form: Form) -> frozenset[int]:
    """The cells that have a free column."""
    columns = enumerate(geometry.columns)
    return frozenset(
        cell for at, cells in columns if form.wide(geometry, at) == ROOMY for cell in cells
    )


@cache
def _free_columns(geometry: Geometry, form: Form) -> tuple[str, ...]:
    """What stands beside each cell without a mark: a blank, or nothing where there is no room."""
    roomy = _roomy_cells(geometry, form)
    return tuple(" " if cell in roomy else "" for cell in range(geometry.cell_count))


@cache
def _frame(geometry: Geometry, form: Form, tight: bool) -> str:  # noqa: FBT001 - the cache's key
    """A board with `{}` in the place of each cell, for texts as wide as a cell of the form."""
    width, size = len(str(geometry.size)), geometry.size
    indent = " " * (width + len(form.label))
    wide = [form.wide(geometry, column) for column in range(size)]
    rule = _joined(["-" * each for each in wide], geometry, "+" + "-" * (len(form.bar) - 1))
    is_bare = tight and size in BARE
    lines = [] if is_bare else [indent + _joined(_headings(geometry, wide), geometry, form.bar)]
    for number in range(size):
        band, is_first = divmod(number, geometry.box_rows)
        if number and not is_first and not tight:
            lines.append(indent + rule)
        bar = " " * len(form.bar) if tight and band % 2 else form.bar
        places = _joined(["{}"] * size, geometry, bar)
        lines.append(f"{number + 1:>{width}}{form.label}{places}")
    return "\n".join(lines)


def _headings(geometry: Geometry, wide: Sequence[int]) -> list[str]:
    """The numbers of the columns, each as wide as its column.

    Of those that are wider only the first column of a box has one, which runs on over the second:
    `1234|5678|9   |13`, since `3456` over the last four columns reads as their numbers.
    """
    shown = [" " * each for each in wide]
    for column in range(geometry.size):
        number = str(column + 1)
        if len(number) <= wide[column]:
            shown[column] = number.ljust(wide[column])
        elif column % geometry.box_columns == 0:
            shown[column : column + len(number)] = number
    return shown


def _joined(cells: list[str], geometry: Geometry, after_box: str) -> str:
    wide = geometry.box_columns
    return after_box.join("".join(cells[at : at + wide]) for at in range(0, len(cells), wide))
