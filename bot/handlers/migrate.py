"""A group has become a supergroup, with another number: it keeps all it had."""

from telegram.ext import filters

from bot.handlers.routes import message
from bot.store import chats
from bot.telegram.context import Context


async def migrate(context: Context) -> None:
    """Telegram says it in both chats; the old one names the new and the other way round."""
    if context.message is None:
        return
    new, old = context.message.migrate_to_chat_id, context.message.migrate_from_chat_id
    if new is not None:
        await chats.move(context.database, context.chat_id, new)
    elif old is not None:
        await chats.move(context.database, old, context.chat_id)


HANDLERS = (message(filters.StatusUpdate.MIGRATE, migrate),)
