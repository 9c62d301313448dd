"""The card that a player shares after a game: how it went, and nothing of the puzzle."""

from typing import Final

from bot import messages
from bot.game.game import Game
from bot.game.move import Act
from bot.render.words import difficulty_parts, duration

CLEAN: Final = "🟩"
STUMBLED: Final = "🟨"


def result_card(
    language: str,
    game: Game,
    label: str | None,
    seconds: int | None,
    days: int,
    *,
    difficulty: str | None = None,
) -> str:
    """A few lines with a square for each box: green, or yellow where a wrong digit stood.

    `days` is the length of a streak, 0 where there is none to tell of; None hides the time.
    """
    size = game.givens.geometry.size
    key = "card.daily" if label else "card.puzzle"
    parts = [messages.text(language, key, label=label or "", size=size)]
    parts += difficulty_parts(language, difficulty)
    if seconds is not None:
        parts.append(f"⏱ {duration(language, seconds)}")
    if days > 1:
        parts.append(f"🔥 {days}")
    return "\n".join([" · ".join(parts), *_squares(game)])


def _squares(game: Game) -> list[str]:
    shape = game.givens.geometry
    wrong = {
        move.cell
        for turn in game.turns
        for move in turn.moves
        if move.act is Act.PLACE and move.value != game.solution[move.cell]
    }
    squares = [CLEAN if wrong.isdisjoint(box) else STUMBLED for box in shape.boxes]
    across = shape.size // shape.box_columns
    return ["".join(squares[at : at + across]) for at in range(0, len(squares), across)]
