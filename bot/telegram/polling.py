"""Asking Telegram for updates for as long as the process serves.

The problem: nothing that Telegram or the network answers may end the asking while the process looks
well, and no failure may become a storm of calls or of log lines. python-telegram-bot's own loop
ended for good at one 401, asked again at once after errors that it did not know, and wrote the
updates at hand into the log each time. So this loop is our own.

- After each failure it waits, longer each time, and at least as long as Telegram says. An answer
  that brings nothing and has not waited for anything counts as half a failure: another pause, but
  no line in the log.
- A batch that is too large or too slow to arrive would come again for ever. So after each failure
  fewer updates are asked for, down to one, and more again after each success.
- A token that getUpdates and getMe refuse for `retries.REFUSED_SECONDS` ends the process. Where
  getMe accepts it, getUpdates is asked for ever.
- Two processes with one token disturb each other; `rivals` says which gives way, and when. Those
  that share a database do not: only their leader asks (`bot.telegram.leading`).
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final, cast

from telegram.error import Conflict

from bot.telegram.application import SudokuApplication
from bot.telegram.inbox_bot import MOST_AT_ONCE, InboxBot, NothingStored
from bot.telegram.retries import FIRST_PAUSE, Retries, Timer
from bot.telegram.rivals import Rivals

POLL_SECONDS: Final = 10
"""How long Telegram may wait for something to tell."""

EARLY_SECONDS: Final = 0.2
STOP_SECONDS: Final = 2.0


NEWCOMER_PAUSE: Final = 20.0
OLDER_PAUSE: Final = 5.0


class TokenTaken(RuntimeError):  # noqa: N818 - says what is
    """Another process serves this bot, so this one should not."""


@asynccontextmanager
async def polling(
    application: SudokuApplication,
    kinds: Sequence[str],
    ended: asyncio.Future[None],
    timer: Timer,
) -> AsyncIterator[None]:
    """Asks for updates of some kinds while the block runs.

    `ended` fails when this process is to stop: with TokenTaken where another one does the same for
    long, with telegram.error.InvalidToken where Telegram refuses the token for long.
    """
    task = asyncio.create_task(_Poller(application, kinds, timer).run())
    task.add_done_callback(partial(hand_over, ended))
    try:
        yield
    finally:
        asks_once_more = not task.done() and application.leading.is_leading
        task.cancel()
        await asyncio.wait([task])
        if asks_once_more:
            await _confirm(application)


def hand_over(ended: asyncio.Future[None], task: asyncio.Task[None]) -> None:
    """Lets a future fail as a task has failed."""
    if not task.cancelled() and (error := task.exception()) and not ended.done():
        ended.set_exception(error)


async def _confirm(application: SudokuApplication) -> None:
    """Tells Telegram that all is stored, which otherwise brings it once more."""
    with suppress(Exception):
        async with asyncio.timeout(STOP_SECONDS):
            await _bot(application).get_updates()


class _Poller:
    def __init__(self, application: SudokuApplication, kinds: Sequence[str], timer: Timer) -> None:
        self._application = application
        self._kinds = kinds
        self._timer = timer
        self._retries = Retries(application.bot, "getUpdates", timer)
        self._rivals = Rivals(timer.clock)
        self._may_ask = False
        self._limit = MOST_AT_ONCE

    async def run(self) -> None:
        """Asks until it raises TokenTaken or InvalidToken; of several processes the leader."""
        await self._until_leading()
        while True:
            began = self._timer.clock()
            try:
                has_brought = await self._ask()
            except Exception as error:  # noqa: BLE001 - nothing may end the asking
                self._limit = max(self._limit // 4, 1)
                await self._timer.sleep(await self._pause(error))
            else:
                self._limit = min(self._limit * 2, MOST_AT_ONCE)
                self._retries.succeeded()
                self._rivals.served()
                if not has_brought and self._timer.clock() - began < EARLY_SECONDS:
                    await self._timer.sleep(FIRST_PAUSE)

    async def _until_leading(self) -> None:
        while not self._application.leading.is_leading:
            # Another process asks, so this one has missed nothing.
            self._application.metrics.caught_up()
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._application.leading.wait()

    async def _ask(self) -> bool:
        if not self._may_ask:
            # Telegram tells nobody who asks while it calls somebody.
            await self._application.bot.delete_webhook()
            self._may_ask = True
        try:
            fresh = await _bot(self._application).get_updates(
                POLL_SECONDS, self._kinds, self._limit
            )
        except NothingStored as failed:
            await self._application.unstored.tell(failed.batch)
            raise
        self._application.metrics.caught_up()
        for update in fresh:
            await self._application.update_queue.put(update)
        return bool(fresh)

    async def _pause(self, error: Exception) -> float:
        pause = await self._retries.failed(error)
        if not isinstance(error, Conflict):
            return pause
        if self._rivals.meet():
            raise TokenTaken from error
        if not self._rivals.is_newcomer:
            return min(pause, OLDER_PAUSE)
        self._may_ask = False
        return NEWCOMER_PAUSE


def _bot(application: SudokuApplication) -> InboxBot:
    return cast("InboxBot", application.bot)
