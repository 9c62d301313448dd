"""The write-ahead log of SQLite: how it gets to the disk, into the file, and empty.

To the disk (LogSync). The problem: a commit is safe once it is on the disk, and a disk takes a
millisecond or more for that. SQLite with `synchronous = full` waits for the disk within each
commit. Commits then wait one after the other, and every other task waits for the connection.

What is done instead: SQLite runs with `synchronous = normal`, which writes the log but does not
wait. A task that has committed calls `settle`, which returns when a write of the log to the disk
that began after the call has ended. All tasks that call it while such a write is under way share
the next one. This is group commit, as in DeWitt et al., "Implementation techniques for main memory
database systems", 1984.

What holds: when `settle` returns, everything that was committed before the call is on the disk. A
write that is under way may have missed a commit that comes now, so that commit waits for the next
one. A write that failed is reported to every task that waited for it, and the next one is tried as
usual. A write to a log that was taken away meanwhile counts as failed
(`bot/store/sqlite/files.py`).

SQLite itself still waits for the disk at each checkpoint, in the right order, so that the file is
never torn.

Into the file (Checkpoints). The problem: a commit goes into the log first, and must be moved into
the file at some time, or the log grows for ever. By default SQLite does that within some unlucky
commit, which then takes 12 to 58 ms on a disk and 4 to 8 ms in memory. Commits are made in the
event loop here, so everybody would wait that long.

What is done instead: SQLite's own checkpoints are off. A second connection makes them on a thread,
each time that CHANGES rows were changed, and SQLite lets others write meanwhile. But SQLite starts
the log again from its beginning only after a checkpoint that has reached the end of the log, and
under constant writing hardly any does. So each checkpoint has two halves: the long one moves nearly
everything while others go on, and the short one moves the rest while the database's lock keeps
everybody out.

What must not happen: until version 3.51.3, SQLite may lose writes if one connection starts the log
again just while another one starts a checkpoint. Here a checkpoint starts only after a commit that
came after the end of the checkpoint before it, or while nobody can write. If the log was to be
started again, that commit has already done so.

A reader that stays, such as a backup, keeps the log from shrinking until it has ended.

Emptied (Checkpoints.erase). The problem: the log still holds the pages as they were before somebody
was deleted, long after it was moved into the file. To empty it, SQLite needs a moment without
readers. It offers to wait for that moment while it holds the right to write; one press of /deleteme
beside a long reader then stopped everybody for five seconds, and the data stayed nevertheless. So
no statement here waits: either the log is emptied immediately, or bot/store/erasures.py remembers
that it is still to be done.
"""

import asyncio
import logging
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
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
        # A task for each write and its way to a thread cost a twentieth of the time of a move.
        self._thread = ThreadPoolExecutor(1, "log")
        self._served: list[asyncio.Future[None]] = []
        self._waiting: list[asyncio.Future[None]] = []
        self._at_rest: asyncio.Future[None] | None = None

    async def settle(self) -> None:
        """Wait until all that was committed before the call is on the disk; raises NotStored."""
        loop = asyncio.get_running_loop()
        waiter = loop.create_future()
        self._waiting.append(waiter)
        if not self._served and len(self._waiting) == 1:
            # Not at once, so that all who commit now share one write.
            loop.call_soon(self._begin, loop)
        try:
            await waiter
        except OSError as refusal:
            raise NotStored(f"the disk does not take what is written ({refusal})") from refusal

    async def close(self) -> None:
        """Wait for the writes that are under way, then close the file."""
        if self._served or self._waiting:
            self._at_rest = asyncio.get_running_loop().create_future()
            await self._at_rest
        self._thread.shutdown()
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Write once for all who wait; whoever commits from here on waits for the next write."""
        self._served, self._waiting = self._waiting, []
        try:
            self._thread.submit(self._write_and_tell, loop)
        except RuntimeError as fault:
            # No thread can be started.
            loop.call_soon(self._has_ended, loop, fault)

    def _write_and_tell(self, loop: asyncio.AbstractEventLoop) -> None:
        fault = None
        try:
            self._write()
        except Exception as error:  # noqa: BLE001 - those who wait raise it
            fault = error
        loop.call_soon_threadsafe(self._has_ended, loop, fault)

    def _has_ended(self, loop: asyncio.AbstractEventLoop, fault: Exception | None) -> None:
        served, self._served = self._served, []
        if self._waiting:
            self._begin(loop)
        # A task that was cancelled does not wait any more.
        for waiter in served:
            if not waiter.done():
                waiter.set_exception(fault) if fault else waiter.set_result(None)
        if not self._served and self._at_rest is not None and not self._at_rest.done():
            self._at_rest.set_result(None)

    def _write(self) -> None:
        if self._file is None:
            # To close a file frees the process's locks on it; SQLite keeps its locks on others.
            self._file = os.open(self._path, os.O_RDWR)
        self._sync(self._file)
        self._files.require_in_place()


class Checkpoints:
    """The checkpoints of one database, on a connection of their own and on other threads.

    `alone` takes the lock that keeps everybody else from writing.
    """

    def __init__(self, path: Path, alone: Callable[[], AbstractAsyncContextManager[None]]) -> None:
        self._connection = sqlite3.connect(
            path, timeout=0, isolation_level=None, check_same_thread=False
        )
        # A first statement opens the log now; later another file may lie in its place.
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
        """Copy the opened database to a new file, wherever it is by now, and empty the log.

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
        """Move nearly everything while others go on, then the rest while they wait."""
        async with self._turn:
            if not self._is_open:
                return False
            # Only after a commit since the last checkpoint, because of SQLite's fault (see above).
            if self._latest != self._ended:
                await asyncio.to_thread(self._move, "passive")
            async with self._alone():
                is_whole = await asyncio.to_thread(self._move, way)
                self._ended = self._latest
            return is_whole

    def _move(self, way: str) -> bool:
        """Make a checkpoint without waiting; False where others were in its way."""
        try:
            rows = self._connection.execute(f"pragma wal_checkpoint({way})").fetchall()
        except sqlite3.Error as refusal:
            raise explained(refusal) from refusal
        ((is_busy, *_),) = rows
        return not is_busy
