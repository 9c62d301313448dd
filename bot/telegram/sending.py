"""What a call sends, and whether a message that is there shows it."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any, Final

from telegram import InputFile, InputMediaPhoto, TelegramObject
from telegram.error import BadRequest

from bot.store.replies import EVERYTHING, RESULTS

Answer = bool | dict[str, Any] | list[dict[str, Any]]
Post = Callable[[str, dict[str, Any]], Awaitable[Answer]]
"""Makes a call of a method with its parameters; raises TelegramError."""

SENDS: Final = frozenset({"sendMessage", "sendPhoto", "sendDocument"})
"""The methods that send a message."""

_PLACE: Final = ("chat_id", "message_thread_id")


@dataclass(frozen=True)
class Sending:
    """A call of one of SENDS with its parameters; `post` makes calls with the same timeouts."""

    method: str
    data: Mapping[str, Any]
    post: Post

    @property
    def chat_id(self) -> int:
        """The chat that the message is for."""
        return int(self.data["chat_id"])

    @cached_property
    def digest(self) -> bytes:
        """Equal for equal messages to the same place."""
        return _digest(self.method, self.data)

    @cached_property
    def buttons(self) -> bytes | None:
        """Equal for boards of the same game after the same turns, whose other words may differ.

        None for a message without buttons.
        """
        if "reply_markup" not in self.data:
            return None
        return _digest(self.method, self._only(*_PLACE, "reply_markup"))

    async def is_own(self, number: int) -> bool:
        """Whether the chat has a message of the bot with this number; changes nothing.

        Raises TelegramError, but not BadRequest.
        """
        answer = await self._refusal("stopMessageLiveLocation", number, {})
        return "no live location" in answer

    async def is_shown_by(self, number: int) -> bool:
        """Edits the message with this number to this content; False if that is not certain.

        Raises TelegramError, but not BadRequest.
        """
        method, content = self._edit()
        answer = await self._refusal(method, number, content)
        # Of an edited caption the file may be another.
        return "not modified" in answer or (not answer and method != "editMessageCaption")

    async def _refusal(self, method: str, number: int, content: Mapping[str, Any]) -> str:
        """Why Telegram refuses a call about a message, in lower case; empty where it does not."""
        try:
            await self.post(method, {"chat_id": self.chat_id, "message_id": number, **content})
        except BadRequest as refusal:
            return refusal.message.lower()
        return ""

    def _edit(self) -> tuple[str, Mapping[str, Any]]:
        """The call that gives a message this content, of a file only its caption."""
        if self.method == "sendMessage":
            names = ("text", "parse_mode", "link_preview_options", "reply_markup")
            return "editMessageText", self._only(*names)
        if self.method == "sendDocument":
            return "editMessageCaption", self._only("caption", "parse_mode", "reply_markup")
        photo = InputMediaPhoto(
            _content(self.data["photo"]), self.data.get("caption"), self.data.get("parse_mode")
        )
        return "editMessageMedia", {"media": photo, **self._only("reply_markup")}

    def _only(self, *names: str) -> dict[str, Any]:
        return {name: self.data[name] for name in names if name in self.data}


def _digest(method: str, data: Mapping[str, Any]) -> bytes:
    digest = blake2b(method.encode(), digest_size=16)
    for name in sorted(data):
        content = _bytes(data[name])
        digest.update(f"\0{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.digest()


def _bytes(value: object) -> bytes:
    if isinstance(value, InputFile):
        # An export is made anew for each call, and an earlier one of them is as good.
        is_export = value.filename in {EVERYTHING, RESULTS}
        return value.filename.encode() if is_export else _content(value)
    if isinstance(value, TelegramObject):
        value = value.to_dict()
    if isinstance(value, dict):
        # One that was read from JSON has its parts in another order.
        return json.dumps(value, sort_keys=True).encode()
    # A text is another one as markup, so it is not written as its type would write it.
    return str(value).encode()


def _content(file: InputFile) -> bytes:
    content = file.input_file_content
    return content if isinstance(content, bytes) else content.read()
