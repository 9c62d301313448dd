"""How a pressed button finds its handler: by the type of the action that is read from its data."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final

from telegram import Update
from telegram.ext import CallbackQueryHandler

from bot.handlers.routes import Handler, Press, module_of, run
from bot.play.errors import UserError
from bot.render.buttons.action import Action, Owned
from bot.render.keyboard import read
from bot.telegram.context import Context

UNKNOWN: Final = "junk"
"""What the logs and the metrics call the handler of a button that does nothing any more."""

Table = Mapping[type[Action], Press]


def table(presses: Iterable[Press]) -> Table:
    """The handlers by their types of action; ValueError where two have the same."""
    found = dict[type[Action], Press]()
    for press in presses:
        if press.action in found:
            raise ValueError(f"two handlers of {press.action.__name__}")
        found[press.action] = press
    return found


def dispatcher(handlers: Table) -> Handler:
    """The handler of all pressed buttons."""

    async def pressed(update: Update, context: Context) -> None:
        query = update.callback_query
        action = read((query.data if query else None) or "")
        press = handlers.get(type(action)) if action else None
        name = module_of(press.function) if press else UNKNOWN
        await run(name, partial(_handle, action=action, press=press), update, context)

    return CallbackQueryHandler(pressed)


async def _handle(context: Context, action: Action | None, press: Press | None) -> None:
    if action is None or press is None:
        raise UserError("junk.old_button")
    if isinstance(action, Owned) and action.person != context.user.id:
        raise UserError("junk.not_yours")
    await press.function(context, action)
