"""/unsubscribe: no more dailies by message."""

from bot.context import Context
from bot.replies import say
from bot.routes import command
from bot.store import subscriptions


async def unsubscribe(context: Context) -> None:
    was_on = await subscriptions.deactivate(context.database, context.chat_id, context.seconds)
    key = "subscribe.stopped" if was_on else "subscribe.not_subscribed"
    await say(context, context.html(key))


HANDLERS = (command("unsubscribe", unsubscribe),)
