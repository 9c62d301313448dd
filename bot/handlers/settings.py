"""/settings: how things look and work for one person, changed by pressing."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from telegram import InlineKeyboardMarkup

from bot.chat import boards
from bot.game.entry import Letters
from bot.game.mistakes import Policy
from bot.handlers.routes import command, press
from bot.play import games
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
from bot.store import users
from bot.store.source import Source
from bot.telegram.context import Context

LOOKS: Final = (Look.FULL, Look.COMPACT, Look.IMAGE, Look.SPEAK)


async def settings(context: Context) -> None:
    await context.say(_title(context), _choices(context))


async def look_pressed(context: Context, _: ChangeLook) -> None:
    """A board of the person's own that becomes a picture, or a text again, comes anew at once."""
    before, look = context.user.board, _next(context, context.user.board, LOOKS)
    await _keep(context, lambda source: users.set_board(source, context.user.id, look))
    await _show_again(context, board=look)
    if Look.IMAGE in {before, look} and before != look and context.chat_id == context.user.id:
        stored = await games.find_current(context.visit)
        if stored is not None:
            await boards.show(context, stored)


async def theme_pressed(context: Context, _: ChangeTheme) -> None:
    theme = _next(context, context.user.theme, tuple(THEMES))
    await _keep(context, lambda source: users.set_theme(source, context.user.id, theme))
    await _show_again(context, theme=theme)


async def policy_pressed(context: Context, _: ChangePolicy) -> None:
    policy = _next(context, context.user.policy, tuple(Policy))
    await _keep(context, lambda source: users.set_policy(source, context.user.id, policy))
    await _show_again(context, policy=policy)


async def timer_pressed(context: Context, _: ChangeTimer) -> None:
    shown = context.user.timer if context.visit.is_repeated else not context.user.timer
    await _keep(context, lambda source: users.set_timer(source, context.user.id, shown=shown))
    await _show_again(context, timer=shown)


async def order_pressed(context: Context, _: ChangeOrder) -> None:
    chosen = context.user.digit_first if context.visit.is_repeated else not context.user.digit_first
    await _keep(
        context, lambda source: users.set_digit_first(source, context.user.id, chosen=chosen)
    )
    await _show_again(context, digit_first=chosen)


async def letters_pressed(context: Context, _: ChangeLetters) -> None:
    letters = _next(context, context.user.letters, tuple(Letters))
    await _keep(context, lambda source: users.set_letters(source, context.user.id, letters))
    await _show_again(context, letters=letters)


async def _keep(context: Context, store: Callable[[Source], Awaitable[None]]) -> None:
    """Stores a choice; what is pressed once changes once, whatever happens in between."""
    async with context.database.transaction() as transaction:
        await store(transaction)
        await context.visit.takes_effect(transaction)


async def _show_again(context: Context, **changed: Any) -> None:
    """The live board follows."""
    context.is_now(replace(context.user, **changed))
    await boards.owe_live_board(context)
    await context.change(context.pressed_message, _title(context), _choices(context))


def _next(context: Context, present: str, choices: Sequence[str]) -> str:
    """The choice after the present one, which after a crash may be this press's own already."""
    if context.visit.is_repeated:
        return present
    at = choices.index(present) if present in choices else -1
    return choices[(at + 1) % len(choices)]


def _title(context: Context) -> str:
    zone = context.user.zone
    words = context.html("settings.zone", zone=zone) if zone else None
    return context.html("settings.title") + "\n" + (words or context.html("settings.zone_unknown"))


def _choices(context: Context) -> InlineKeyboardMarkup:
    person = context.user
    order = "settings.digit_first" if person.digit_first else "settings.cell_first"
    timer = "settings.timer_on" if person.timer else "settings.timer_off"
    rows: list[Button] = [
        (context.text(f"settings.look_{person.board}"), ChangeLook(person.id)),
        (context.text(f"settings.policy_{person.policy}"), ChangePolicy(person.id)),
        (context.text(timer), ChangeTimer(person.id)),
        (context.text(order), ChangeOrder(person.id)),
        (context.text(f"settings.letters_{person.letters}"), ChangeLetters(person.id)),
        (f"🌐 {context.text('name.own')}", AskLanguage()),
    ]
    if person.board == Look.IMAGE:
        rows.insert(1, (context.text(f"settings.theme_{person.theme}"), ChangeTheme(person.id)))
    return keyboard([row] for row in rows)


HANDLERS = (command("settings", settings),)
PRESSED = (
    press(ChangeLook, look_pressed),
    press(ChangeTheme, theme_pressed),
    press(ChangePolicy, policy_pressed),
    press(ChangeTimer, timer_pressed),
    press(ChangeOrder, order_pressed),
    press(ChangeLetters, letters_pressed),
)
