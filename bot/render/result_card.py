"""The card that a player shares after a game: how it went, and nothing of the puzzle."""

from dataclasses import dataclass
from typing import Final

from bot import messages
from bot.game.days import day_of
from bot.game.game import Game
from bot.game.move import Act

CLEAN: Final = "🟩"
STUMBLED: Final = "🟨"


@dataclass(frozen=True, slots=True)
class Feat:
    """How a game went; `seconds` is None to hide the time, `difficulty` where it is unknown.

    `hints` counts checks as well; `days` is the length of a streak, 0 where there is none.
    """

    seconds: int | None
    difficulty: str | None
    hints: int
    mistakes: int
    days: int = 0


def result_card(language: str, game: Game, label: str | None, feat: Feat) -> str:
    """A few lines with a square for each box: green, or yellow where a wrong digit stood.

    A game that was forgotten has no squares, because its turns are gone.
    """
    size = game.givens.geometry.size
    key = "card.daily" if label else "card.puzzle"
    title = [messages.text(language, key, label=day_of(label or ""), size=size)]
    title += messages.difficulty_parts(language, feat.difficulty)
    facts = [] if feat.seconds is None else [f"⏱ {messages.duration(language, feat.seconds)}"]
    facts.append(hints_taken(language, feat.hints))
    facts.append(mistakes_made(language, feat.mistakes))
    if feat.days > 1:
        facts.append(f"🔥 {feat.days}")
    return "\n".join([" · ".join(title), " · ".join(facts), *_squares(game)])


def hints_taken(language: str, count: int) -> str:
    """How many hints and checks somebody took, in words for none as well."""
    if not count:
        return messages.text(language, "card.no_hints")
    return messages.text(language, "hint.used", count=count)


def mistakes_made(language: str, count: int) -> str:
    """How many wrong digits somebody placed, in words for none as well."""
    if not count:
        return messages.text(language, "card.no_mistakes")
    return messages.text(language, "card.mistakes", count=count)


def _squares(game: Game) -> list[str]:
    if not game.turns:
        return []
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
