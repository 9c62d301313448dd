"""/privacy: what is stored, what for, and how to have it deleted."""

from bot.handlers.routes import command
from bot.telegram.context import Context


async def privacy(context: Context) -> None:
    await context.say(context.html("privacy.text", days=context.services.copy_days))


HANDLERS = (command("privacy", privacy, may_overtake=True),)
