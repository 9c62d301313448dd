"""Turns an error into what the person reads.

A UserError and the refusals of the rules and of the engine become a reply in the person's
language. Any other error is a bug, which is logged and apologised for.
"""

import logging
import re
from collections.abc import Mapping
from typing import Final

from telegram import InlineKeyboardMarkup
from telegram.error import BadRequest

from bot import messages
from bot.game.refused import Refused
from bot.ledger.lane import LaneFull
from bot.ledger.ledger import FILES, IMPORTS, NothingReserved
from bot.play.errors import OtherGame, UserError
from bot.pool.engine import AskedTooOften, EngineBusy, EngineLost
from bot.render.buttons.playing import SwitchGame
from bot.render.hint_words import name
from bot.render.keyboard import keyboard
from bot.store.seam.not_stored import NotStored
from bot.telegram.conversation import Conversation
from engine.board import InvalidGrid
from engine.difficulty import Difficulty
from engine.search import BudgetSpent
from engine.techniques import Technique

KEYS: Final[Mapping[type[BaseException], str]] = {
    BudgetSpent: "engine.too_hard",
    EngineBusy: "engine.busy",
    EngineLost: "engine.lost",
    NotStored: "error.not_stored",
}

UNEDITABLE: Final = re.compile(r"message to edit|can't be edited", re.IGNORECASE)
"""How Telegram refuses to edit a message that was deleted meanwhile, or that is a picture where
the pressed button belongs to a text, as forged data may say."""

log = logging.getLogger(__name__)


def wording(error: BaseException) -> tuple[str, dict[str, object]] | None:
    """The message key and its values for an error that is no bug; None for a bug."""
    match error:
        case UserError():
            worded = error.key, dict(error.values)
        case Refused():
            worded = f"refused.{error.key}", dict(error.values)
        case InvalidGrid():
            worded = f"invalid.{error.reason}", dict(error.details)
        case BadRequest(message=why) if UNEDITABLE.search(why):
            worded = "junk.changed", {}
        case AskedTooOften() | LaneFull():
            worded = "engine.too_often", {"count": error.seconds}
        case NothingReserved(kind=kind):
            worded = "file.busy" if kind in {FILES, IMPORTS} else "engine.busy", {}
        case _:
            found = (key for kind, key in KEYS.items() if isinstance(error, kind))
            return next(((key, {}) for key in found), None)
    return worded


def in_words(
    context: Conversation, key: str, values: Mapping[str, object]
) -> tuple[str, dict[str, object]]:
    """The key, and the values with difficulties and techniques named in the person's language."""
    return key, {each: _named(context, value) for each, value in values.items()}


def way_out(language: str, error: BaseException) -> InlineKeyboardMarkup | None:
    """The button that leads out of the situation of an error; None for most errors."""
    if not isinstance(error, OtherGame):
        return None
    label = messages.text(language, "button.switch", game=error.game_id)
    return keyboard([[(label, SwitchGame(error.game_id))]])


def _named(context: Conversation, value: object) -> object:
    match value:
        case Difficulty():
            return context.text(f"difficulty.{value}")
        case Technique():
            return name(context.language, value)
        case _:
            return value
