"""Who in a group may change what belongs to everybody there."""

import logging

from telegram.error import TelegramError

from bot.play.errors import UserError
from bot.telegram.context import Context

log = logging.getLogger(__name__)


async def require_administrator(context: Context, refusal: str) -> None:
    """Raises UserError, with the key `refusal`, for somebody to whom this group does not belong."""
    try:
        may = await context.is_administrator()
    except TelegramError as error:
        log.warning("telegram: %s", error)
        raise UserError("group.cannot_ask") from error
    if not may:
        raise UserError(refusal)
