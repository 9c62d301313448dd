"""Inline keyboards, made of labels and actions."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot import messages
from bot.render.buttons.action import Action
from bot.render.buttons.puzzles import MakePuzzle, OpenDaily
from bot.render.buttons.wire import data

KNOWN_BUTTONS: Final = 10_000
"""Those of some hundred boards, in two megabytes."""

Button = tuple[str, Action] | InlineKeyboardButton
"""What stands on a button and what it does; or one that does something else, ready made."""


def keyboard(rows: Iterable[Sequence[Button]]) -> InlineKeyboardMarkup:
    """A keyboard from rows of (label, action)."""
    return InlineKeyboardMarkup([[_ready(button) for button in row] for row in rows])


def next_keyboard(language: str, *, daily: bool = True) -> InlineKeyboardMarkup:
    """What to play now; without the daily where that is what was just played."""
    return keyboard([next_choices(language, daily=daily)])


def next_choices(language: str, *, daily: bool = True) -> list[Button]:
    """The row of buttons of `next_keyboard`."""
    choices: list[Button] = [(messages.text(language, "button.new"), MakePuzzle())]
    if daily:
        choices.insert(0, (messages.text(language, "button.daily"), OpenDaily()))
    return choices


def _ready(button: Button) -> InlineKeyboardButton:
    return button if isinstance(button, InlineKeyboardButton) else _with_action(*button)


@lru_cache(KNOWN_BUTTONS)
def _with_action(label: str, action: Action) -> InlineKeyboardButton:
    """From one move to the next most of a board's buttons stay as they are."""
    return _DataButton(label, callback_data=data(action))


class _DataButton(InlineKeyboardButton):
    """The library looks at all fields that a button may have, each time that it is sent."""

    __slots__ = ()

    def to_dict(self, recursive: bool = True) -> dict[str, Any]:  # noqa: ARG002, FBT001, FBT002 - the library's
        return {"text": self.text, "callback_data": self.callback_data}
