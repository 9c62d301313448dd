"""Asking Telegram for updates, and giving way to another process that does so already."""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Any, Final, cast

from telegram.error import Conflict, TelegramError

from bot.telegram.application import SudokuApplication
from bot.telegram.inbox import InboxBot

NEWCOMER_SECONDS: Final = 60.0
FORGIVEN_NEWCOMER: Final = 1
FORGIVEN: Final = 5
REMEMBERED_SECONDS: Final = 300.0
STOP_SECONDS: Final = 2.0

log = logging.getLogger(__name__)


class TokenTaken(RuntimeError):  # noqa: N818 - says what is
    """Another process serves this bot, so this one should not."""


class Rivals:
    """Of two processes that disturb each other the newcomer gives way.

    Telegram ends the earlier of two polls with a conflict, so that both meet conflicts in turn.
    One alone may come from a process that is just ending.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._began = clock()
        self._met: deque[float] = deque()

    def meet(self) -> bool:
        """A conflict was met; whether this process is the one to give way."""
        now = self._clock()
        self._met.append(now)
        while self._met[0] < now - REMEMBERED_SECONDS:
            self._met.popleft()
        is_newcomer = now - self._began < NEWCOMER_SECONDS
        return len(self._met) > (FORGIVEN_NEWCOMER if is_newcomer else FORGIVEN)


@asynccontextmanager
async def polling(
    application: SudokuApplication, kinds: list[str], given_way: asyncio.Future[None]
) -> AsyncIterator[None]:
    """Asks for updates of some kinds while the block runs.

    `given_way` fails with TokenTaken when another process does the same and this one is to stop.
    """
    rivals = Rivals()

    def failed(error: TelegramError) -> None:
        log.warning("polling: %s", error)
        if isinstance(error, Conflict) and rivals.meet() and not given_way.done():
            cast("InboxBot", application.bot).give_way()
            given_way.set_exception(TokenTaken())

    updater: Any = application.updater
    await updater.start_polling(allowed_updates=kinds, bootstrap_retries=-1, error_callback=failed)
    try:
        yield
    finally:
        # The last call only confirms what is stored already: Telegram may bring it once more.
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                await updater.stop()
