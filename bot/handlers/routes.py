"""How an update finds its handler: a command, a pressed button, or another kind of message.

A handler is `async def name(context) -> None`, that of a button `async def name(context, action)`.
Before it runs, the update has arrived: the person is known and stored; after it, a pressed button
is answered, whatever happened.
"""

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from telegram import Update
from telegram.ext import BaseHandler, CommandHandler, MessageHandler, filters

from bot.chat import boards
from bot.chat.errors import report
from bot.operate.metrics import taken_by
from bot.render.buttons.action import Action
from bot.telegram.context import Context

Handle = Callable[[Context], Awaitable[None]]
Handler = BaseHandler[Any, Context, Any]
SomeAction = TypeVar("SomeAction", bound=Action)


@dataclass(frozen=True, slots=True)
class Press:
    """The handler of the buttons with one type of action."""

    action: type[Action]
    function: Callable[[Context, Any], Awaitable[None]]


def command(name: str, function: Handle) -> Handler:
    """`/name`, `/name@TheBot` and what stands behind it; edited messages do not count."""
    return CommandHandler(name, _run(name, function), filters=filters.UpdateType.MESSAGE)


def press(
    action: type[SomeAction], function: Callable[[Context, SomeAction], Awaitable[None]]
) -> Press:
    """A pressed button with an action of this type, which the handler takes its arguments from."""
    return Press(action, function)


def message(kind: filters.BaseFilter, function: Handle) -> Handler:
    """A message of some kind; edited messages do not count."""
    return MessageHandler(filters.UpdateType.MESSAGE & kind, _run(module_of(function), function))


def module_of(function: Callable[..., Awaitable[None]]) -> str:
    """What the logs and the metrics call a handler."""
    return function.__module__.rpartition(".")[2]


async def run(name: str, function: Handle, update: Update, context: Context) -> None:
    """Has an update handled under a name; every error becomes an answer."""
    taken_by(name)
    if not await context.arrive(update):
        return
    mark = context.visit.update
    try:
        if mark and mark.game_id is not None:
            await boards.resume(context, mark.game_id)
        else:
            await function(context)
    except Exception as error:  # noqa: BLE001 - every error becomes an answer, bugs a log too
        await report(context, error)
    await context.toast()
    if context.query is not None:
        await _catch_up(context)


def _run(name: str, function: Handle) -> Callable[[Update, Context], Coroutine[Any, Any, None]]:
    async def handle(update: Update, context: Context) -> None:
        await run(name, function, update, context)

    return handle


async def _catch_up(context: Context) -> None:
    try:
        await boards.catch_up(context)
    except Exception as error:  # noqa: BLE001 - as above
        await report(context, error)
