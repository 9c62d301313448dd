"""/unsubscribe: no more dailies by message."""

from bot.handlers.routes import command
from bot.store import subscriptions
from bot.telegram.context import Context


async def unsubscribe(context: Context) -> None:
    async with context.database.transaction() as transaction:
        was_on = await subscriptions.deactivate(transaction, context.chat_id, context.seconds)
        if was_on:
            await context.visit.takes_effect(transaction)
    was_on = was_on or context.visit.is_repeated
    key = "subscribe.stopped" if was_on else "subscribe.not_subscribed"
    await context.say(context.html(key))


HANDLERS = (command("unsubscribe", unsubscribe),)
