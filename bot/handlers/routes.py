"""What leads to a handler, as values: a command, a button, or another kind of message.

A handler is `async def name(context) -> None`, that of a button `async def name(context, action)`.
`bot/handlers/dispatch.py` makes of these values what the library understands.
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
    """`/name`, `/name@TheBot` and what stands behind it."""

    name: str
    function: Handle


@dataclass(frozen=True, slots=True)
class Message:
    """A message of some kind that is no command."""

    kind: filters.BaseFilter
    function: Handle


@dataclass(frozen=True, slots=True)
class Press:
    """The buttons with one type of action."""

    action: type[Action]
    function: Callable[[Context, Any], Awaitable[None]]


def command(name: str, function: Handle) -> Command:
    """The handler of a command."""
    return Command(name, function)


def message(kind: filters.BaseFilter, function: Handle) -> Message:
    """The handler of a kind of message."""
    return Message(kind, function)


def press(
    action: type[SomeAction], function: Callable[[Context, SomeAction], Awaitable[None]]
) -> Press:
    """The handler of a button, which takes its arguments from the action."""
    return Press(action, function)
