"""Checks that somebody may change what belongs to everybody in a group."""

import logging

from telegram.error import TelegramError

from bot.play.errors import UserError
from bot.telegram.context import Context

log = logging.getLogger(__name__)


async def require_administrator(context: Context, refusal: str) -> None:
    """Raises UserError for somebody who is no administrator here, with the key `refusal`.

    Also raises it, with another key, if Telegram does not say who the administrators are.
    """
    try:
        may = await context.is_administrator()
    except TelegramError as error:
        log.warning("telegram: %s", error)
        raise UserError("group.cannot_ask") from error
    if not may:
        raise UserError(refusal)
