"""/settings: how things look and work for one person, changed by pressing."""

from typing import Final

from telegram import InlineKeyboardMarkup

from bot.chat import boards
from bot.game.person import User
from bot.handlers.routes import command, press
from bot.play import games
from bot.play import settings as choices
from bot.render.buttons.action import Button
from bot.render.buttons.personal import (
    AskLanguage,
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
from bot.telegram.context import Context

LOOKS: Final = (Look.FULL, Look.COMPACT, Look.IMAGE, Look.SPEAK)


async def settings(context: Context) -> None:
    await context.say(_title(context), _buttons(context))


async def look_pressed(context: Context, _: ChangeLook) -> None:
    """In private the board is sent again at once where it becomes a picture, or a text again."""
    before = context.user.board
    await _show_again(context, await choices.next_look(context.visit, LOOKS))
    look = context.user.board
    if Look.IMAGE in {before, look} and before != look and context.is_private:
        stored = await games.find_current(context.visit)
        if stored is not None:
            await boards.show(context, stored)


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


async def _show_again(context: Context, user: User) -> None:
    """Shows the changed settings; the live board is drawn with them later."""
    context.is_now(user)
    await boards.owe_live_board(context)
    await context.change(context.pressed_message, _title(context), _buttons(context))


def _title(context: Context) -> str:
    zone = context.user.zone
    words = context.html("settings.zone", zone=zone) if zone else None
    return context.html("settings.title") + "\n" + (words or context.html("settings.zone_unknown"))


def _buttons(context: Context) -> InlineKeyboardMarkup:
    person = context.user
    order = "settings.digit_first" if person.digit_first else "settings.cell_first"
    timer = "settings.timer_on" if person.timer else "settings.timer_off"
    buttons: list[Button] = [
        (context.text(f"settings.look_{person.board}"), ChangeLook(person.id)),
        (context.text(f"settings.policy_{person.policy}"), ChangePolicy(person.id)),
        (context.text(timer), ChangeTimer(person.id)),
        (context.text(order), ChangeOrder(person.id)),
        (context.text(f"settings.letters_{person.letters}"), ChangeLetters(person.id)),
        (f"🌐 {context.text('name.own')}", AskLanguage()),
    ]
    if person.board == Look.IMAGE:
        buttons.insert(1, (context.text(f"settings.theme_{person.theme}"), ChangeTheme(person.id)))
    return keyboard([button] for button in buttons)


HANDLERS = (command("settings", settings),)
PRESSED = (
    press(ChangeLook, look_pressed),
    press(ChangeTheme, theme_pressed),
    press(ChangePolicy, policy_pressed),
    press(ChangeTimer, timer_pressed),
    press(ChangeOrder, order_pressed),
    press(ChangeLetters, letters_pressed),
)
