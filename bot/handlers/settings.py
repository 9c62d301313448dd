"""/settings: the choices of a person or a group, changed by buttons."""

from collections.abc import Mapping, Sequence
from typing import Final

from markupsafe import Markup

from bot import messages
from bot.chat import owed
from bot.chat.administrators import require_administrator
from bot.game.keyboard import Keyboard
from bot.game.person import Group, GroupChoice, Policy, User
from bot.handlers.routes import command, press
from bot.play import evening, games
from bot.play import settings as choices
from bot.play.errors import UserError
from bot.render.buttons.action import Button
from bot.render.buttons.personal import (
    AskEvening,
    AskLanguage,
    ChangeGroup,
    ChangeLetters,
    ChangeLook,
    ChangeOrder,
    ChangePolicy,
    ChangeTheme,
    ChangeTimer,
)
from bot.render.keyboard import keyboard
from bot.render.preferences import Look
from bot.render.theme import THEMES
from bot.render.words import time_of_day
from bot.telegram.context import Context

LOOKS: Final = (Look.FULL, Look.COMPACT, Look.TALL, Look.IMAGE, Look.SPEAK)

IN_GROUP: Final[Mapping[GroupChoice, Sequence[str | bool]]] = {
    GroupChoice.LOOK: LOOKS,
    GroupChoice.THEME: tuple(THEMES),
    GroupChoice.POLICY: tuple(Policy),
    GroupChoice.TIMER: (True, False),
}


async def settings(context: Context) -> None:
    group = context.visit.group
    if group is None:
        await context.say(_title(context), await _buttons(context))
    else:
        await context.say(context.html("group.settings"), _buttons_of(context, group))


async def look_pressed(context: Context, _: ChangeLook) -> None:
    """Switches the person's look; pressed in a group, it does not change the board there."""
    before = context.user.board
    await _show_again(context, await choices.next_look(context.visit, LOOKS))
    if context.visit.group is None:
        await _tell_where_other(context, before, context.user.board)


async def theme_pressed(context: Context, _: ChangeTheme) -> None:
    await _show_again(context, await choices.next_theme(context.visit, tuple(THEMES)))


async def policy_pressed(context: Context, _: ChangePolicy) -> None:
    await _show_again(context, await choices.next_policy(context.visit))


async def timer_pressed(context: Context, _: ChangeTimer) -> None:
    await _show_again(context, await choices.switch_timer(context.visit))


async def order_pressed(context: Context, _: ChangeOrder) -> None:
    await _show_again(context, await choices.switch_order(context.visit))


async def letters_pressed(context: Context, _: ChangeLetters) -> None:
    await _show_again(context, await choices.next_letters(context.visit))


async def group_pressed(context: Context, action: ChangeGroup) -> None:
    """Switches a choice of the group for an administrator; the live board is redrawn later."""
    before = context.visit.group
    if before is None:
        raise UserError("junk.old_button")
    await require_administrator(context, "group.administrators")
    values = IN_GROUP[action.choice]
    group = await choices.next_in_group(context.visit, before, action.choice, values)
    context.group_is_now(group)
    await owed.owe_live_board(context)
    title = context.html("group.settings")
    await context.change(context.pressed_message, title, _buttons_of(context, group))
    await _tell_where_other(context, before.board, group.board)


async def _tell_where_other(context: Context, before: str, look: str) -> None:
    """Tells how to see the board if it turns into a picture or back into a text.

    The edit that `owe_live_board` has asked for cannot turn a picture into a text, and a new
    message would push the settings off the screen while somebody looks through the choices.
    """
    is_turned = Look.IMAGE in {before, look} and before != look
    if is_turned and await games.find_current(context.visit) is not None:
        await context.toast(context.text("looks.next"))


async def _show_again(context: Context, user: User) -> None:
    """Shows the changed settings; the live board is redrawn with them later."""
    context.is_now(user)
    await owed.owe_live_board(context)
    await context.change(context.pressed_message, _title(context), await _buttons(context))


def _title(context: Context) -> str:
    zone = context.user.zone
    words = context.html("settings.zone", zone=zone) if zone else None
    told = words or context.html("settings.zone_unknown")
    return Markup("\n").join([context.html("settings.title"), told, context.html("settings.press")])


async def _buttons(context: Context) -> Keyboard:
    person = context.user
    minute = await evening.minute_of(context.visit)
    reminder = context.text("settings.evening_off")
    if minute is not None:
        reminder = context.text("settings.evening_on", time=time_of_day(minute))
    order = "settings.digit_first" if person.digit_first else "settings.cell_first"
    timer = "settings.timer_on" if person.timer else "settings.timer_off"
    buttons: list[Button] = [
        (context.text(f"settings.look_{Look(person.board)}"), ChangeLook(person.id)),
        (context.text(f"settings.theme_{person.theme}"), ChangeTheme(person.id)),
        (context.text(f"settings.policy_{person.policy}"), ChangePolicy(person.id)),
        (context.text(timer), ChangeTimer(person.id)),
        (context.text(order), ChangeOrder(person.id)),
        (context.text(f"settings.letters_{person.letters}"), ChangeLetters(person.id)),
        (reminder, AskEvening(person.id)),
        (f"🌐 {context.text('name.own')}", AskLanguage()),
    ]
    return keyboard([button] for button in buttons)


def _buttons_of(context: Context, group: Group) -> Keyboard:
    timer = "settings.timer_on" if group.timer else "settings.timer_off"
    language = messages.text(context.board_language, "name.own")
    buttons: list[Button] = [
        (context.text(f"settings.look_{Look(group.board)}"), ChangeGroup(GroupChoice.LOOK)),
        (context.text(f"settings.theme_{group.theme}"), ChangeGroup(GroupChoice.THEME)),
        (context.text(f"settings.policy_{group.policy}"), ChangeGroup(GroupChoice.POLICY)),
        (context.text(timer), ChangeGroup(GroupChoice.TIMER)),
        (f"🌐 {language}", AskLanguage()),
    ]
    return keyboard([button] for button in buttons)


HANDLERS = (command("settings", settings, may_overtake=True),)
PRESSED = (
    press(ChangeLook, look_pressed),
    press(ChangeTheme, theme_pressed),
    press(ChangePolicy, policy_pressed),
    press(ChangeTimer, timer_pressed),
    press(ChangeGroup, group_pressed),
    press(ChangeOrder, order_pressed),
    press(ChangeLetters, letters_pressed),
)
