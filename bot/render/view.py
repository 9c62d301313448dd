"""The message of a board: its title, the board as text or picture, and lines below it."""

from dataclasses import dataclass, field
from typing import Final

from markupsafe import Markup, escape

from bot import messages
from bot.game.game import Game
from bot.game.person import Policy
from bot.game.selection import Selection, first_box
from bot.render.board import text_board
from bot.render.preferences import Look, Preferences
from bot.render.speech import SpeechWords, spoken_board, spoken_notes
from bot.render.words import cell_list, duration, note_list
from engine.grid import SYMBOLS, Grid

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
