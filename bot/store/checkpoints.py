"""Moves the write-ahead log into the database file, beside those who write.

The problem: what is committed goes into the log first and has to be moved into the file at some
time, or the log grows for ever. Left alone, SQLite does that within some unlucky commit, which then
takes 12 to 58 ms on a disk and 4 to 8 ms in memory. Commits are made in the event loop here, so
everybody would wait that long.

What is done instead: SQLite's own checkpoints are off, and a connection on a thread of its own
makes them, each time that CHANGES rows were changed. SQLite lets others write meanwhile. But it
begins the log anew only behind a checkpoint that has reached the log's end, and under constant
writing hardly one does. So each checkpoint has two halves: the long one moves nearly everything
while others go on, and the short one moves the rest while the database's lock keeps everybody out.

What must not happen: until version 3.51.3, SQLite may lose what is written if the log is begun
anew by one connection just while another one starts a checkpoint. Here a checkpoint starts only
behind a commit that came after the end of the checkpoint before it. That commit has begun the log
anew already, if anything was to begin it.

A reader that stays, such as a backup, holds the log where it is; it shrinks afterwards.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Final

CHANGES: Final = 2_000
"""Changed rows between two checkpoints: about ten megabytes of log."""

log = logging.getLogger(__name__)


class Checkpoints:
    """The checkpoints of one database, on a connection and a thread of their own.

    `alone` gives the lock that keeps everybody else from writing.
    """

    def __init__(self, path: Path, alone: Callable[[], AbstractAsyncContextManager[None]]) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._alone = alone
        self._at = 0
        self._running: asyncio.Task[None] | None = None

    def written(self, changes: int) -> None:
        """Begin a checkpoint if it is time for one; `changes` counts all changed rows so far."""
        if changes - self._at >= CHANGES and (self._running is None or self._running.done()):
            self._at = changes
            self._running = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Wait for the checkpoint that runs; the Database makes the last one itself."""
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
