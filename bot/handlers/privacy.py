"""/privacy: what is stored, what for, and how to be rid of it."""

from bot.context import Context
from bot.replies import say
from bot.routes import command


async def privacy(context: Context) -> None:
    await say(context, context.html("privacy.text"))


HANDLERS = (command("privacy", privacy),)
