"""A request of python-telegram-bot that is counted, and made only while the work is ours.

A replica that was frozen or cut off may have lost its chats to others without knowing. If it sent
an answer then, the answer would come twice. So each call waits until the replica is sure that
nobody else has its work (`Holding.is_sure`).
"""

import json
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from bot.operate.metrics import Metrics, current
from bot.telegram.unstored import IS_OF_NO_UPDATE


class MeasuredRequest(BaseRequest):
    """Wraps a request and counts its answers and failures, without the token in their labels.

    A call waits until `is_sure` returns, unless it answers no stored update. `answers` is called as
    one goes out that an update has caused.
    """

    def __init__(
        self,
        inner: BaseRequest,
        metrics: Metrics,
        is_sure: Callable[[], Awaitable[None]],
        answers: Callable[[], None] = lambda: None,
    ) -> None:
        self._inner = inner
        self._metrics = metrics
        self._is_sure = is_sure
        self._answers = answers

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
        """Reads an answer as the library does, but leaves out what nothing asks for.

        That is the keyboard of a message just sent, whose buttons took a twelfth of the time of a
        move, and all of a message just edited, in place of which it says that the call was made.
        Raises NetworkError for what is no answer of Telegram, for nobody knows what became of the
        call; the library would also log it, with what people said.
        """
        try:
            answer: object = json.loads(payload.decode("utf-8", "replace"))
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise NetworkError("what came is no answer of Telegram")
        if isinstance(sent := answer.get("result"), dict):
            sent.pop("reply_markup", None)
            if "edit_date" in sent:
                answer["result"] = True
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
        if not IS_OF_NO_UPDATE.get():
            await self._is_sure()
        if current() is not None:
            self._answers()
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
    """The most telling name of an error: its cause, then `TimedOut`, then `NetworkError`."""
    if error.__cause__ is not None:
        return type(error.__cause__).__name__
    return "TimedOut" if isinstance(error, TimedOut) else "NetworkError"


def _method(url: str) -> str:
    """The name of the method; downloads are all `file`, as their paths are many."""
    return "file" if "/file/bot" in url else url.rpartition("/")[2]
