"""The first words between a person and the bot."""

from bot import messages
from bot.render.keyboard import Button, keyboard
from bot.store import games, results
from bot.telegram.context import Context
from bot.telegram.replies import say


async def greet(context: Context, *, is_first: bool) -> None:
    """Says hello, and what one can do here."""
    choices: list[list[Button]] = [
        [(context.text("button.daily"), "daily"), (context.text("button.new"), "new")],
        [(context.text("button.help"), "help")],
        [(f"🌐 {_languages()}", "language")],
    ]
    if is_first:
        choices.insert(0, [(context.text("button.first"), "first")])
        await say(context, context.html("start.hello"), keyboard(choices))
    else:
        await say(context, context.html("start.again"), keyboard(choices))


async def is_new(context: Context) -> bool:
    """Whether somebody alone with the bot has never played."""
    if not context.is_private:
        return False
    played = await games.current(context.database, context.chat_id)
    return played is None and not await results.of_user(context.database, context.user.id)


def _languages() -> str:
    return " · ".join(messages.text(code, "name.own") for code in messages.languages())
