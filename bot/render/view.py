"""A game as the message that people see: title, board, what there is to say."""

from dataclasses import dataclass

from markupsafe import Markup

from bot import messages
from bot.game.play import Play
from bot.render.board import text_board
from bot.render.words import note_list
from engine import Grid


@dataclass(frozen=True, slots=True)
class GameView:
    """Everything of a game that its message shows."""

    game_id: int
    play: Play
    symmetry: str | None = None
    daily_label: str | None = None


def title(language: str, view: GameView) -> Markup:
    """One bold line that says which puzzle this is."""
    size = view.play.givens.geometry.size
    parts = [f"{size}×{size}"]
    if view.daily_label:
        parts.insert(0, messages.text(language, "board.daily", label=view.daily_label))
    elif view.symmetry and view.symmetry != "none":
        parts.append(messages.text(language, f"symmetry.{view.symmetry}"))
    clues = view.play.givens.clue_count
    parts.append(messages.text(language, "board.clues", count=clues))
    return Markup("<b>{}</b> · #{}").format(" · ".join(parts), view.game_id)


def drawn(values: Grid) -> Markup:
    """A board alone, all of its digits alike."""
    return Markup("<pre>{}</pre>").format(text_board(values))


def _notes(language: str, play: Play) -> Markup:
    return messages.html(language, "board.notes", notes=note_list(language, play))


def board_html(language: str, view: GameView, note: str = "", *, compact: bool = False) -> Markup:
    """The whole message; `note` (Markup, or text to be escaped) stands below the board."""
    play = view.play
    board = text_board(play.values, play.givens, compact=compact)
    left = messages.html(language, "board.left", count=play.blank_count)
    lines = [title(language, view), Markup("<pre>{}</pre>").format(board)]
    lines += [left] if play.blank_count else []
    lines += [_notes(language, play)] if any(play.notes) else []
    lines += [Markup("{}").format(note)] if note else []
    return Markup("\n").join(lines)
