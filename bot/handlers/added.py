"""The first words in a group."""

from bot.handlers.routes import added
from bot.telegram.context import Context


async def greet(context: Context) -> None:
    """Says in a line how a group plays, to those who have just added the bot."""
    await context.say(context.html("group.hello"))


HANDLERS = (added(greet),)
