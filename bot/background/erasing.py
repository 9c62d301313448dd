"""Erases what deleted people left in the database's files, as soon as no reader is in the way."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.store import erasures
from bot.store.seam.source import Store

REST_SECONDS: Final = 10.0
"""Seconds between two attempts, each of which is over at once."""

log = logging.getLogger(__name__)


class Eraser:
    """Erases the traces that /deleteme had to leave, also those left by an earlier process."""

    def __init__(self, database: Store, sleep: Callable[[float], Awaitable[None]]) -> None:
        self._database = database
        self._sleep = sleep

    async def run(self) -> None:
        """Erases until it is cancelled."""
        while True:
            try:
                await erasures.finish(self._database)
            except Exception:
                log.exception("traces could not be erased; trying again")
            await self._sleep(REST_SECONDS)
