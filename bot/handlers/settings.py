"""/settings: how things look and work for one person, changed by pressing."""

from dataclasses import replace

from telegram import InlineKeyboardMarkup

from bot.context import Context
from bot.game.entry import Letters
from bot.render.keyboard import keyboard
from bot.replies import change, say
from bot.routes import command, own_press
from bot.store import users


async def settings(context: Context) -> None:
    await say(context, _title(context), _choices(context))


async def letters_pressed(context: Context) -> None:
    other = Letters.COLUMN if context.user.letters == Letters.ROW else Letters.ROW
    async with context.database.transaction() as transaction:
        await users.set_letters(transaction, context.user.id, other)
        await context.takes_effect(transaction)
    context.user = replace(context.user, letters=other)
    await _show_again(context)


async def look_pressed(context: Context) -> None:
    other = "compact" if context.user.board == "full" else "full"
    async with context.database.transaction() as transaction:
        await users.set_board(transaction, context.user.id, other)
        await context.takes_effect(transaction)
    context.user = replace(context.user, board=other)
    await _show_again(context)


async def _show_again(context: Context) -> None:
    await change(context, context.pressed_message, _title(context), _choices(context))


def _title(context: Context) -> str:
    zone = context.user.zone
    words = context.html("settings.zone", zone=zone) if zone else None
    return context.html("settings.title") + "\n" + (words or context.html("settings.zone_unknown"))


def _choices(context: Context) -> InlineKeyboardMarkup:
    person = context.user
    return keyboard(
        [
            [(context.text(f"settings.letters_{person.letters}"), f"letters:{person.id}")],
            [(context.text(f"settings.look_{person.board}"), f"look:{person.id}")],
            [(f"🌐 {context.text('name.own')}", "language")],
        ]
    )


HANDLERS = (
    command("settings", settings),
    own_press("letters", letters_pressed),
    own_press("look", look_pressed),
)
