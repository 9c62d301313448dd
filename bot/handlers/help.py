"""/help: one screen of what one can say."""

from bot.context import Context
from bot.render.keyboard import next_keyboard
from bot.replies import say
from bot.routes import command, press


async def help_(context: Context) -> None:
    await say(context, context.html("help.text"), next_keyboard(context.language))


HANDLERS = (command("help", help_), press("help", help_))
