"""Polls Telegram for updates for as long as the process serves.

The problem: no answer of Telegram or the network may end the polling while the process looks
healthy, and no failure may become a storm of calls or of log lines. python-telegram-bot's own loop
ended for good at one 401, retried without a pause after errors that it did not know, and logged the
updates at hand each time. So this loop is our own.

- After each failure it waits, longer each time, and at least as long as Telegram says. An answer
  that is empty although Telegram did not wait counts as half a failure: it gets a pause, but no
  line in the log.
- A batch that is too large or too slow to arrive would come again for ever. So after each failure
  the loop asks for fewer updates, down to one, and for more after each success.
- While updates are answered without being stored (`bot.telegram.early`), the same ones come again
  at once, and among them new ones. So the loop asks for all of them every EARLY_PAUSE seconds.
- A token that both getUpdates and getMe refuse for `retries.REFUSED_SECONDS` ends the process. As
  long as getMe accepts it, polling goes on.
- Two processes with one token disturb each other; `rivals` decides which gives way, and when.
  Processes that share a database do not, since only their leader polls (`bot.telegram.leading`).
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final, cast

from telegram.error import Conflict

from bot.telegram.application import SudokuApplication
from bot.telegram.inbox_bot import MOST_AT_ONCE, InboxBot, NothingStored, StoredLater
from bot.telegram.retries import FIRST_PAUSE, Retries, Timer
from bot.telegram.rivals import Rivals

POLL_SECONDS: Final = 10
"""How long Telegram may wait for an update before it answers."""

EARLY_SECONDS: Final = 0.2
EARLY_PAUSE: Final = 0.3
"""The pause between two calls while updates are answered without being stored."""

STOP_SECONDS: Final = 2.0

NEWCOMER_PAUSE: Final = 20.0
OLDER_PAUSE: Final = 5.0


class TokenTaken(RuntimeError):  # noqa: N818 - says what is
    """Raised when another process serves this bot, so that this one has to stop."""


@asynccontextmanager
async def polling(
    application: SudokuApplication,
    kinds: Sequence[str],
    ended: asyncio.Future[None],
    timer: Timer,
) -> AsyncIterator[None]:
    """Polls for updates of some kinds while the block runs.

    `ended` fails when this process has to stop: with TokenTaken when another process polls for the
    same bot for long, with telegram.error.InvalidToken when Telegram refuses the token for long.
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
    """Fails a future with the exception of a task, if it has one."""
    if not task.cancelled() and (error := task.exception()) and not ended.done():
        ended.set_exception(error)


async def _confirm(application: SudokuApplication) -> None:
    """Confirms the last batch, which Telegram would otherwise send once more."""
    with suppress(Exception):
        async with asyncio.timeout(STOP_SECONDS):
            await _bot(application).get_updates()


class _Poller:
    """The loop that polls; `_may_ask` says whether the webhook has been deleted."""

    def __init__(self, application: SudokuApplication, kinds: Sequence[str], timer: Timer) -> None:
        self._application = application
        self._kinds = kinds
        self._timer = timer
        self._retries = Retries(application.bot, "getUpdates", timer)
        self._rivals = Rivals(timer.clock)
        self._may_ask = False
        self._limit = MOST_AT_ONCE

    async def run(self) -> None:
        """Polls once this process leads, until it raises TokenTaken or InvalidToken."""
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
                # An empty answer should have taken POLL_SECONDS.
                if not has_brought and self._timer.clock() - began < EARLY_SECONDS:
                    await self._timer.sleep(FIRST_PAUSE)

    async def _until_leading(self) -> None:
        while not self._application.leading.is_leading:
            # The leader polls, so this process has missed nothing.
            self._application.metrics.caught_up()
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._application.leading.wait()

    async def _ask(self) -> bool:
        if not self._may_ask:
            # Telegram refuses getUpdates while a webhook is set.
            await self._application.bot.delete_webhook()
            self._may_ask = True
        try:
            fresh = await _bot(self._application).get_updates(
                POLL_SECONDS, self._kinds, self._limit
            )
        except StoredLater as later:
            for update in later.updates:
                await self._application.update_queue.put(update)
            await self._timer.sleep(EARLY_PAUSE)
            return True
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
        # The conflict may come from a webhook that was set meanwhile.
        self._may_ask = False
        return NEWCOMER_PAUSE


def _bot(application: SudokuApplication) -> InboxBot:
    return cast("InboxBot", application.bot)
