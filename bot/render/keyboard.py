"""Inline keyboards. The data of a button is `action:argument:...`, at most 64 bytes."""

from collections.abc import Iterable, Sequence

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot import messages

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
    if isinstance(button, InlineKeyboardButton):
        return button
    label, data = button
    return InlineKeyboardButton(label, callback_data=data)
