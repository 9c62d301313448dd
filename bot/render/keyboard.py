"""Inline keyboards. The data of a button is `action:argument:...`, at most 64 bytes."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot import messages

KNOWN_BUTTONS: Final = 10_000
"""Those of some hundred boards, in two megabytes."""

Button = tuple[str, str] | InlineKeyboardButton
"""What stands on a button and what it does; or one that does something else, ready made."""


def keyboard(rows: Iterable[Sequence[Button]]) -> InlineKeyboardMarkup:
    """A keyboard from rows of (label, data)."""
    return InlineKeyboardMarkup([[_ready(button) for button in row] for row in rows])


def next_keyboard(language: str, *, daily: bool = True) -> InlineKeyboardMarkup:
    """What to play now; without the daily where that is what was just played."""
    choices = [(messages.text(language, "button.new"), "new")]
    if daily:
        choices.insert(0, (messages.text(language, "button.daily"), "daily"))
    return keyboard([choices])


def _ready(button: Button) -> InlineKeyboardButton:
    return button if isinstance(button, InlineKeyboardButton) else _with_data(*button)


@lru_cache(KNOWN_BUTTONS)
def _with_data(label: str, data: str) -> InlineKeyboardButton:
    """From one move to the next most of a board's buttons stay as they are."""
    return _DataButton(label, callback_data=data)


class _DataButton(InlineKeyboardButton):
    """The library looks at all fields that a button may have, each time that it is sent."""

    __slots__ = ()

    def to_dict(self, recursive: bool = True) -> dict[str, Any]:  # noqa: ARG002, FBT001, FBT002 - the library's
        return {"text": self.text, "callback_data": self.callback_data}
