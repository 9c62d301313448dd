"""Calls to Telegram that are retried for as long as the process serves.

Every failed call is retried, after a pause that doubles with each failure in a row and is at least
as long as Telegram says. Of many failures in a row only the first, the second, the fourth and so on
are logged.

Telegram has been seen to refuse good tokens for some seconds. So a refusal is final only when
getMe is refused as well, and both have been for REFUSED_SECONDS.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final, TypeVar

from telegram import Bot
from telegram.error import BadRequest, InvalidToken, NetworkError, RetryAfter, TelegramError

FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 30.0
OUTAGE_PAUSE: Final = 2.0
"""The longest pause while the network or Telegram fails: people write as soon as it is back."""

REFUSED_SECONDS: Final = 30.0
REFUSED_PAUSE: Final = 5.0

Result = TypeVar("Result")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Timer:
    """A monotonic clock in seconds, and how to sleep by it."""

    clock: Callable[[], float] = monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


class Retries:
    """Counts the failures in a row of one thing that a bot does again and again."""

    def __init__(self, bot: Bot, doing: str, timer: Timer) -> None:
        self._bot = bot
        self._doing = doing
        self._timer = timer
        self._count = 0
        self._refused_since: float | None = None

    async def until_done(self, attempt: Callable[[], Awaitable[Result]]) -> Result:
        """Tries until an attempt succeeds; raises InvalidToken when a refusal is final."""
        while True:
            try:
                result = await attempt()
            except Exception as error:  # noqa: BLE001 - whatever it is, later it may go well
                await self._timer.sleep(await self.failed(error))
            else:
                self.succeeded()
                return result

    def succeeded(self) -> None:
        """Notes a success, so that the next failure is again the first one."""
        if self._count:
            log.info("%s works again", self._doing)
        self._count = 0
        self._refused_since = None

    async def failed(self, error: Exception) -> float:
        """Notes a failure; returns the seconds to wait, or raises InvalidToken if it is final."""
        longest = OUTAGE_PAUSE if _is_outage(error) else LONGEST_PAUSE
        # The exponent is bounded, since a float overflows after a thousand failures.
        pause = min(FIRST_PAUSE * 2.0 ** min(self._count, 16), longest)
        self._count += 1
        self._log(error)
        if isinstance(error, InvalidToken):
            await self._ask_whether_final(error)
        if self._refused_since is not None:
            # Asked often enough to find out within REFUSED_SECONDS.
            pause = min(pause, REFUSED_PAUSE)
        return max(pause, _told(error))

    def _log(self, error: Exception) -> None:
        # True except for powers of two.
        if self._count & (self._count - 1):
            return
        unknown = None if isinstance(error, TelegramError) else error
        text = "%s failed, %d in a row, trying again: %s"
        log.warning(text, self._doing, self._count, _words(error), exc_info=unknown)

    async def _ask_whether_final(self, error: InvalidToken) -> None:
        try:
            await self._bot.get_me()
        except InvalidToken:
            now = self._timer.clock()
            self._refused_since = now if self._refused_since is None else self._refused_since
            if now - self._refused_since >= REFUSED_SECONDS:
                raise error from None
        except Exception:  # noqa: BLE001 - then it cannot be said whether it is refused
            return
        else:
            self._refused_since = None


def _is_outage(error: Exception) -> bool:
    # The library makes BadRequest a NetworkError, although the request itself is wrong.
    return isinstance(error, NetworkError) and not isinstance(error, BadRequest)


def _words(error: Exception) -> str:
    """What an error says, without the token that the library's message holds."""
    if isinstance(error, InvalidToken):
        return "Telegram refuses the token"
    return str(error) if isinstance(error, TelegramError) else type(error).__name__


def _told(error: Exception) -> float:
    if not isinstance(error, RetryAfter):
        return 0.0
    after = error.retry_after
    return float(after) if isinstance(after, int) else after.total_seconds()
