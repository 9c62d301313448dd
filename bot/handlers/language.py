"""/language: the language in which the bot speaks to a person, or labels a group's boards."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from markupsafe import Markup

from bot import messages
from bot.chat import owed
from bot.chat.administrators import require_administrator
from bot.game.keyboard import Keyboard
from bot.handlers.routes import command, press
from bot.play.settings import choose_in_group, choose_language
from bot.render.buttons.action import Action, Button
from bot.render.buttons.personal import AskLanguage, ChooseLanguage, SpeakInGroup
from bot.render.keyboard import keyboard
from bot.telegram.context import Context

Answer = Callable[[Markup, Keyboard | None], Awaitable[object]]
"""What sends the answer, or shows it in the place of the question."""


async def language(context: Context) -> None:
    typed = " ".join(context.words).strip().lower()
    chosen = _known(typed)
    if chosen:
        await _choose(context, chosen, context.say)
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
    await _speak(context, chosen, partial(context.change, context.pressed_message))


async def group_pressed(context: Context, action: SpeakInGroup) -> None:
    chosen = _known(action.code) or context.board_language
    await _choose(context, chosen, partial(context.change, context.pressed_message))


def _choice(context: Context, code: str) -> Button:
    in_group = context.visit.group is not None
    action = SpeakInGroup(code) if in_group else ChooseLanguage(context.user.id, code)
    return messages.text(code, "name.own"), action


async def _choose(context: Context, code: str, answer: Answer) -> None:
    """Sets the language of the person, or of the boards in a group."""
    if context.visit.group is None:
        await _speak(context, code, answer)
        return
    await require_administrator(context, "group.administrators")
    before = context.board_language
    group = replace(context.visit.group, language=code)
    context.group_is_now(await choose_in_group(context.visit, group))
    await owed.owe_live_board(context)
    way_back = _way_back(before, code, SpeakInGroup(before))
    await answer(context.note("group.speaks"), way_back)


async def _speak(context: Context, code: str, answer: Answer) -> None:
    """Sets the language of the person, whatever a group speaks."""
    before = context.own_language
    context.is_now(await choose_language(context.visit, code))
    way_back = _way_back(before, code, ChooseLanguage(context.user.id, before))
    await answer(context.html("language.chosen"), way_back)


def _way_back(before: str, chosen: str, action: Action) -> Keyboard | None:
    """The button to the language from before, in that language: some can read no other."""
    if before == chosen:
        return None
    return keyboard([[(messages.text(before, "button.language_back"), action)]])


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
