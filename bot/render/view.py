"""The board as text that fits a phone, and the message around it: its title and lines below."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from markupsafe import Markup, escape

from bot import messages
from bot.game.game import Game, shown_columns
from bot.game.person import Policy
from bot.game.player import Player
from bot.game.selection import Selection, first_box
from bot.render.players import players_line
from bot.render.preferences import Look, Preferences
from bot.render.speech import Sign, speech_words, spoken_board, spoken_notes
from bot.render.words import cell_list, difficulty_parts, duration, note_list
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
WIDEST_GRID: Final = 8
"""Telegram shows at most so many buttons in a row."""
MOST_LISTED: Final = 6
MOST_SPOKEN: Final = 16


@dataclass(frozen=True, slots=True)
class GameView:
    """Everything of a game that its message shows to one person, or where it `is_shared` to many.

    `players` are those many. `seconds` is how long it has been played, and `difficulty` as the
    store keeps it. `box` is the box whose cells are buttons, where not all cells are, and `faults`
    are the cells whose mistakes are to be seen.
    """

    game_id: int
    game: Game
    symmetry: str | None = None
    daily_label: str | None = None
    selection: Selection = field(default_factory=Selection)
    preferences: Preferences = field(default_factory=Preferences)
    seconds: int = 0
    difficulty: str | None = None
    is_shared: bool = False
    players: tuple[Player, ...] = ()
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
    marks: Mapping[int, str] | None = None,
    here: Collection[int] = (),
    chosen: int | None = None,
) -> str:
    """Draws a board in ASCII, at most WIDTH columns wide, lines without trailing blanks.

    In the full form each digit has a free column after it: an apostrophe there tells a player's
    own digit from a given (when `givens` are known), or the cell's character of `marks` stands
    there instead; the chosen cell stands in parentheses. The compact form has no such column, and
    the chosen cell is drawn `_` if it is blank. The cells that are `here`, whole boxes, have a
    frame of angle brackets and double rules. A board too wide for the full form (beyond 9x9) is
    drawn compact, one too wide for that (25x25) as bare rows of digits, with `_` for blanks `here`.
    """
    geometry, symbols = values.geometry, list(str(values))
    if not compact and _width(geometry, cell=2) <= WIDTH:
        shown = dict.fromkeys(_own_cells(values, givens), OWN) | dict(marks or {})
        cells = [symbol + shown.get(cell, " ") for cell, symbol in enumerate(symbols)]
        lines = _outlined(_frame(geometry, 2, ": ", "| ").format(*cells), geometry, 2, here)
        return _text(lines if chosen is None else _chosen(lines, geometry, chosen))
    bare = _width(geometry, cell=1) > WIDTH
    for cell in here if bare else [] if chosen is None else [chosen]:
        symbols[cell] = symbols[cell] if values[cell] else HERE
    if bare:
        rows = ("".join(symbols[row[0] : row[-1] + 1]) for row in geometry.rows)
        return "\n".join(rows)
    return _text(_outlined(_frame(geometry, 1, " ", "|").format(*symbols), geometry, 1, here))


def title(language: str, view: GameView) -> Markup:
    """One bold line that says which puzzle this is, no wider than a phone."""
    size = view.game.givens.geometry.size
    hard = difficulty_parts(language, view.difficulty)
    parts = [f"{size}×{size}", *hard]
    if view.daily_label:
        parts.insert(0, messages.text(language, "board.daily", label=view.daily_label))
    elif not hard and view.symmetry and view.symmetry != "none":
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

    What has no room on a small screen is its top, so that the board stands right above its buttons.
    `note` stands at the end: Markup, or a text that is escaped.
    """
    lines = [title(language, view)]
    lines += [_progress(language, view)] if view.game.blank_count else []
    lines += [_notes(language, view)] if any(view.game.notes) else []
    lines += [_faults(language, view)] if view.faults and not _has_marks(view) else []
    lines += _board(language, view)
    lines += [players_line(language, view.game, view.players)] if _is_played(view) else []
    lines += [escape(note)] if note else []
    return Markup("\n").join(lines)


def _is_played(view: GameView) -> bool:
    """Whether many share a board that has digits of theirs; the end says more of them."""
    game = view.game
    is_begun = game.blank_count < len(game.givens.blanks())
    return view.is_shared and is_begun and not game.is_solved


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
        marks={cell: FAULT if game.givens[cell] else OWN_FAULT for cell in view.faults},
        here=here,
        chosen=view.chosen,
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
    if view.preferences.look is not Look.SPEAK and view.zooms:
        lines.append(messages.text(language, "board.digits_left", digits=_remaining(view.game)))
    return escape("\n".join(lines))


def _remaining(game: Game) -> str:
    """How many of each digit are still to be placed: `1:3 2:5`."""
    left = enumerate(game.remaining())
    return "\N{THIN SPACE}".join(f"{SYMBOLS[index]}:{count}" for index, count in left if count)


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


def _outlined(board: str, geometry: Geometry, wide: int, cells: Collection[int]) -> list[list[str]]:
    """The characters of a drawn board, with a frame around cells but at the board's own edges."""
    lines = [list(line) for line in board.split("\n")]
    if not cells:
        return lines
    size = geometry.size
    (top, left), (bottom, right) = divmod(min(cells), size), divmod(max(cells), size)
    start, end = _at(geometry, wide, top, left), _at(geometry, wide, bottom, right)
    for line in range(start[0], end[0] + 1):
        for at, sign in ((start[1] - wide, EDGES[0]), (end[1] + wide, EDGES[1])):
            if at < len(lines[line]) and lines[line][at] == "|":
                lines[line][at] = sign
    for rule in (start[0] - 1, end[0] + 1):
        if 0 < rule < len(lines):
            lines[rule][start[1] : end[1] + wide] = EDGE * (end[1] + wide - start[1])
    return lines


def _chosen(lines: list[list[str]], geometry: Geometry, cell: int) -> list[list[str]]:
    """The characters of a board in the full form with parentheses around a cell."""
    line, at = _at(geometry, 2, *divmod(cell, geometry.size))
    if lines[line][at - 1] == " ":
        lines[line][at - 1] = CHOSEN[0]
    if lines[line][at + 1] in {" ", OWN}:
        lines[line][at + 1] = CHOSEN[1]
    return lines


def _at(geometry: Geometry, wide: int, row: int, column: int) -> tuple[int, int]:
    """The line and the column of a cell in a drawing in which a cell takes `wide` columns."""
    left = len(str(geometry.size)) + wide
    return 1 + row + row // geometry.box_rows, left + wide * (
        column + column // geometry.box_columns
    )


def _text(lines: Iterable[Sequence[str]]) -> str:
    return "\n".join("".join(line).rstrip() for line in lines)


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
