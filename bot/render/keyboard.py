"""Inline keyboards. The data of a button is `action:argument:...`, at most 64 bytes."""

from collections.abc import Iterable, Sequence

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot import messages

Button = tuple[str, str]
"""What stands on a button and what it does."""


def keyboard(rows: Iterable[Sequence[Button]]) -> InlineKeyboardMarkup:
    """A keyboard from rows of (label, data)."""
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(label, callback_data=data) for label, data in row] for row in rows]
    )


def board_keyboard(language: str, game_id: int, done: int) -> InlineKeyboardMarkup:
    """What one can do with a game; `done` tells an old board from the live one."""
    here = f"{game_id}:{done}"
    return keyboard(
        [
            [
                ("↩", f"undo:{here}"),
                ("↪", f"redo:{here}"),
                (messages.text(language, "button.check"), f"check:{here}"),
                (messages.text(language, "button.hint"), f"hint:{here}"),
                (messages.text(language, "button.more"), f"more:{here}"),
            ]
        ]
    )


def more_keyboard(language: str, game_id: int, done: int) -> InlineKeyboardMarkup:
    """The second page of a board's keyboard."""
    here = f"{game_id}:{done}"
    return keyboard(
        [
            [
                (messages.text(language, "button.giveup"), f"giveup:{game_id}"),
                (messages.text(language, "button.games"), "games"),
            ],
            [
                (messages.text(language, "button.new"), "new"),
                (messages.text(language, "button.back"), f"board:{here}"),
            ],
        ]
    )


def next_keyboard(language: str, *, daily: bool = True) -> InlineKeyboardMarkup:
    """What to play now; without the daily where that is what was just played."""
    choices = [(messages.text(language, "button.new"), "new")]
    if daily:
        choices.insert(0, (messages.text(language, "button.daily"), "daily"))
    return keyboard([choices])
