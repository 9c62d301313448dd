"""How an update finds its handler: a command, a pressed button, or another kind of message.

Every handler is `async def name(context) -> None`. Before it runs, the update has arrived: the
person is known and stored; after it, a pressed button is answered, whatever happened.
"""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from telegram import Update
from telegram.ext import BaseHandler, CallbackQueryHandler, CommandHandler, MessageHandler, filters

from bot.chat import table
from bot.chat.errors import UserError, report
from bot.chat.table import catch_up
from bot.operate.current_update import taken_by
from bot.store import users
from bot.telegram.context import Context
from bot.telegram.replies import toast

Handle = Callable[[Context], Awaitable[None]]
Handler = BaseHandler[Any, Context, Any]


def command(name: str, function: Handle) -> Handler:
    """`/name`, `/name@TheBot` and what stands behind it; edited messages do not count."""
    return CommandHandler(name, _run(function), filters=filters.UpdateType.MESSAGE)


def press(action: str, function: Handle) -> Handler:
    """A button whose data is `action` or `action:...`."""
    return CallbackQueryHandler(_run(function), pattern=rf"^{action}(:|$)")


def own_press(action: str, function: Handle) -> Handler:
    """A button `action:person:...` for that person only: in a group everybody sees it."""

    async def own(context: Context) -> None:
        if context.number != context.user.id:
            raise UserError("junk.not_yours")
        await function(context)

    return press(action, own)


def any_press(function: Handle) -> Handler:
    """Whatever button no other handler knows."""
    return CallbackQueryHandler(_run(function))


def message(kind: filters.BaseFilter, function: Handle) -> Handler:
    """A message of some kind; edited messages do not count."""
    return MessageHandler(filters.UpdateType.MESSAGE & kind, _run(function))


async def arrive(update: Update, context: Context) -> bool:
    """Fills the context in and notes that the person was here; False where there is nobody."""
    person, chat = update.effective_user, update.effective_chat
    if person is None or chat is None:
        return False
    context.update_id = update.update_id
    context.message, context.query = update.effective_message, update.callback_query
    context.chat_id, context.answered, context.queue_told = chat.id, False, False
    context.now = context.services.clock()
    context.user = await users.see(
        context.database, person.id, context.seconds, person.language_code
    )
    return True


def _run(function: Handle) -> Callable[[Update, Context], Coroutine[Any, Any, None]]:
    command = function.__module__.rpartition(".")[2]

    async def handle(update: Update, context: Context) -> None:
        taken_by(command)
        if not await arrive(update, context):
            return
        try:
            if context.begun and context.begun.game_id is not None:
                await table.resume(context, context.begun.game_id)
            else:
                await function(context)
        except Exception as error:  # noqa: BLE001 - every error becomes an answer, bugs a log too
            await report(context, error)
        await toast(context)
        if context.query is not None:
            await _catch_up(context)

    return handle


async def _catch_up(context: Context) -> None:
    try:
        await catch_up(context)
    except Exception as error:  # noqa: BLE001 - as above
        await report(context, error)
