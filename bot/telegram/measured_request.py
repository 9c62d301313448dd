"""The way to Telegram, measured."""

from time import monotonic
from typing import Any

from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from bot.operate.metrics import Metrics


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
