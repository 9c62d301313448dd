"""The write-ahead log of SQLite: how it comes to the disk, and from there into the file.

To the disk (LogSync). The problem: a commit is safe once the disk has it, and a disk takes a
millisecond or more for that. SQLite with `synchronous = full` waits for the disk within each
commit, so that commits wait one after the other, and everybody else waits for the connection
meanwhile.

What is done instead: SQLite runs with `synchronous = normal`, which writes the log but does not
wait. Whoever has committed then calls `settle`, which returns when a write of the log to the disk
that began after the call has ended. All who come while one such write is under way share the next
one. This is group commit, as in DeWitt et al., "Implementation techniques for main memory database
systems", 1984.

What holds: when `settle` returns, everything that was committed before the call is on the disk. A
commit that comes while a write is under way may have been missed by it, and so never counts on that
one. A write that failed is reported to everybody who waited for it, and the next one is tried as
usual. A write to a log that was taken away meanwhile counts as failed
(`bot/store/sqlite/files.py`).

SQLite itself still waits for the disk at each checkpoint, in the right order, so that the file is
never torn.

Into the file (Checkpoints). The problem: what is committed goes into the log first and has to be
moved into the file at some time, or the log grows for ever. Left alone, SQLite does that within
some unlucky commit, which then takes 12 to 58 ms on a disk and 4 to 8 ms in memory. Commits are
made in the event loop here, so everybody would wait that long.

What is done instead: SQLite's own checkpoints are off, and a connection on a thread of its own
makes them, each time that CHANGES rows were changed. SQLite lets others write meanwhile. But it
begins the log anew only behind a checkpoint that has reached the log's end, and under constant
writing hardly one does. So each checkpoint has two halves: the long one moves nearly everything
while others go on, and the short one moves the rest while the database's lock keeps everybody out.

What must not happen: until version 3.51.3, SQLite may lose what is written if the log is begun anew
by one connection just while another one starts a checkpoint. Here a checkpoint starts only behind a
commit that came after the end of the checkpoint before it, or while nobody can write. That commit
has begun the log anew already, if anything was to begin it.

A reader that stays, such as a backup, holds the log where it is; it shrinks afterwards.

Emptied (Checkpoints.erase). The problem: a log holds the pages as they were before somebody was
deleted, long after it was moved into the file. To empty it, SQLite needs a moment without readers.
It offers to wait for that moment with the right to write in its hand; one press of /deleteme beside
a long reader then stopped everybody for five seconds, and the data stayed nevertheless. So no
statement here waits for anybody: the log is emptied at once or not, and bot/store/erasures.py
remembers that it is still to be done.
"""

import asyncio
import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path
from typing import Final

from bot.store.seam.not_stored import NotStored, StoreError, explained, explained_file
from bot.store.sqlite.copies import save
from bot.store.sqlite.files import OpenedFiles

SYNC: Final[Callable[[int], None]] = getattr(os, "fdatasync", os.fsync)

CHANGES: Final = 2_000
"""Changed rows between two checkpoints: about ten megabytes of log."""

log = logging.getLogger(__name__)


class LogSync:
    """The write-ahead log of one database on its way to the disk."""

    def __init__(self, database: Path, sync: Callable[[int], None] = SYNC) -> None:
        self._path = database.with_name(f"{database.name}-wal")
        self._sync = sync
        self._files = OpenedFiles(database)
        self._file: int | None = None
        self._running: asyncio.Task[None] | None = None
        self._next: asyncio.Task[None] | None = None

    async def settle(self) -> None:
        """Wait until all that was committed before the call is on the disk; raises NotStored."""
        if self._next is None:
            self._next = asyncio.create_task(self._round(self._running))
        try:
            await asyncio.shield(self._next)
        except OSError as refusal:
            raise NotStored(f"the disk does not take what is written ({refusal})") from refusal

    async def close(self) -> None:
        """Wait for the writes that are under way, then close the file."""
        if self._next is not None:
            await asyncio.wait([self._next])
        if self._running is not None:
            await asyncio.wait([self._running])
        if self._file is not None:
            os.close(self._file)
            self._file = None

    async def _round(self, before: asyncio.Task[None] | None) -> None:
        """Write once when the earlier round has ended; commits made meanwhile wait for the next."""
        if before is not None:
            await asyncio.wait([before])
        self._running, self._next = self._next, None
        await asyncio.to_thread(self._write)

    def _write(self) -> None:
        if self._file is None:
            # SQLite keeps its locks on other files, so that closing this one frees none of them.
            self._file = os.open(self._path, os.O_RDWR)
        self._sync(self._file)
        self._files.require_in_place()


class Checkpoints:
    """The checkpoints of one database, on a connection and a thread of their own.

    `alone` gives the lock that keeps everybody else from writing.
    """

    def __init__(self, path: Path, alone: Callable[[], AbstractAsyncContextManager[None]]) -> None:
        self._connection = sqlite3.connect(
            path, timeout=0, isolation_level=None, check_same_thread=False
        )
        # So it opens the log now, and not where another file may lie in its place.
        self._connection.execute("pragma schema_version").fetchall()
        self._alone = alone
        self._turn = asyncio.Lock()
        self._is_open = True
        self._begun = self._ended = self._latest = 0
        self._running: asyncio.Task[None] | None = None

    def written(self, changes: int) -> None:
        """Begin a checkpoint if it is time for one; `changes` counts all changed rows so far."""
        self._latest = changes
        if changes - self._begun >= CHANGES and (self._running is None or self._running.done()):
            self._begun = changes
            self._running = asyncio.create_task(self._run())

    async def erase(self) -> bool:
        """Move the whole log into the file and empty it; False where somebody still reads it."""
        return await asyncio.shield(self._move_all("truncate"))

    async def save(self, target: Path) -> None:
        """Copy the database to a new file, as it was opened and wherever it is; empty the log.

        Raises StoreError.
        """
        async with self._turn:
            try:
                await asyncio.to_thread(save, self._connection, target)
            except sqlite3.Error as refusal:
                raise explained(refusal) from refusal
            except OSError as refusal:
                raise explained_file(refusal) from refusal
            with suppress(StoreError):
                async with self._alone():
                    await asyncio.to_thread(self._move, "truncate")

    async def close(self) -> None:
        """Wait for the checkpoint that runs; the Database makes the last one itself."""
        async with self._turn:
            self._is_open = False
            self._connection.close()

    async def _run(self) -> None:
        try:
            await self._move_all("passive")
        except StoreError:
            log.exception("the log could not be moved into the database; trying again")

    async def _move_all(self, way: str) -> bool:
        """Move nearly everything while others go on, and the rest alone."""
        async with self._turn:
            if not self._is_open:
                return False
            if self._latest != self._ended:
                await asyncio.to_thread(self._move, "passive")
            async with self._alone():
                is_whole = await asyncio.to_thread(self._move, way)
                self._ended = self._latest
            return is_whole

    def _move(self, way: str) -> bool:
        """Make a checkpoint; False where others were in its way, for it waits for nobody."""
        try:
            rows = self._connection.execute(f"pragma wal_checkpoint({way})").fetchall()
        except sqlite3.Error as refusal:
            raise explained(refusal) from refusal
        ((is_busy, *_),) = rows
        return not is_busy
