"""Whether this process does what only one of those that serve the bot may do.

Polling, making the dailies due, filling the stock, grading, erasing and introducing the bot are one
role: whoever finds it free takes it, and keeps it until its end. So they are done by one process,
which needs no word to anybody about them, and the next one begins with all of them anew. A process
that works alone leads from the beginning.

A replica that died is ended by the others within four seconds (`bot.store.postgres.replica`), and
the role has a new leader half a second later. One that is told to stop gives the role back before
it sends what is on its way.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from bot.store.postgres import leaders
from bot.store.seam.not_stored import LeaseLost, StoreError
from bot.store.seam.source import Store

ROLE: Final = "background"
LOOK_SECONDS: Final = 0.5

log = logging.getLogger(__name__)


class Leading:
    """The part of one process; `sleep` waits between two looks."""

    def __init__(
        self, store: Store, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._store = store
        self._sleep = sleep
        self._has_begun = asyncio.Event()

    @property
    def is_leading(self) -> bool:
        """Whether this process is the one."""
        return self._store.replica is None or self._has_begun.is_set()

    async def wait(self) -> None:
        """Returns once this process is the one."""
        if not self.is_leading:
            await self._has_begun.wait()

    async def run(self) -> None:
        """Look whether the role is free until this process has it."""
        while not self.is_leading:
            with suppress(StoreError):
                await self._look()
            await self._sleep(LOOK_SECONDS)

    async def resign(self) -> None:
        """Let another process begin, once all that only one may do has ended here."""
        replica = self._store.replica
        if replica is not None and self.is_leading:
            with suppress(StoreError, LeaseLost):
                await leaders.resign(self._store, ROLE, replica)

    async def _look(self) -> None:
        replica = self._store.replica
        if replica is not None and await leaders.lead(self._store, ROLE, replica):
            log.info("replica %d leads", replica)
            self._has_begun.set()
