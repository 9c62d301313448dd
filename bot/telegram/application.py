"""python-telegram-bot's Application and its requests, as one running bot of ours uses them."""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import AbstractAsyncContextManager, suppress
from functools import partial
from time import monotonic
from typing import Any

from telegram import Update
from telegram.error import NetworkError, TelegramError, TimedOut
from telegram.ext import Application, ExtBot
from telegram.request import BaseRequest, RequestData

from bot import messages
from bot.game.place import Place
from bot.operate.metrics import Metrics
from bot.play.services import Services
from bot.telegram.chat_order import ChatOrder
from bot.telegram.flood import FloodControl, Lane
from bot.telegram.inbox import Inbox

log = logging.getLogger(__name__)


class SudokuApplication(
    Application[ExtBot[Lane], Any, dict[Any, Any], dict[Any, Any], dict[Any, Any], Any]
):
    """The Application that handlers work in.

    `stale_views` is set when a view was left stale and its drawing is up to the background.
    """

    def __init__(self, *, services: Services, inbox: Inbox, metrics: Metrics, **parts: Any) -> None:
        super().__init__(**parts)
        self.services = services
        self.inbox = inbox
        self.metrics = metrics
        self.stale_views = asyncio.Event()
        self._is_ending = False
        self._tasks: dict[tuple[Place, int], asyncio.Task[None]] = {}

    @property
    def order(self) -> ChatOrder:
        """Raises TypeError where the updates of a chat have no order."""
        order = self.update_processor
        if not isinstance(order, ChatOrder):
            raise TypeError("this application does not keep the order of a chat")
        return order

    def turn(self, chat_id: int) -> AbstractAsyncContextManager[None]:
        """For what goes on behind its handler: no update of the chat is at work meanwhile."""
        return self.order.turn(chat_id)

    def is_at_work(self, chat_id: int) -> bool:
        """Whether an update of the chat is at work, or what takes its turn in the same order."""
        return self.order.is_at_work(chat_id)

    def may_send(self, chat_id: int) -> bool:
        """Whether a message to the chat would be sent at once by Telegram's limits."""
        flood = self.bot.rate_limiter
        return not isinstance(flood, FloodControl) or flood.is_free(chat_id)

    def is_at_leisure(self, chat_id: int) -> bool:
        """Whether so much may be sent to the chat that nobody misses what a courtesy takes."""
        flood = self.bot.rate_limiter
        return not isinstance(flood, FloodControl) or flood.is_at_leisure(chat_id)

    def go_on(self, place: Place, message_id: int, work: Coroutine[Any, Any, None]) -> bool:
        """Does some work beside the handlers, behind the message that tells of it.

        False where it is not begun: it is done already, or all work has been ended.
        """
        key = place, message_id
        if self._is_ending or key in self._tasks:
            work.close()
            return False
        self._tasks[key] = asyncio.create_task(work)
        self._tasks[key].add_done_callback(partial(self._has_ended, key))
        return True

    def _has_ended(self, key: tuple[Place, int], task: asyncio.Task[None]) -> None:
        """Nobody waits for what is done beside the handlers, so what fails there is only logged."""
        del self._tasks[key]
        error = None if task.cancelled() else task.exception()
        if isinstance(error, TelegramError):
            log.warning("telegram: %s", error)
        elif error is not None:
            log.error("work beside the handlers failed", exc_info=error)

    def let_go(self, place: Place, message_id: int) -> None:
        """Ends the work behind a message where it is done in this process."""
        task = self._tasks.get((place, message_id))
        if task is not None:
            task.cancel()

    @property
    def work(self) -> tuple[asyncio.Task[None], ...]:
        """What is done beside the handlers now."""
        return tuple(self._tasks.values())

    async def end_work(self) -> None:
        """Ends all work beside the handlers, for good."""
        self._is_ending = True
        work = self.work
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)

    async def process_update(self, update: object) -> None:
        """Handles an update, after which the inbox need not keep it."""
        if isinstance(update, Update):
            await self.inbox.attempt(update.update_id)
        await super().process_update(update)
        if isinstance(update, Update):
            self.inbox.finish(update.update_id)

    async def leave_out(self, update: Update, is_first: bool) -> None:  # noqa: FBT001 - as LeaveOut
        """Lets go of an update of a chat that says too much at once, and says so once."""
        self.inbox.finish(update.update_id)
        person, chat = update.effective_user, update.effective_chat
        if not is_first or chat is None:
            return
        language = messages.language_for(None, person.language_code if person else None)
        with suppress(TelegramError):
            await self.bot.send_message(chat.id, messages.html(language, "junk.too_fast"))

    def __repr__(self) -> str:
        """Names the bot without its token, which the library's own text shows."""
        return f"SudokuApplication[{self.bot.token.partition(':')[0]}]"


class MeasuredRequest(BaseRequest):
    """Another request, whose answers and failures are counted; the token stays out of it."""

    def __init__(self, inner: BaseRequest, metrics: Metrics) -> None:
        self._inner = inner
        self._metrics = metrics

    @property
    def read_timeout(self) -> float | None:
        return self._inner.read_timeout

    async def initialize(self) -> None:
        """Opens the inner request."""
        await self._inner.initialize()

    async def shutdown(self) -> None:
        """Closes the inner request."""
        await self._inner.shutdown()

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """Reads an answer as the library does, without the keyboard of a message just sent.

        Nobody asks for it, and to make its buttons anew took a twelfth of the time of a move.
        """
        answer = BaseRequest.parse_json_payload(payload)
        if isinstance(sent := answer.get("result"), dict):
            sent.pop("reply_markup", None)
        return answer

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        *timeouts: Any,
        **named_timeouts: Any,
    ) -> tuple[int, bytes]:
        """Makes the call with the inner request, and measures it."""
        began = monotonic()
        try:
            status, answer = await self._inner.do_request(
                url, method, request_data, *timeouts, **named_timeouts
            )
        except NetworkError as error:
            self._metrics.telegram_errors.labels(_kind(error)).inc()
            raise
        if status >= 400:
            self._metrics.telegram_errors.labels(str(status)).inc()
        self._metrics.reached(_method(url), began)
        return status, answer


def _kind(error: NetworkError) -> str:
    """`ConnectTimeout` says more than `TimedOut`, which says more than `NetworkError`."""
    if error.__cause__ is not None:
        return type(error.__cause__).__name__
    return "TimedOut" if isinstance(error, TimedOut) else "NetworkError"


def _method(url: str) -> str:
    """The name behind the token; files are all one, as their paths are many."""
    return "file" if "/file/bot" in url else url.rpartition("/")[2]
