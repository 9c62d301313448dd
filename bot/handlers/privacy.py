"""/privacy: what is stored, what for, and how to have it deleted."""

from markupsafe import Markup

from bot.handlers.routes import command
from bot.telegram.context import Context


async def privacy(context: Context) -> None:
    words = [context.html("privacy.text", days=context.services.copy_days)]
    if context.services.keep_games_days is not None:
        words.append(context.html("privacy.kept_games", days=context.services.keep_games_days))
    await context.say(Markup("\n\n").join(words))


HANDLERS = (command("privacy", privacy, may_overtake=True),)
