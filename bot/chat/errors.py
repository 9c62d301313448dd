"""Turns an error into what the person reads.

A UserError and the refusals of the rules and of the engine become a reply in the person's
language; whatever else arrives here is a bug: it is logged and apologised for.
"""

import logging
from collections.abc import Mapping
from typing import Final

from telegram.error import BadRequest, TelegramError

from bot.game.refused import Refused
from bot.operate.metrics import UpdateResult, ended
from bot.play.errors import UserError
from bot.pool.engine import AskedTooOften, EngineBusy, EngineLost
from bot.render.hint_words import name
from bot.telegram.context import Context
from bot.telegram.conversation import Conversation
from engine.budget import BudgetSpent
from engine.difficulty.band import Difficulty
from engine.grid import InvalidGrid
from engine.techniques.technique import Technique

ENGINE: Final[Mapping[type[BaseException], str]] = {
    BudgetSpent: "engine.too_hard",
    EngineBusy: "engine.busy",
    EngineLost: "engine.lost",
}

log = logging.getLogger(__name__)


def wording(error: BaseException) -> tuple[str, dict[str, object]] | None:
    """The message key and the values for an error that people cause; None for a bug."""
    match error:
        case UserError():
            return error.key, dict(error.values)
        case Refused():
            return f"refused.{error.key}", dict(error.values)
        case InvalidGrid():
            return f"invalid.{error.reason}", dict(error.details)
        case AskedTooOften():
            return "engine.too_often", {"count": error.seconds}
        case BudgetSpent() | EngineBusy() | EngineLost():
            return ENGINE[type(error)], {}
        case _:
            return None


async def report(context: Context, error: Exception) -> None:
    """Answers the person where they are looking: over the pressed button, or in the chat."""
    if isinstance(error, TelegramError) and not isinstance(error, BadRequest):
        ended(UpdateResult.FAILED)
        log.warning("telegram: %s", error)
        return
    worded = wording(error)
    ended(UpdateResult.REFUSED if worded else UpdateResult.FAILED)
    if worded is None:
        log.error("an update could not be handled", exc_info=error)
    key, values = in_words(context, *(worded or ("error.bug", {})))
    try:
        if context.query is not None:
            alert = not isinstance(error, Refused)
            await context.toast(context.text(key, **values), alert=alert)
        else:
            await context.say(context.html(key, **values))
    except TelegramError as unreachable:
        log.warning("telegram: %s", unreachable)


async def on_error(_update: object, context: Context) -> None:
    """Logs an error that was raised outside of all handlers."""
    log.error("outside of all handlers", exc_info=context.error)


def in_words(
    context: Conversation, key: str, values: Mapping[str, object]
) -> tuple[str, dict[str, object]]:
    """The key, and the values with difficulties and techniques named in the person's language."""
    return key, {each: _named(context, value) for each, value in values.items()}


def _named(context: Conversation, value: object) -> object:
    match value:
        case Difficulty():
            return context.text(f"difficulty.{value}")
        case Technique():
            return name(context.language, value)
        case _:
            return value
