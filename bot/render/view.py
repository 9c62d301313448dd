"""The board as text that fits a phone, and the message around it: its title and lines below."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from markupsafe import Markup, escape

from bot import messages
from bot.game.game import Game
from bot.game.person import Policy
from bot.game.selection import Selection, first_box
from bot.render.preferences import Look, Preferences
from bot.render.speech import SpeechWords, spoken_board, spoken_notes
from bot.render.words import cell_list, duration, note_list
from engine.geometry import Geometry
from engine.grid import SYMBOLS, Grid

WIDTH: Final = 25
"""Columns of monospace text that a telephone 360 dp wide shows without wrapping."""

OWN: Final = "'"
HERE: Final = "_"
FAULT: Final = "!"
WIDEST_GRID: Final = 8
"""Telegram shows at most so many buttons in a row."""
MOST_LISTED: Final = 6
MOST_SPOKEN: Final = 16


@dataclass(frozen=True, slots=True)
class GameView:
    """Everything of a game that its message shows to one person.

    `seconds` is how long it has been played. `box` is the box whose cells are buttons, where not
    all cells are, and `faults` are the cells whose mistakes this person wants to see.
    """

    game_id: int
    game: Game
    symmetry: str | None = None
    daily_label: str | None = None
    selection: Selection = field(default_factory=Selection)
    preferences: Preferences = field(default_factory=Preferences)
    seconds: int = 0
    box: int = field(init=False, repr=False, compare=False)
    faults: frozenset[int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        chosen = self.selection.box
        object.__setattr__(self, "box", first_box(self.game.givens) if chosen is None else chosen)
        object.__setattr__(self, "faults", _marked(self.game, self.preferences.policy))

    @property
    def pressable(self) -> tuple[tuple[int, ...], ...]:
        """The cells that are buttons, row by row; the rows of a box too wide for that in parts."""
        geometry = self.game.givens.geometry
        if geometry.size <= WIDEST_GRID:
            return geometry.rows
        wide, cells = geometry.box_columns, geometry.boxes[self.box]
        lines = [cells[at : at + wide] for at in range(0, len(cells), wide)]
        part = -(-wide // -(-wide // WIDEST_GRID))
        return tuple(line[at : at + part] for line in lines for at in range(0, wide, part))

    @property
    def zooms(self) -> bool:
        """Whether the buttons show one box at a time."""
        return self.game.givens.geometry.size > WIDEST_GRID


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


def title(language: str, view: GameView) -> Markup:
    """One bold line that says which puzzle this is, no wider than a phone."""
    size = view.game.givens.geometry.size
    parts = [f"{size}×{size}"]
    if view.daily_label:
        parts.insert(0, messages.text(language, "board.daily", label=view.daily_label))
    elif view.symmetry and view.symmetry != "none":
        parts.append(messages.text(language, f"symmetry.{view.symmetry}"))
    if not view.daily_label:
        clues = view.game.givens.clue_count
        parts.append(messages.text(language, "board.clues", count=clues))
    return Markup("<b>{}</b> · #{}").format(" · ".join(parts), view.game_id)


def grid_html(values: Grid) -> Markup:
    """A grid as a preformatted block, without telling givens from a player's digits."""
    return Markup("<pre>{}</pre>").format(text_board(values))


def board_html(language: str, view: GameView, note: str = "") -> Markup:
    """The whole message, or the caption where the board is a picture.

    `note` stands at the end: Markup, or a text that is escaped.
    """
    lines = [title(language, view), *_board(language, view)]
    lines += [_progress(language, view)] if view.game.blank_count else []
    lines += [_notes(language, view)] if any(view.game.notes) else []
    lines += [_faults(language, view)] if view.faults and not _has_marks(view) else []
    lines += [escape(note)] if note else []
    return Markup("\n").join(lines)


def speech_words(language: str) -> SpeechWords:
    """The words of a language in which boards are spoken."""

    def pattern(key: str) -> str:
        return str(messages.catalogue(language)[key])

    return SpeechWords(
        row=pattern("speech.row"),
        cell=pattern("speech.cell"),
        blank=pattern("speech.blank"),
        comma=pattern("speech.comma"),
        semicolon=pattern("speech.semicolon"),
    )


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
    here = {cell for row in view.pressable for cell in row} if view.zooms else set()
    board = text_board(
        game.values,
        game.givens,
        compact=look is Look.COMPACT,
        marks=dict.fromkeys(view.faults, FAULT),
        here=here,
    )
    return [Markup("<pre>{}</pre>").format(board)]


def _spoken(language: str, view: GameView) -> str:
    """All rows; of a board that is too large for one message those of the box."""
    geometry = view.game.givens.geometry
    lines = spoken_board(view.game.values, speech_words(language)).splitlines()
    if geometry.size <= MOST_SPOKEN:
        return "\n".join(lines)
    top = view.box // geometry.box_rows * geometry.box_rows
    return "\n".join(lines[top : top + geometry.box_rows])


def _progress(language: str, view: GameView) -> Markup:
    """The time and how much is left; a small board shows by itself which digits are."""
    parts = [messages.text(language, "board.left", count=view.game.blank_count)]
    if view.preferences.timer:
        parts.insert(0, f"⏱ {duration(language, view.seconds)}")
    lines = [" · ".join(parts)]
    if view.preferences.look is not Look.SPEAK and view.zooms:
        lines.append(_remaining(view.game))
    return escape("\n".join(lines))


def _remaining(game: Game) -> str:
    """How many of each digit are still to be placed: `1:3 2:5`."""
    left = enumerate(game.remaining())
    return " ".join(f"{SYMBOLS[index]}:{count}" for index, count in left if count)


def _has_marks(view: GameView) -> bool:
    """Whether the board itself marks mistakes."""
    look = view.preferences.look
    return look is Look.IMAGE or (look is Look.FULL and view.game.givens.geometry.size <= 9)


def _faults(language: str, view: GameView) -> Markup:
    cells = cell_list(language, view.game.givens.geometry, sorted(view.faults))
    return messages.html(language, "press.faults", cells=cells)


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
