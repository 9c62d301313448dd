"""Whether this process is the leader, which does what only one process of a bot may do.

Polling, making the dailies due, filling the stock, grading, erasing and introducing the bot are one
role. A process that finds the role free takes it and keeps it until it ends. So one process does
all of these and need not coordinate them with others; the next leader begins all of them from the
start. A process that works alone leads from the beginning.

The others end a replica that died within four seconds (`bot.store.postgres.replica`), and half a
second later the role has a new leader. A replica that is told to stop gives the role back before it
sends what is on its way.
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
    """Whether one process leads; `sleep` waits between two attempts to take the role."""

    def __init__(
        self, store: Store, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._store = store
        self._sleep = sleep
        self._has_begun = asyncio.Event()

    @property
    def is_leading(self) -> bool:
        """Whether this process is the leader; always true without replicas."""
        return self._store.replica is None or self._has_begun.is_set()

    async def wait(self) -> None:
        """Returns once this process is the leader."""
        if not self.is_leading:
            await self._has_begun.wait()

    async def run(self) -> None:
        """Tries to take the role until this process has it."""
        while not self.is_leading:
            with suppress(StoreError):
                await self._look()
            await self._sleep(LOOK_SECONDS)

    async def resign(self) -> None:
        """Gives the role back; everything that only a leader may do must have ended here."""
        replica = self._store.replica
        if replica is not None and self.is_leading:
            with suppress(StoreError, LeaseLost):
                await leaders.resign(self._store, ROLE, replica)

    async def _look(self) -> None:
        replica = self._store.replica
        if replica is not None and await leaders.lead(self._store, ROLE, replica):
            log.info("replica %d leads", replica)
            self._has_begun.set()
