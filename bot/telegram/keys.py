"""The keys below a message of the bot that somebody has pressed, or replied to.

The library would make an object of each key, and a 9x9 board has some eighty of them. All that the
bot asks of a keyboard that comes back are the data of its keys, so keyboards are set apart before
the library parses a message, and are read when somebody asks. They are those that Telegram says
the message has; a reader does not trust their form.
"""

from collections.abc import Iterator
from typing import Any, Final

from telegram import Message

APART: Final = "keys_apart"
"""Where the library keeps a field of a message that it does not know."""


def set_keys_apart(update: dict[str, Any]) -> None:
    """Keeps the library from parsing the keyboards in an update, which is changed in place."""
    for told in (update.get("callback_query"), update.get("message")):
        if isinstance(told, dict):
            for name in ("message", "reply_to_message"):
                message = told.get(name)
                if isinstance(message, dict) and "reply_markup" in message:
                    message[APART] = message.pop("reply_markup")


def has_keys(message: Message) -> bool:
    """Whether a message that came in an update has a keyboard."""
    return APART in message.api_kwargs


def data_of_keys(message: Message | None) -> Iterator[str]:
    """The data of the keys below a message that came in an update; keys without data are skipped.

    None has no keys.
    """
    keyboard = message.api_kwargs.get(APART) if message else None
    rows = keyboard.get("inline_keyboard") if isinstance(keyboard, dict) else None
    for row in rows if isinstance(rows, list) else ():
        for key in row if isinstance(row, list) else ():
            data = key.get("callback_data") if isinstance(key, dict) else None
            if isinstance(data, str):
                yield data
