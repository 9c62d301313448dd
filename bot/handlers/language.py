"""/language: which language the bot speaks with a person."""

from bot import messages
from bot.handlers.routes import command, own_press, press
from bot.render.keyboard import keyboard
from bot.store import users
from bot.telegram.context import Context
from bot.telegram.replies import change, say


async def language(context: Context) -> None:
    typed = " ".join(context.words).strip().lower()
    chosen = _known(typed)
    if chosen:
        await users.set_language(context.database, context.user.id, chosen)
        await say(context, messages.html(chosen, "language.chosen"))
        return
    question = context.html("language.choose")
    if typed:
        question = context.html("language.unknown", word=typed[:30])
    choices = [
        [(messages.text(code, "name.own"), f"speak:{context.user.id}:{code}")]
        for code in messages.languages()
    ]
    await say(context, question, keyboard(choices))


async def speak_pressed(context: Context) -> None:
    chosen = _known("".join(context.arguments[1:2])) or context.language
    await users.set_language(context.database, context.user.id, chosen)
    await change(context, context.pressed_message, messages.html(chosen, "language.chosen"), None)


def _known(typed: str) -> str | None:
    """The language whose code, own name or other names was typed."""
    for code in messages.languages():
        names = {code, *messages.text(code, "name.also").split()}
        if typed in names:
            return code
    return None


HANDLERS = (
    command("language", language),
    press("language", language),
    own_press("speak", speak_pressed),
)
