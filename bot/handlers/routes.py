"""What leads to a handler, as values: a command, a button, another kind of message, a new group.

A handler is `async def name(context) -> None`; the handler of a button takes the action as well.
`bot/handlers/dispatch.py` turns these values into handlers of the library.

What `may_overtake` only shows what is stored. It may be answered before an earlier message of its
chat that cannot be stored yet (`bot/telegram/early.py`).
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from telegram.ext import filters

from bot.render.buttons.action import Action
from bot.telegram.context import Context

Handle = Callable[[Context], Awaitable[None]]
SomeAction = TypeVar("SomeAction", bound=Action)


@dataclass(frozen=True, slots=True)
class Command:
    """`/name` or `/name@TheBot`, with the words behind it."""

    name: str
    function: Handle
    may_overtake: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """A message of some kind that is no command."""

    kind: filters.BaseFilter
    function: Handle


@dataclass(frozen=True, slots=True)
class Added:
    """The bot was added to a group."""

    function: Handle


@dataclass(frozen=True, slots=True)
class Press:
    """The buttons with one type of action."""

    action: type[Action]
    function: Callable[[Context, Any], Awaitable[None]]
    may_overtake: bool = False


def command(name: str, function: Handle, *, may_overtake: bool = False) -> Command:
    """The handler of a command."""
    return Command(name, function, may_overtake)


def message(kind: filters.BaseFilter, function: Handle) -> Message:
    """The handler of a kind of message."""
    return Message(kind, function)


def added(function: Handle) -> Added:
    """The handler of a group that the bot was added to."""
    return Added(function)


def press(
    action: type[SomeAction],
    function: Callable[[Context, SomeAction], Awaitable[None]],
    *,
    may_overtake: bool = False,
) -> Press:
    """The handler of a button, which gets the action that the button's data hold."""
    return Press(action, function, may_overtake)
