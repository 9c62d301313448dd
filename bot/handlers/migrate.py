"""Moves everything of a group to its supergroup, which has another number."""

from telegram.ext import filters

from bot.chat.making import follow_group
from bot.handlers.routes import message
from bot.telegram.context import Context


async def migrate(context: Context) -> None:
    """Handles either message: Telegram sends one to each chat, which names the other chat."""
    if context.message is None:
        return
    new, old = context.message.migrate_to_chat_id, context.message.migrate_from_chat_id
    if new is not None:
        await follow_group(context.sudoku, context.chat_id, new)
    elif old is not None:
        await follow_group(context.sudoku, old, context.chat_id)


HANDLERS = (message(filters.StatusUpdate.MIGRATE, migrate),)
