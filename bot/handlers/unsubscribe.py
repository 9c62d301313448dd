"""/unsubscribe: stops sending the daily to a chat."""

from bot.chat.administrators import require_administrator
from bot.handlers.routes import command
from bot.play import subscribe
from bot.telegram.context import Context


async def unsubscribe(context: Context) -> None:
    await require_administrator(context, "subscribe.administrators")
    was_on = await subscribe.unsubscribe(context.visit)
    key = "subscribe.stopped" if was_on else "subscribe.not_subscribed"
    await context.say(context.html(key))


HANDLERS = (command("unsubscribe", unsubscribe),)
