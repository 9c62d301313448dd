"""/deleteme: everything about a person goes, after one question."""

from bot.handlers.routes import command, own_press
from bot.render.keyboard import keyboard
from bot.store import users
from bot.telegram.context import Context
from bot.telegram.replies import change, say


async def deleteme(context: Context) -> None:
    buttons = [
        [(context.text("button.no_delete"), f"keepme:{context.user.id}")],
        [(context.text("button.yes_delete"), f"yesdelete:{context.user.id}")],
    ]
    await say(context, context.html("deleteme.question"), keyboard(buttons))


async def yes_pressed(context: Context) -> None:
    done = context.html("deleteme.done")
    await users.delete_user(context.database, context.user.id)
    await change(context, context.pressed_message, done, None)


async def keep_pressed(context: Context) -> None:
    await change(context, context.pressed_message, context.html("deleteme.kept"), None)


HANDLERS = (
    command("deleteme", deleteme),
    own_press("yesdelete", yes_pressed),
    own_press("keepme", keep_pressed),
)
