"""Answers to what somebody asks about a game: about one of its cells, or how long it took."""

from typing import Final

from markupsafe import Markup, escape

from bot import messages
from bot.chat import talk
from bot.chat.told import tell
from bot.game.entry import Letters
from bot.game.entry.asked import Asked, Question, asked_about, asked_of_each
from bot.game.entry.pointed import names_last
from bot.game.entry.sought import sought_in
from bot.game.entry.told import asking
from bot.game.move import highest
from bot.game.talk.details import Wanted
from bot.play.reason import Finding, Reason, reason
from bot.render import hint_words
from bot.render.speech import spoken_places
from bot.store import results
from bot.store.games import StoredGame
from bot.store.results import Standing
from bot.telegram.context import Context
from engine.board import SYMBOLS

_MOST_ASKED: Final = 4
"""Cells of one question that are answered."""


def there(stored: StoredGame, typed: str = "") -> int | None:
    """The cell that somebody points at: the one they selected, or else the last that changed.

    A text that speaks of the last move means that one. Of several that changed at once it is the
    only one with a digit, as where a digit was moved.
    """
    if stored.selection.cell is not None and not names_last(typed):
        return stored.selection.cell
    last = stored.game.last_cells
    return last[0] if len(last) == 1 else last_digit(stored)


def last_digit(stored: StoredGame) -> int | None:
    """The cell of the only digit that the last turn wrote; None where there is none."""
    game = stored.game
    held = [at for at in game.last_cells if game.values[at] and not game.givens[at]]
    return held[0] if len(held) == 1 else None


async def answer_about_cell(context: Context, stored: StoredGame, typed: str) -> bool:
    """Answers a question about a cell, or where a digit can go; False if the text asks none."""
    geometry, letters = stored.game.givens.geometry, Letters(context.user.letters)
    if about := asking(typed, geometry, letters, there(stored, typed)):
        await tell(context, stored, about)
        return True
    sought = sought_in(typed, geometry, letters)
    if sought and sought.digit > geometry.size:
        named = {"digit": sought.digit, "highest": highest(geometry)}
        await context.say(context.html("told.no_such_digit", **named))
        return True
    if sought:
        said = spoken_places(
            context.language, stored.game, sought.digit, sought.unit, is_standing=sought.is_standing
        )
        await context.say(escape(said))
        return True
    asked = asked_about(typed, geometry, letters, there(stored, typed))
    each = [asked] if asked else asked_of_each(typed, geometry, letters)[:_MOST_ASKED]
    if each:
        await tell_reason(context, stored, *each)
    return bool(each)


async def tell_reason(context: Context, stored: StoredGame, *each: Asked) -> None:
    """Says what there is to say about each cell."""
    await context.show_typing()
    lines, wanted = list[Markup](), list[Wanted]()
    for asked in each:
        found = await reason(context.visit, stored, asked)
        lines.append(_words(context, stored, found))
        # Whoever asks whether a digit may go there often wants it there.
        if asked.question is Question.WHICH and asked.digit in found.candidates:
            move = f"{stored.game.givens.geometry.name(asked.cell)} {asked.digit}"
            wanted.append(Wanted("move", move))
    await talk.say_with(context, Markup("\n").join(lines), wanted)


async def seconds_of(context: Context, stored: StoredGame) -> int | None:
    """How long a person took for a game that is over; None if that does not count."""
    result = await results.get(context.database, context.user.id, stored.id)
    return result.seconds if result and result.standing is Standing.TIMED else None


def _words(context: Context, stored: StoredGame, found: Reason) -> Markup:
    geometry = stored.game.givens.geometry
    values: dict[str, object] = {"cell": geometry.name(found.cell)}
    if found.digit:
        values["digit"] = SYMBOLS[found.digit - 1]
    if found.holder is not None:
        values["holder"] = geometry.name(found.holder)
    if found.finding is Finding.POSSIBLE:
        digits = [SYMBOLS[digit - 1] for digit in found.candidates]
        values |= {"digits": messages.listed(context.language, digits), "count": len(digits)}
    if found.step is not None:
        values |= {"why": hint_words.why(context.language, found.step), "count": found.before}
    is_later = found.finding is Finding.PLACED and found.before
    return context.html("reason.later" if is_later else _KEYS[found.finding], **values)


_KEYS: Final = {
    Finding.GIVEN: "reason.given",
    Finding.BLOCKED: "hint.blocked",
    Finding.WRONG: "reason.wrong",
    Finding.OPEN: "reason.open",
    Finding.PLACED: "reason.placed",
    Finding.FAR: "reason.far",
    Finding.POSSIBLE: "reason.possible",
}
