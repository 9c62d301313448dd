"""/privacy: what is stored, what for, and how to be rid of it."""

from bot.handlers.routes import command
from bot.telegram.context import Context
from bot.telegram.replies import say


async def privacy(context: Context) -> None:
    await say(context, context.html("privacy.text"))


HANDLERS = (command("privacy", privacy),)
