"""/language: which language the bot speaks with a person."""

from bot import messages
from bot.handlers.routes import command, press
from bot.play.settings import choose_language
from bot.render.buttons.action import Button
from bot.render.buttons.personal import AskLanguage, ChooseLanguage
from bot.render.keyboard import keyboard
from bot.telegram.context import Context


async def language(context: Context) -> None:
    typed = " ".join(context.words).strip().lower()
    chosen = _known(typed)
    if chosen:
        context.is_now(await choose_language(context.visit, chosen))
        await context.say(context.html("language.chosen"))
        return
    question = context.html("language.choose")
    if typed:
        question = context.html("language.unknown", word=typed[:30])
    choices: list[list[Button]] = [
        [(messages.text(code, "name.own"), ChooseLanguage(context.user.id, code))]
        for code in messages.languages()
    ]
    await context.say(question, keyboard(choices))


async def language_pressed(context: Context, _: AskLanguage) -> None:
    await language(context)


async def speak_pressed(context: Context, action: ChooseLanguage) -> None:
    chosen = _known(action.code) or context.language
    context.is_now(await choose_language(context.visit, chosen))
    await context.change(context.pressed_message, context.html("language.chosen"), None)


def _known(typed: str) -> str | None:
    """The language whose code, own name or other names was typed."""
    for code in messages.languages():
        names = {code, *messages.text(code, "name.also").split()}
        if typed in names:
            return code
    return None


HANDLERS = (command("language", language),)
PRESSED = (press(AskLanguage, language_pressed), press(ChooseLanguage, speak_pressed))
