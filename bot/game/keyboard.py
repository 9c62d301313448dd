"""The keys below a message, as Telegram takes them: plain data.

A board has some eighty keys, and all are sent again with each move. An object of the library for
each of them took ten times as long to make. A cache of such objects helped only where few people
play: with many it was always full, and the collector of cycles looked through all that came and
went there.
"""

from typing import NotRequired, TypedDict


class Key(TypedDict):
    """What a key says, and the one thing that it does."""

    text: str
    callback_data: NotRequired[str]
    copy_text: NotRequired[dict[str, str]]
    url: NotRequired[str]
    web_app: NotRequired[dict[str, str]]
    style: NotRequired[str]


class Keyboard(TypedDict):
    """The rows of keys below a message."""

    inline_keyboard: list[list[Key]]
