"""The one connection to SQLite, behind one lock.

The problem: many tasks of one event loop read and write one file, and a write that was reported
must survive a kill and a power cut.

What holds: a task that runs a statement or a transaction has the connection to itself until the
end. Without the lock a second task would join the transaction that happens to be open on the shared
connection, and its write would be undone when the first task rolls back. A task that asks for the
lock while it holds it would wait for itself for ever, so that is an error.

Why so: SQLite has one writer at a time anyhow. One connection for everybody made 6,500 writes or
26,000 reads a second; one for each reader made 2,300 and 9,000. The statements take microseconds
without the disk, so they run in the event loop itself: sending each to a thread and back cost a
third of the processor time of a move. The slow parts run on other threads: waiting for the disk,
and moving the log into the file (bot/store/sqlite/write_ahead_log.py).

Another process may be writing. SQLite would wait for it within the statement, and the event loop
with it: a foreign lock made /healthz take five seconds. So SQLite is told not to wait, and `_begin`
tries again. One task at a time does so, and it gives the connection back between its attempts, so
that tasks which only read go on: in the log's mode SQLite lets them. How long a writer waits is in
`bot/store/sqlite/foreign.py`; what becomes of updates meanwhile is in `bot/telegram/early.py`.

A statement outside of a transaction is a transaction of its own.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import (
    AbstractAsyncContextManager,
    asynccontextmanager,
    suppress,
)
from pathlib import Path
from typing import Any, Final

import aiosqlite

from bot.store.seam.known import Known
from bot.store.seam.not_stored import Locked, StoreError, explained
from bot.store.seam.reading import require_writing
from bot.store.seam.source import PROVE, Row, Sizes, Source, Value, only_reads
from bot.store.sqlite.files import FileReplaced, FileWatch, sizes_of
from bot.store.sqlite.foreign import ForeignLock
from bot.store.sqlite.migrate import migrate
from bot.store.sqlite.quick_check import quick_check
from bot.store.sqlite.transaction import Transaction, first, run
from bot.store.sqlite.write_ahead_log import Checkpoints, LogSync

BUSY_SECONDS: Final = 3.0
"""How long writers wait for another process: after that, people are told."""

RETRY_SECONDS: Final = 0.02
ROWS_AT_ONCE: Final = 64

PRAGMAS: Final = (
    "pragma journal_mode = wal",
    # LogSync waits for the disk instead, for many commits at once.
    "pragma synchronous = normal",
    # What deleted people wrote must not stay readable in free pages.
    "pragma secure_delete = on",
    "pragma foreign_keys = on",
    # Checkpoints are made beside the event loop.
    "pragma wal_autocheckpoint = 0",
)


class Database:
    """An open, migrated SQLite file; each statement and transaction has it to itself.

    What was written is on the disk when the call returns, unless it is `unhurried`. A task that is
    cancelled inside a transaction leaves nothing of it behind. A statement outside of one may or
    may not have been written when its task is cancelled.
    """

    is_shared = False
    replica: int | None = None

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        thread: aiosqlite.Connection,
        log: LogSync,
        busy_seconds: float = BUSY_SECONDS,
    ) -> None:
        self.known = Known()
        self._connection = connection
        self._thread = thread
        self._log = log
        self._path = path
        self._checkpoints = Checkpoints(path, self._alone)
        self._files = FileWatch(path, self._checkpoints.save)
        self._busy_seconds = busy_seconds
        self._foreign = ForeignLock()
        self._lock = asyncio.Lock()
        self._retrying = asyncio.Lock()
        self._owner: asyncio.Task[Any] | None = None
        self._is_open = True

    @staticmethod
    async def open(
        path: Path,
        migrations: Path,
        log_of: Callable[[Path], LogSync] = LogSync,
        busy_seconds: float = BUSY_SECONDS,
    ) -> "Database":
        """Open or create the file and bring its schema up to date.

        Raises SchemaTooNew for a file of a newer program, sqlite3.DatabaseError for a file that is
        no database, sqlite3.OperationalError where it cannot be opened or written. An open
        database must be closed, or the process never exits.
        """
        connection = sqlite3.connect(
            path, busy_seconds, isolation_level=None, check_same_thread=False
        )
        thread = await aiosqlite.Connection(lambda: connection, ROWS_AT_ONCE)
        try:
            for pragma in PRAGMAS:
                await thread.execute_fetchall(pragma)
            await migrate(thread, migrations)
            # A process that was killed has left its log behind; it would only grow.
            await thread.execute_fetchall("pragma wal_checkpoint(passive)")
            # Up to here SQLite has waited for other processes; from here on `_begin` does.
            await thread.execute_fetchall("pragma busy_timeout = 0")
            return Database(path, connection, thread, log_of(path), busy_seconds)
        except BaseException:
            # The thread is no daemon: left open, it would keep the process from ending.
            await asyncio.shield(thread.close())
            raise

    async def close(self) -> None:
        """Wait for the transaction that runs, then close the file; a second call is harmless.

        All that was written is then in the file itself, unless another process still reads an
        earlier state: that keeps the rest in the log, where the next start finds it.
        """
        if self._is_open:
            await self._files.close()
        await self._checkpoints.close()
        async with self._alone():
            if self._is_open:
                self._is_open = False
                await self._log.close()
                # Readers of the file get a second to finish, or the log is left to the next start.
                with suppress(sqlite3.Error):
                    await self._thread.execute_fetchall("pragma busy_timeout = 1000")
                    await self._thread.execute_fetchall("pragma wal_checkpoint(truncate)")
            await asyncio.shield(self._thread.close())

    async def one(self, sql: str, *values: Value) -> Row | None:
        """Run one statement with `values` for $1, $2, ...; its first row."""
        return first(await self.all(sql, *values))

    async def all(self, sql: str, *values: Value) -> list[Row]:
        """Run one statement with `values` for $1, $2, ...; all its rows."""
        return await self.settled(sql, values)

    async def settled(
        self, sql: str, values: tuple[Value, ...], patience: float | None = None
    ) -> list[Row]:
        """Run one statement and wait for the disk if it has written; its rows."""
        rows, has_written = await self.run(sql, values, patience)
        if has_written:
            await self._settle()
        return rows

    async def run(
        self, sql: str, values: tuple[Value, ...], patience: float | None = None
    ) -> tuple[list[Row], bool]:
        """Run one statement without waiting for the disk; its rows, and whether it has written."""
        rows, before = await self._begin(sql, values, patience)
        changes = self._connection.total_changes
        self._give()
        self._checkpoints.written(changes)
        return rows, changes != before

    @property
    def unhurried(self) -> Source:
        """A Source whose statements may be lost in a power cut, though never by a kill.

        They do not wait for the disk. A later write that does wait brings them to it as well.
        """
        return _Unhurried(self)

    def patient(self, seconds: float) -> Source:
        """A Source whose single statements wait so long for another process's lock.

        The time begins when the lock is first met, by any statement.
        """
        return _Patient(self, seconds)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Everything inside is written when the block ends, and nothing if it raises.

        Raises RuntimeError where the task already holds a transaction: pass that one on instead.
        """
        # Not a plain begin: a transaction that has only read so far may not write any more once
        # another process has written.
        _, before = await self._begin("begin immediate")
        transaction = Transaction(self._connection, self.known)
        try:
            yield transaction
            run(self._connection, "commit", ())
            changes = self._connection.total_changes
        except BaseException:
            self._connection.rollback()
            raise
        finally:
            transaction.end()
            self._give()
        self._checkpoints.written(changes)
        # The disk is waited for without the connection, so that other tasks commit meanwhile.
        if changes != before:
            await self._settle()
        transaction.has_ended_well()

    def afterwards(self, told: Callable[[], None]) -> None:
        """Call `told`, for what is outside of a transaction can be read by others at once."""
        told()

    async def prove(self) -> None:
        """Write something and wait for the disk.

        Raises FileReplaced, and StoreError where nothing can be written.
        """
        self._require_open()
        self._files.look()
        await self.all(PROVE)

    async def damage(self) -> tuple[str, ...]:
        """What a quick check of every page finds wrong, on a thread and a connection of its own.

        Raises StoreError where the file cannot be looked at.
        """
        self._require_open()
        self._files.look()
        try:
            return await quick_check(self._path)
        except sqlite3.Error as refusal:
            raise explained(refusal) from refusal

    async def sizes(self) -> Sizes:
        """Bytes of the file, of its write-ahead log and of the free disk; raises StoreError."""
        self._require_open()
        try:
            return await asyncio.to_thread(sizes_of, self._path)
        except OSError as refusal:
            raise StoreError(f"{self._path} has no size: {refusal.strerror}") from refusal

    async def erase_traces(self) -> bool:
        """Move the write-ahead log into the file and empty it; False while somebody reads it."""
        return await self._checkpoints.erase()

    async def _settle(self) -> None:
        """Wait until what was committed is on the disk, in files that are in place."""
        try:
            await self._log.settle()
        except FileReplaced as gone:
            self._files.notice(gone)
            raise

    async def _begin(
        self, sql: str, values: tuple[Value, ...] = (), patience: float | None = None
    ) -> tuple[list[Row], int]:
        """Run a statement once no other process is in its way, and keep the connection.

        Returns its rows, and how many rows the connection had changed before it. Raises Locked
        after `patience`, if none is given after `busy_seconds`.
        """
        try:
            return await self._attempt(sql, values)
        except Locked as locked:
            reason = locked
        left = self._foreign.left(self._busy_seconds if patience is None else patience)
        if left <= 0:
            raise reason
        # Only one task tries again at a time; it takes the connection just for each attempt.
        with suppress(TimeoutError):
            async with asyncio.timeout(left), self._retrying:
                while True:
                    with suppress(Locked):
                        return await self._attempt(sql, values)
                    await asyncio.sleep(RETRY_SECONDS)
        raise reason

    async def _attempt(self, sql: str, values: tuple[Value, ...]) -> tuple[list[Row], int]:
        writes = not only_reads(sql)
        if writes:
            require_writing()
        await self._take()
        try:
            self._require_open()
            if writes:
                self._files.require_in_place()
            before = self._connection.total_changes
            rows = run(self._connection, sql, values)
        except BaseException as error:
            self._give()
            if isinstance(error, Locked):
                self._foreign.meets()
            raise
        if writes:
            self._foreign.ends()
        return rows, before

    def _require_open(self) -> None:
        if not self._is_open:
            raise StoreError("the database is closed")

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        await self._take()
        try:
            yield
        finally:
            self._give()

    async def _take(self) -> None:
        task = asyncio.current_task()
        if self._owner is task:
            raise RuntimeError("this task holds a transaction already: use that one")
        await self._lock.acquire()
        self._owner = task

    def _give(self) -> None:
        self._owner = None
        self._lock.release()


class _Unhurried:
    """A Database whose single statements return before they are on the disk."""

    __slots__ = ("_database", "known")

    def __init__(self, database: Database) -> None:
        self._database = database
        self.known = database.known

    async def one(self, sql: str, *values: Value) -> Row | None:
        return first(await self.all(sql, *values))

    async def all(self, sql: str, *values: Value) -> list[Row]:
        rows, _ = await self._database.run(sql, values)
        return rows

    def transaction(self) -> AbstractAsyncContextManager[Transaction]:
        return self._database.transaction()

    def afterwards(self, told: Callable[[], None]) -> None:
        told()


class _Patient:
    """A Database whose single statements wait some seconds for another process."""

    __slots__ = ("_database", "_seconds", "known")

    def __init__(self, database: Database, seconds: float) -> None:
        self._database = database
        self.known = database.known
        self._seconds = seconds

    async def one(self, sql: str, *values: Value) -> Row | None:
        return first(await self.all(sql, *values))

    async def all(self, sql: str, *values: Value) -> list[Row]:
        return await self._database.settled(sql, values, self._seconds)

    def transaction(self) -> AbstractAsyncContextManager[Transaction]:
        return self._database.transaction()

    def afterwards(self, told: Callable[[], None]) -> None:
        told()
