"""The board as text that fits a phone, and the message around it: its title and lines below."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final
from unicodedata import east_asian_width

from markupsafe import Markup, escape

from bot import messages
from bot.game.game import Game, shown_columns
from bot.game.person import Policy
from bot.game.selection import Selection, first_box
from bot.render.preferences import Look, Preferences
from bot.render.speech import Sign, speech_words, spoken_board, spoken_notes
from bot.render.words import difficulty_parts, duration, note_list, shortened
from engine.geometry import Geometry
from engine.grid import SYMBOLS, Grid

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
WIDEST_TITLE: Final = 33
WIDEST_GRID: Final = 8
"""Telegram shows at most so many buttons in a row."""
MOST_LISTED: Final = 6
MOST_SPOKEN: Final = 16


@dataclass(frozen=True, slots=True)
class Form:
    """How a board is drawn: the width of a cell, what follows a row's number, and a bar."""

    cell: int
    label: str
    bar: str

    def width(self, geometry: Geometry) -> int:
        """The columns that a board takes."""
        bars = len(self.bar) * (geometry.box_rows - 1)
        return len(f"{geometry.size}{self.label}") + self.cell * geometry.size + bars

    def column(self, geometry: Geometry, column: int) -> int:
        """Where the cells of a column stand."""
        bars = len(self.bar) * (column // geometry.box_columns)
        return len(f"{geometry.size}{self.label}") + self.cell * column + bars


FORMS: Final = (Form(2, ": ", "| "), Form(2, " ", "|"), Form(1, " ", "|"))
"""From roomy to small."""


@dataclass(frozen=True, slots=True)
class GameView:
    """Everything of a game that its message shows to one person.

    `seconds` is how long it has been played, and `difficulty` as the store keeps it. `box` is the
    box whose cells are buttons, where not all cells are, and `faults` are the cells whose mistakes
    this person wants to see. A game that is not open has no buttons of cells.
    """

    game_id: int
    game: Game
    symmetry: str | None = None
    daily_label: str | None = None
    selection: Selection = field(default_factory=Selection)
    preferences: Preferences = field(default_factory=Preferences)
    seconds: int = 0
    difficulty: str | None = None
    is_open: bool = True
    box: int = field(init=False, repr=False, compare=False)
    faults: frozenset[int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        chosen = self.selection.box
        object.__setattr__(self, "box", first_box(self.game.givens) if chosen is None else chosen)
        object.__setattr__(self, "faults", _marked(self.game, self.preferences.policy))

    @property
    def columns(self) -> range | None:
        """The columns whose cells are all buttons, where those are two stacks of a board."""
        if self.preferences.look is Look.SPEAK:
            return None
        return shown_columns(self.game.givens.geometry, self.box)

    @property
    def pressable(self) -> tuple[tuple[int, ...], ...]:
        """The cells that are buttons, row by row; the rows of a box too wide for that in parts.

        All of a small board, two stacks of a 9x9, and of others one box. So it is on a 9x9 for
        screen readers, whose buttons have long names.
        """
        geometry = self.game.givens.geometry
        if not self.zooms:
            return geometry.rows
        if self.columns is not None:
            return tuple(row[self.columns.start : self.columns.stop] for row in geometry.rows)
        wide, cells = geometry.box_columns, geometry.boxes[self.box]
        lines = [cells[at : at + wide] for at in range(0, len(cells), wide)]
        part = -(-wide // -(-wide // WIDEST_GRID))
        return tuple(line[at : at + part] for line in lines for at in range(0, wide, part))

    @property
    def zooms(self) -> bool:
        """Whether the buttons show a part of the board at a time."""
        return self.game.givens.geometry.size > WIDEST_GRID

    @property
    def has_keys(self) -> bool:
        """Whether cells are buttons below the board."""
        return self.is_open and not self.game.is_solved

    @property
    def framed(self) -> frozenset[int]:
        """The cells that are buttons while others are not."""
        if not self.zooms or not self.has_keys:
            return frozenset()
        return frozenset(cell for row in self.pressable for cell in row)

    @property
    def is_tight(self) -> bool:
        """Whether a keyboard as high as the board leaves its text few lines."""
        return self.has_keys and self.columns is not None

    @property
    def chosen(self) -> int | None:
        """The cell whose digit is pressed next."""
        return None if self.preferences.digit_first else self.selection.cell

    @property
    def armed(self) -> int | None:
        """The digit whose cells are pressed next; 0 erases."""
        return self.selection.digit if self.preferences.digit_first else None


def text_board(
    values: Grid,
    givens: Grid | None = None,
    *,
    compact: bool = False,
    tight: bool = False,
    marks: Mapping[int, str] | None = None,
    here: Collection[int] = (),
    chosen: int | None = None,
) -> str:
    """Draws a board in ASCII, at most WIDTH columns wide, lines without trailing blanks.

    Each digit has a free column after it: an apostrophe there tells a player's own digit from a
    given (when `givens` are known), or the cell's character of `marks` stands there instead; the
    chosen cell stands in parentheses. The compact form has no spaces beside its bars. A `tight`
    board has a line for each row and no others; every other band of boxes is without bars. The
    cells that are `here`, whole boxes, have a frame of angle brackets and double rules.

    A board too wide for that (beyond 10x10) has no free columns, and the chosen cell is drawn `_`
    if it is blank. One that is still too wide (25x25) is drawn as bare rows of digits, with `_` for
    blanks `here`.
    """
    geometry, symbols = values.geometry, list(str(values))
    form = _form(geometry, compact=compact)
    if form is None or form.cell == 1:
        for cell in here if form is None else [] if chosen is None else [chosen]:
            symbols[cell] = symbols[cell] if values[cell] else HERE
    if form is None:
        return "\n".join("".join(symbols[row[0] : row[-1] + 1]) for row in geometry.rows)
    if form.cell > 1:
        shown = dict.fromkeys(_own_cells(values, givens), OWN) | dict(marks or {})
        symbols = [symbol + shown.get(cell, " ") for cell, symbol in enumerate(symbols)]
    lines = [list(line) for line in _frame(geometry, form, tight).format(*symbols).split("\n")]
    if here:
        _outline(lines, geometry, form, here)
    if chosen is not None and form.cell > 1:
        top = _line_of(lines, geometry, chosen // geometry.size)
        _enclose(lines[top], form.column(geometry, chosen % geometry.size))
    return "\n".join("".join(line).rstrip() for line in lines)


def title(language: str, view: GameView) -> Markup:
    """One bold line that says which puzzle this is; without the clues where a phone is narrower."""
    size = view.game.givens.geometry.size
    hard = difficulty_parts(language, view.difficulty)
    parts = [f"{size}×{size}", *hard]
    if view.daily_label:
        parts.insert(0, messages.text(language, "board.daily", label=view.daily_label))
    elif not hard and view.symmetry and view.symmetry != "none":
        parts.append(messages.text(language, f"symmetry.{view.symmetry}"))
    if not view.daily_label:
        clues = messages.text(language, "board.clues", count=view.game.givens.clue_count)
        whole = " · ".join([*parts, clues, f"#{view.game_id}"])
        parts += [clues] if sum(map(_columns, whole)) <= WIDEST_TITLE else []
    return Markup("<b>{}</b> · #{}").format(" · ".join(parts), view.game_id)


def _columns(symbol: str) -> int:
    return 2 if east_asian_width(symbol) in "FW" else 1


def grid_html(values: Grid) -> Markup:
    """A grid as a preformatted block, without telling givens from a player's digits."""
    return Markup("<pre>{}</pre>").format(text_board(values))


def board_html(language: str, view: GameView, note: str = "") -> Markup:
    """The whole message, or the caption where the board is a picture.

    What has no room on a small screen is its top, so that the board stands right above its buttons;
    a tight board has room for title, board and one more line, which is below: how the game stands
    or, before the first move, the note. `note` stands at the end:
    Markup, or a text that is escaped.
    """
    is_silent = not view.game.blank_count or (view.is_tight and note and not view.game.done)
    above = [] if is_silent else [_progress(language, view)]
    above += [_notes(language, view)] if any(view.game.notes) and not view.is_tight else []
    above += [_faults(language, view)] if view.faults and not _has_marks(view) else []
    board, below = _board(language, view), [escape(note)] if note else []
    parts = [*board, *below, *above] if view.is_tight else [*above, *board, *below]
    return Markup("\n").join([title(language, view), *parts])


def _marked(game: Game, policy: Policy) -> frozenset[int]:
    """The cells whose digits are marked under a policy."""
    match policy:
        case Policy.SILENT:
            return frozenset()
        case Policy.CONFLICTS:
            return frozenset(cell for pair in game.conflicts() for cell in pair.cells)
        case Policy.WRONG:
            return frozenset(game.wrong_cells())


def _board(language: str, view: GameView) -> list[Markup]:
    game, look = view.game, view.preferences.look
    if look is Look.IMAGE:
        return []
    if look is Look.SPEAK:
        return [escape(_spoken(language, view))]
    board = text_board(
        game.values,
        game.givens,
        compact=look is Look.COMPACT,
        tight=view.is_tight,
        marks={cell: FAULT if game.givens[cell] else OWN_FAULT for cell in view.faults},
        here=view.framed,
        chosen=view.chosen if view.has_keys else None,
    )
    return [Markup("<pre>{}</pre>").format(board)]


def _spoken(language: str, view: GameView) -> str:
    """All rows; of a board that is too large for one message those of the box."""
    geometry = view.game.givens.geometry
    lines = spoken_board(view.game.values, speech_words(language), _signs(view)).splitlines()
    if geometry.size <= MOST_SPOKEN:
        return "\n".join(lines)
    top = view.box // geometry.box_rows * geometry.box_rows
    return "\n".join(lines[top : top + geometry.box_rows])


def _signs(view: GameView) -> dict[int, Sign]:
    """The digits that are not simply given, and why."""
    signs = dict.fromkeys(_own_cells(view.game.values, view.game.givens), Sign.OWN)
    faults = dict.fromkeys(view.faults, Sign.FAULT)
    return signs | faults | dict.fromkeys(signs.keys() & faults, Sign.OWN_FAULT)


def _progress(language: str, view: GameView) -> Markup:
    """The time and how much is left; a small board shows by itself which digits are."""
    parts = [messages.text(language, "board.left", count=view.game.blank_count)]
    if view.preferences.timer:
        parts.insert(0, f"⏱ {duration(language, view.seconds)}")
    lines = [" · ".join(parts)]
    if view.preferences.look is not Look.SPEAK and view.zooms and not view.is_tight:
        lines.append(messages.text(language, "board.digits_left", digits=_remaining(view.game)))
    return escape("\n".join(lines))


def _remaining(game: Game) -> str:
    """How many of each digit are still to be placed: `1:3 2:5`."""
    left = enumerate(game.remaining())
    return "\N{THIN SPACE}".join(f"{SYMBOLS[index]}:{count}" for index, count in left if count)


def _has_marks(view: GameView) -> bool:
    """Whether the board itself marks mistakes."""
    look = view.preferences.look
    if look in {Look.IMAGE, Look.SPEAK}:
        return look is Look.IMAGE
    form = _form(view.game.givens.geometry, compact=look is Look.COMPACT)
    return form is not None and form.cell > 1


def _faults(language: str, view: GameView) -> Markup:
    """The cells of mistakes by name, with the mark of an own digit behind it."""
    givens = view.game.givens
    cells = [(givens.geometry.name(at), "" if givens[at] else OWN) for at in sorted(view.faults)]
    names = shortened(language, [name + own for name, own in cells])
    return messages.html(language, "press.faults", cells=names)


def _notes(language: str, view: GameView) -> Markup:
    game, noted = view.game, sum(map(bool, view.game.notes))
    if view.preferences.look is Look.SPEAK:
        return escape(_spoken_notes(language, view))
    if noted > MOST_LISTED:
        return messages.html(language, "notes.many", count=noted)
    return messages.html(language, "board.notes", notes=note_list(language, game))


def _spoken_notes(language: str, view: GameView) -> str:
    """The notes of the cells that can be pressed."""
    game = view.game
    here = {cell for row in view.pressable for cell in row}
    masks = [mask if cell in here else 0 for cell, mask in enumerate(game.notes)]
    spoken = spoken_notes(game.values, masks, speech_words(language))
    return spoken or messages.text(language, "notes.many", count=sum(map(bool, game.notes)))


def _form(geometry: Geometry, *, compact: bool) -> Form | None:
    """The roomiest form that fits a phone, or the next one; None where none does."""
    forms = FORMS[1:] if compact else FORMS
    return next((form for form in forms if form.width(geometry) <= WIDTH), None)


def _own_cells(values: Grid, givens: Grid | None) -> list[int]:
    if givens is None:
        return []
    return [cell for cell, value in enumerate(values.values) if value and not givens[cell]]


def _outline(
    lines: list[list[str]], geometry: Geometry, form: Form, cells: Collection[int]
) -> None:
    """Draws a frame around cells, but not at the board's own edges."""
    (top, left), (bottom, right) = (divmod(at, geometry.size) for at in (min(cells), max(cells)))
    first, last = (_line_of(lines, geometry, row) for row in (top, bottom))
    start, end = form.column(geometry, left), form.column(geometry, right) + form.cell
    for line in lines[first : last + 1]:
        for at, sign in ((start - len(form.bar), EDGES[0]), (end, EDGES[1])):
            if at < len(line) and line[at] == "|":
                line[at] = sign
    for rule in [*lines[first - 1 : first], *lines[last + 1 : last + 2]]:
        if "-" in rule:
            rule[start:end] = EDGE * (end - start)


def _enclose(line: list[str], at: int) -> None:
    """Puts parentheses around a cell where no mark of a digit stands."""
    if line[at - 1] == " ":
        line[at - 1] = CHOSEN[0]
    if line[at + 1] in {" ", OWN}:
        line[at + 1] = CHOSEN[1]


def _line_of(lines: Sequence[object], geometry: Geometry, row: int) -> int:
    """The line of a row, with a heading above and rules or without."""
    return row if len(lines) == geometry.size else 1 + row + row // geometry.box_rows


@cache
def _frame(geometry: Geometry, form: Form, tight: bool) -> str:  # noqa: FBT001 - the cache's key
    """A board with `{}` in place of each cell, which will be as wide as the form says."""
    width, size = len(str(geometry.size)), geometry.size
    indent = " " * (width + len(form.label))
    headings = [str(number % 10).ljust(form.cell) for number in range(1, size + 1)]
    box = "-" * (form.cell * geometry.box_columns)
    rule = indent + ("+" + "-" * (len(form.bar) - 1)).join([box] * geometry.box_rows)
    lines = [] if tight else [indent + _joined(headings, geometry, form.bar)]
    for number in range(size):
        band, is_first = divmod(number, geometry.box_rows)
        if number and not is_first and not tight:
            lines.append(rule)
        bar = " " * len(form.bar) if tight and band % 2 else form.bar
        places = _joined(["{}"] * size, geometry, bar)
        lines.append(f"{number + 1:>{width}}{form.label}{places}")
    return "\n".join(lines)


def _joined(cells: list[str], geometry: Geometry, after_box: str) -> str:
    wide = geometry.box_columns
    return after_box.join("".join(cells[at : at + wide]) for at in range(0, len(cells), wide))
