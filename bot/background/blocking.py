"""Keeps this process up to date about who is blocked, and ends what was under way for them.

`sudoku-bot block` writes to the database, and each process looks there every LOOK_SECONDS. A look
is one statement over a few rows, whatever people do meanwhile. When somebody new is found there,
their updates that wait or are at work are ended, and the background looks at once at the answers,
boards and puzzles that are still owed: each part drops its own (`replying`, `redrawing`,
`makings`), also those that come up later, and of replicas each does so for the chats that it holds.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from bot.background.makings import take_up_makings
from bot.store import blocks
from bot.store.seam.not_stored import StoreError
from bot.telegram.application import SudokuApplication

LOOK_SECONDS: Final = 2.0

log = logging.getLogger(__name__)


@asynccontextmanager
async def blocking(
    application: SudokuApplication, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> AsyncIterator[None]:
    """Knows who is blocked when the block of code begins, and hears of changes while it runs."""
    watch = Watch(application, sleep)
    await watch.begin()
    task = asyncio.create_task(watch.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


class Watch:
    """Looks for blocks that have been added or ended."""

    def __init__(
        self, application: SudokuApplication, sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        self._application = application
        self._sleep = sleep
        self._has_more_to_end = False
        self._has_failed = False

    async def begin(self) -> None:
        """Learns who is blocked, while nothing is under way yet. Raises StoreError."""
        numbers = await self._numbers()
        if numbers:
            log.info("blocked accounts and chats: %d", len(numbers))
        self._application.blocked.become(numbers)

    async def run(self) -> None:
        """Looks every LOOK_SECONDS until it is cancelled."""
        while True:
            await self._sleep(LOOK_SECONDS)
            try:
                await self.look()
                self._has_failed = False
            except StoreError as error:
                # Once for each outage, or a database that is away would fill the log.
                if not self._has_failed:
                    log.warning("who is blocked could not be looked up; trying again: %s", error)
                self._has_failed = True
            except Exception:
                log.exception("what is under way for the blocked could not be ended; trying again")

    async def look(self) -> None:
        """Learns of changes, and ends what is under way for whoever is newly blocked."""
        application = self._application
        before, now = application.blocked.numbers, await self._numbers()
        application.blocked.become(now)
        for number in sorted(before - now):
            log.info("unblocked: %d", number)
        for number in sorted(now - before):
            log.info("blocked: %d", number)
            self._has_more_to_end = True
        if self._has_more_to_end:
            application.order.let_go()
            application.kept.news.set()
            application.stale_views.set()
            await take_up_makings(application)
            self._has_more_to_end = False

    async def _numbers(self) -> frozenset[int]:
        found = await blocks.every(self._application.services.database)
        return frozenset(block.number for block in found)
