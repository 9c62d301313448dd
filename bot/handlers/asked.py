"""Questions about the game: why a digit stands there, what is left, how long it has taken."""

from typing import Final

from markupsafe import Markup

from bot import messages
from bot.chat import meaning, talk
from bot.game.entry import Letters
from bot.game.entry.asked import Asked, Question, asked_about
from bot.game.talk.reading import Wanted
from bot.handlers.help import show_topic
from bot.handlers.hint import hint
from bot.handlers.routes import command
from bot.play import games
from bot.play.errors import UserError
from bot.play.reason import Finding, Reason, reason
from bot.render import hint_words
from bot.store import results
from bot.store.games import StoredGame
from bot.store.results import Standing
from bot.telegram.context import Context
from engine.board import SYMBOLS


def there(stored: StoredGame) -> int | None:
    """The cell that somebody points at: the one they selected, or else the last that changed."""
    if stored.selection.cell is not None:
        return stored.selection.cell
    last = stored.game.last_cells
    return last[0] if len(last) == 1 else None


async def answer_about_cell(context: Context, stored: StoredGame, typed: str) -> bool:
    """Answers a question about a cell; False if the text asks none."""
    geometry, letters = stored.game.givens.geometry, Letters(context.user.letters)
    asked = asked_about(typed, geometry, letters, there(stored))
    if asked is None:
        return False
    await context.show_typing()
    await _tell(context, stored, await reason(context.visit, stored, asked))
    return True


async def why(context: Context) -> None:
    """The next stage of the hint that is shown, or the reason of the digit placed last."""
    stored = await meaning.game(context)
    cell = there(stored)
    if stored.hint is None and cell is not None and stored.game.values[cell]:
        await context.show_typing()
        await _tell(context, stored, await reason(context.visit, stored, _why(cell)))
    elif stored.hint is not None:
        await hint(context)
    else:
        await talk.offer(context, "reason.of_what", [Wanted("hint"), Wanted("help")])


async def whats_left(context: Context) -> None:
    """How many cells are blank, and how often each digit is still to be placed."""
    stored = await meaning.game(context)
    remaining = enumerate(stored.game.remaining, start=1)
    listed = [f"{SYMBOLS[digit - 1]} × {count}" for digit, count in remaining if count]
    count = stored.game.blank_count
    words = [context.html("board.left", count=count), Markup(" · ").join(listed)]
    await context.say(Markup("\n").join(words))


async def time_taken(context: Context) -> None:
    """How long the game that is played has taken so far, or the one that was played last."""
    stored = await meaning.any_game(context)
    if stored is None:
        raise UserError("game.none")
    if stored.is_open:
        time = messages.duration(context.language, stored.played)
        await context.say(context.html("talk.time_so_far", time=time))
        return
    result = await results.get(context.database, context.user.id, stored.id)
    if result is None or result.standing is not Standing.TIMED:
        await talk.offer(context, "talk.no_time", [Wanted("stats")])
        return
    time = messages.duration(context.language, result.seconds)
    await talk.offer(context, "talk.time_taken", [Wanted("stats")], time=time)


async def signs(context: Context) -> None:
    """What the marks on a board and its buttons mean."""
    await show_topic(context, "signs")


def _why(cell: int) -> Asked:
    return Asked(Question.WHY, cell, None)


async def _tell(context: Context, stored: StoredGame, found: Reason) -> None:
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
    await context.say(context.html("reason.later" if is_later else _KEYS[found.finding], **values))


_KEYS: Final = {
    Finding.GIVEN: "reason.given",
    Finding.BLOCKED: "hint.blocked",
    Finding.WRONG: "reason.wrong",
    Finding.OPEN: "reason.open",
    Finding.PLACED: "reason.placed",
    Finding.FAR: "reason.far",
    Finding.POSSIBLE: "reason.possible",
}

QUESTIONS = (
    command("why", why),
    command("whats_left", whats_left),
    command("time_taken", time_taken),
    command("signs", signs),
)
"""Questions that have no command, as if they were commands."""
