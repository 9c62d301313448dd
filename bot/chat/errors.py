"""Turns an error into what the person reads.

A UserError and the refusals of the rules and of the engine become a reply in the person's
language. Any other error is a bug, which is logged and apologised for.
"""

import logging
import re
from collections.abc import Mapping
from typing import Final

from telegram.error import BadRequest

from bot import messages
from bot.game.keyboard import Keyboard
from bot.game.refused import Refused
from bot.game.talk.details import Wanted
from bot.ledger.lane import LaneFull
from bot.ledger.ledger import FILES, IMPORTS, NothingReserved
from bot.play.errors import OtherGame, UserError
from bot.pool.engine import AskedTooOften, EngineBusy, EngineLost
from bot.render.buttons.playing import SwitchGame
from bot.render.buttons.puzzles import MakePuzzle
from bot.render.hint_words import name
from bot.render.keyboard import keyboard
from bot.render.wishes import wish_label
from bot.store.seam.not_stored import NotStored
from bot.telegram.conversation import Conversation
from engine.board import InvalidGrid
from engine.difficulty import RATED, Difficulty
from engine.notation import SIZES
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

MOST_APART: Final = 27
WITH_DIGIT: Final = (9, 16)
"""The sizes that are offered to somebody who places a digit beyond their board."""

log = logging.getLogger(__name__)


def wording(error: BaseException) -> tuple[str, dict[str, object]] | None:
    """The message key and its values for an error that is no bug; None for a bug."""
    match error:
        case UserError():
            worded = error.key, dict(error.values)
        case Refused():
            worded = f"refused.{error.key}", dict(error.values)
        case InvalidGrid():
            worded = invalid(error)
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


def invalid(error: InvalidGrid) -> tuple[str, dict[str, object]]:
    """The message key and its values for a text that is no board."""
    if error.reason == "size":
        return _of_size(int(error.details["count"]))
    return f"invalid.{error.reason}", dict(error.details)


def _of_size(count: int) -> tuple[str, dict[str, object]]:
    """How to say that so many cells make no board: how far they are from the one that is meant."""
    # Most puzzles are 9x9, and in a text as many cells as a third of one may be missing.
    size = RATED.size if abs(count - RATED.cell_count) <= MOST_APART else 0
    size = size or min(SIZES, key=lambda one: abs(count - one * one))
    kind, apart = ("few" if count < size * size else "many"), abs(count - size * size)
    return f"invalid.size_{kind}", {"count": count, "size": size, "apart": apart}


def in_words(
    context: Conversation, key: str, values: Mapping[str, object]
) -> tuple[str, dict[str, object]]:
    """The key, and the values with difficulties and techniques named in the person's language."""
    return key, {each: _named(context, value) for each, value in values.items()}


def way_out(language: str, error: BaseException) -> Keyboard | None:
    """The button that leads out of the situation of an error; None for most errors."""
    if isinstance(error, Refused) and error.key == "no_such_digit":
        return _larger(language, str(error.values["digit"]))
    if not isinstance(error, OtherGame):
        return None
    label = messages.text(language, "button.switch", game=error.game_id)
    return keyboard([[(label, SwitchGame(error.game_id))]])


def _larger(language: str, digit: str) -> Keyboard | None:
    """A new puzzle that has a digit, for somebody whose board is too small for it."""
    fitting = [size for size in WITH_DIGIT if digit.isdecimal() and 0 < int(digit) <= size]
    if not fitting:
        return None
    label = wish_label(language, Wanted("new", str(fitting[0])))
    return keyboard([[(label, MakePuzzle(fitting[0]))]])


def _named(context: Conversation, value: object) -> object:
    match value:
        case Difficulty():
            return context.text(f"difficulty.{value}")
        case Technique():
            return name(context.language, value)
        case _:
            return value
