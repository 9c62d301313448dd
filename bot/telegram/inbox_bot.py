"""The bot whose updates are stored before Telegram hears that they have arrived.

It also sends texts, which is most of what it does, without more objects than needed.
"""

from collections.abc import Sequence
from typing import Any, Final

from telegram import Update
from telegram.error import TelegramError
from telegram.ext import ExtBot
from telegram.request import BaseRequest

from bot.store.seam.not_stored import StoreError
from bot.telegram.connection import READ_SECONDS
from bot.telegram.gate import Lane
from bot.telegram.inbox import Inbox
from bot.telegram.measured_request import MeasuredRequest
from bot.telegram.updates import ReadUpdate, cut, read

MOST_AT_ONCE: Final = 100
"""The most updates in one batch, which is also Telegram's own limit."""


class UpdatesRequest(MeasuredRequest):
    """A request for getUpdates, whose result is the text of each update."""

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """The texts of the updates, or a refusal as the library reads it.

        Raises TelegramError for anything else.
        """
        texts = cut(payload.decode("utf-8", "replace"))
        if texts is not None:
            return {"result": texts}
        answer = MeasuredRequest.parse_json_payload(payload)
        if answer.get("ok") is False:
            return answer
        raise TelegramError("what came is no answer of Telegram")


class NothingStored(TelegramError):  # noqa: N818 - says what is
    """Raised when a batch of updates cannot be stored; Telegram sends it again."""

    def __init__(self, batch: Sequence[ReadUpdate], error: Exception) -> None:
        super().__init__(f"updates could not be stored: {error}")
        self.batch = batch


class StoredLater(TelegramError):  # noqa: N818 - says what is
    """Raised when a batch cannot be stored yet; Telegram sends it again.

    `updates` are those that are handled all the same (`bot.telegram.early`).
    """

    def __init__(self, updates: tuple[Update, ...], error: Exception) -> None:
        super().__init__(f"updates could not be stored yet: {error}")
        self.updates = updates


class InboxBot(ExtBot[Lane]):
    """A bot whose updates are stored before Telegram is told that they have arrived."""

    def __init__(self, inbox: Inbox, **parts: Any) -> None:
        super().__init__(**parts)
        self._inbox = inbox
        self._next: int | None = None
        # The numbers of the last batch, if it was handed over without having been stored.
        self._unstored: tuple[int, ...] = ()

    def __repr__(self) -> str:
        """Names the bot without its token, which the library's own text shows."""
        return f"InboxBot[{self.token.partition(':')[0]}]"

    async def get_updates(  # type: ignore[override]
        self, seconds: int = 0, allowed_updates: Sequence[str] = (), limit: int = MOST_AT_ONCE
    ) -> tuple[Update, ...]:
        """Stores a batch and returns its new updates; the next call confirms the whole batch.

        Waits up to `seconds` for the first update; the batch has at most `limit`. Raises
        TelegramError, after which the same batch comes again: StoredLater when the batch cannot be
        stored but was handed over, and NothingStored when it was not.
        """
        answered = self._inbox.early.answered_up_to(self._unstored) if self._unstored else None
        if answered is not None:
            self._next = answered + 1
        asked = {
            "offset": self._next,
            "limit": limit,
            "timeout": seconds,
            "allowed_updates": allowed_updates,
        }
        texts: Any = await self._post(
            "getUpdates",
            {name: value for name, value in asked.items() if value},
            read_timeout=READ_SECONDS + seconds,
        )
        if answered is not None:
            self._inbox.answered_early(answered)
        self._unstored = ()
        batch = [*read(texts, self)]
        if texts and not batch:
            # No number, so nothing can be confirmed, and the same texts would come again at once.
            raise TelegramError("what came holds no update")
        try:
            fresh = await self._inbox.receive(batch)
        except (StoreError, OSError) as refusal:
            raise await self._hand_over_early(batch, refusal) from refusal
        if batch:
            # Set only after the commit: the next call confirms all before this number.
            self._next = batch[-1].number + 1
        return fresh

    async def send_text(
        self, chat_id: int, html: str, lane: Lane | None, read_timeout: Any, **options: Any
    ) -> int:
        """Sends a text as `send_message` does; returns its number, as nobody asks for more.

        The library would make an object of all that Telegram tells of it, which took a twentieth of
        the time of a move.
        """
        unset = BaseRequest.DEFAULT_NONE
        said = {
            "chat_id": chat_id,
            "text": html,
            "parse_mode": unset,
            "link_preview_options": unset,
        }
        sent = await self._post(
            "sendMessage",
            {**said, **options},
            read_timeout=read_timeout,
            api_kwargs=self._merge_api_rl_kwargs(None, lane),
        )
        return int(sent["message_id"])

    async def _hand_over_early(
        self, batch: Sequence[ReadUpdate], refusal: Exception
    ) -> NothingStored | StoredLater:
        """What to raise for a batch that could not be stored."""
        try:
            updates = await self._inbox.hand_over_early(batch, refusal)
        except (StoreError, OSError) as error:
            return NothingStored(batch, error)
        self._unstored = tuple(one.number for one in batch)
        return StoredLater(updates, refusal)
