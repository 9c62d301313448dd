"""/language: the language in which the bot speaks to a person, or labels a group's boards."""

from dataclasses import replace

from markupsafe import Markup

from bot import messages
from bot.chat import owed
from bot.chat.administrators import require_administrator
from bot.handlers.routes import command, press
from bot.play.settings import choose_in_group, choose_language
from bot.render.buttons.action import Button
from bot.render.buttons.personal import AskLanguage, ChooseLanguage, SpeakInGroup
from bot.render.keyboard import keyboard
from bot.telegram.context import Context


async def language(context: Context) -> None:
    typed = " ".join(context.words).strip().lower()
    chosen = _known(typed)
    if chosen:
        await context.say(await _choose(context, chosen))
        return
    question = context.html("language.choose")
    if typed:
        question = context.html("language.unknown", word=typed[:30])
    choices = [[_choice(context, code)] for code in messages.languages()]
    await context.say(question, keyboard(choices))


async def language_pressed(context: Context, _: AskLanguage) -> None:
    await language(context)


async def speak_pressed(context: Context, action: ChooseLanguage) -> None:
    chosen = _known(action.code) or context.language
    context.is_now(await choose_language(context.visit, chosen))
    await context.change(context.pressed_message, context.html("language.chosen"), None)


async def group_pressed(context: Context, action: SpeakInGroup) -> None:
    chosen = _known(action.code) or context.board_language
    await context.change(context.pressed_message, await _choose(context, chosen), None)


def _choice(context: Context, code: str) -> Button:
    in_group = context.visit.group is not None
    action = SpeakInGroup(code) if in_group else ChooseLanguage(context.user.id, code)
    return messages.text(code, "name.own"), action


async def _choose(context: Context, code: str) -> Markup:
    """Sets the language of the person, or of the boards in a group; returns the answer."""
    if context.visit.group is None:
        context.is_now(await choose_language(context.visit, code))
        return context.html("language.chosen")
    await require_administrator(context, "group.administrators")
    group = replace(context.visit.group, language=code)
    context.group_is_now(await choose_in_group(context.visit, group))
    await owed.owe_live_board(context)
    return context.note("group.speaks")


def _known(typed: str) -> str | None:
    """The language whose code, own name or other names was typed."""
    for code in messages.languages():
        names = {code, *messages.text(code, "name.also").split()}
        if typed in names:
            return code
    return None


HANDLERS = (command("language", language),)
PRESSED = (
    press(AskLanguage, language_pressed),
    press(ChooseLanguage, speak_pressed),
    press(SpeakInGroup, group_pressed),
)
