"""Moves the write-ahead log into the database file, beside those who write."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Final

CHANGES: Final = 2_000
"""Changed rows between two checkpoints; some ten megabytes of log."""

log = logging.getLogger(__name__)


class Checkpoints:
    """The checkpoints of one database, on a connection and a thread of their own.

    SQLite makes them within some unlucky commit, which then takes 5 to 60 ms, and commits here are
    made in the event loop. The log begins anew only behind a checkpoint that reached its end: what
    was written meanwhile is little, and moved while `alone` keeps everybody from writing more.

    A checkpoint only starts behind a commit that came after the end of the one before. So the log
    is never begun anew just while one starts, when SQLite before 3.51.3 may lose what is written.
    """

    def __init__(self, path: Path, alone: Callable[[], AbstractAsyncContextManager[None]]) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._alone = alone
        self._at = 0
        self._running: asyncio.Task[None] | None = None

    def written(self, changes: int) -> None:
        """So many rows have been changed in all; begins a checkpoint when it is time for one."""
        if changes - self._at >= CHANGES and (self._running is None or self._running.done()):
            self._at = changes
            self._running = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Ends what runs; the last who closes the database makes the last checkpoint."""
        if self._running is not None:
            await asyncio.wait([self._running])
        self._connection.close()

    async def _run(self) -> None:
        try:
            await asyncio.to_thread(self._move)
            async with self._alone():
                await asyncio.to_thread(self._move)
        except sqlite3.Error:
            log.exception("the log could not be moved into the database; trying again")

    def _move(self) -> None:
        self._connection.execute("pragma wal_checkpoint(passive)").fetchall()
