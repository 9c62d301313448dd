"""A database at a PostgreSQL server, on a few connections.

The problem: the functions of the store were written for SQLite, where a transaction has the
database to itself. PostgreSQL runs transactions side by side. What one of them has read may have
changed when it writes, and two may wait for each other. And the server is another process, beyond a
network: any statement may fail because a connection broke.

What holds: the transactions of this process run one after the other, as on SQLite. Single
statements run beside them, each on a connection of its own. A single statement is a transaction of
its own; if the server undoes it because of another one, it is tried again.

While the server restarts, a statement waits up to PATIENCE_SECONDS for a connection
(`bot/store/postgres/pool.py`). So a restart of PostgreSQL costs only what was under way at that
moment. A statement that only reads is then asked again. One that writes is not: nobody can tell
whether it was carried out, so it is reported as not stored, although it may have been.

Where several processes share the database, each is a replica (`bot/store/postgres/replicas.py`),
and everything it writes is behind its fence: the write locks the replica's row, or fails with
LeaseLost. A transaction does so in the same message to the server as `begin`, a single statement
within itself (`fetch_fenced`); as transactions of three messages, single statements took a third of
all messages of a move. A replica that freezes within a transaction is disconnected, by the server
or by the other replicas, which find its session by its name.

The transactions of several processes run side by side, as PostgreSQL commits them (read committed).
Whatever concerns a chat is done by its holder alone. Everything else is safe by the way its
statements are written: an insert of a row that may be there says `on conflict`, and a change names
again what was read before (`where done = $2`, `where id = $1 returning`). Rows of several people
are written in the order of their numbers, so that two transactions do not wait for each other in a
circle. If they do all the same, the server undoes one of them, and its update is handled again
(`bot/telegram/attempts.py`).
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from bot.store.postgres.address import Server
from bot.store.postgres.connection import (
    Connection,
    PostgresTransaction,
    commit,
    damage_of,
    execute,
    fetch,
    fetch_fenced,
    roll_back,
    vacuum,
)
from bot.store.postgres.pool import Pool
from bot.store.postgres.replicas import FENCE, SESSION
from bot.store.seam.known import Known
from bot.store.seam.not_stored import LeaseLost, NotStored, Undone, Unreachable
from bot.store.seam.reading import require_writing
from bot.store.seam.source import PROVE, Row, Sizes, Source, Value, only_reads

PATIENCE_SECONDS: Final = 5.0
"""How long a statement waits for a connection."""

PROOF_SECONDS: Final = 2.0
"""How long `prove` may take: the health check waits three seconds for all of its parts."""

VACUUM_SECONDS: Final = 60.0
IDLE_SECONDS: Final = 10
"""How long a transaction of a replica may be idle before the server ends it. That is longer than a
busy machine delays a process; if the replica has stopped, the others end the transaction sooner."""

ATTEMPTS: Final = 3


class Postgres:
    """An open, migrated database; what a statement or a transaction has written stays written.

    A task that is cancelled inside a transaction leaves nothing of it behind. A statement outside
    of one may or may not have been written when its task is cancelled.
    """

    is_shared = True

    def __init__(self, server: Server) -> None:
        self.known = Known()
        self._pool = Pool(server, self.known.forget)
        self._lock = asyncio.Lock()
        self._owner: asyncio.Task[Any] | None = None
        self._is_open = True
        self._beginning = "begin"
        self.patience = PATIENCE_SECONDS
        """Seconds that a statement waits for a connection, and a transaction for its turn."""

        self.replica: int | None = None
        """Which replica this process is; None where it works alone."""

    def fence(self, replica: int, idle_seconds: float = IDLE_SECONDS) -> None:
        """Write as this replica from now on, and only as long as nobody has ended it."""
        self.replica = replica
        idle = f"set local idle_in_transaction_session_timeout = '{idle_seconds}s'"
        self._beginning = f"begin; {idle}; {FENCE.format(replica)}"
        # The other replicas find its sessions by this name; idle ones without it are closed.
        self._pool.rename(f"{SESSION}{replica}")

    async def close(self) -> None:
        """Wait for what runs, then close every connection; a second call is harmless."""
        async with self._lock:
            if not self._is_open:
                return
            self._is_open = False
        await self._pool.close()

    async def one(self, sql: str, *values: Value) -> Row | None:
        """Run one statement with `values` for $1, $2, ...; its first row."""
        rows = await self.all(sql, *values)
        return rows[0] if rows else None

    async def all(self, sql: str, *values: Value) -> list[Row]:
        """Run one statement with `values` for $1, $2, ...; all its rows."""
        self._require_no_transaction()
        if not only_reads(sql):
            require_writing()
        for _ in range(ATTEMPTS - 1):
            with suppress(*_again(sql)):
                return await self._once(sql, values)
        # The error of the last attempt is raised.
        return await self._once(sql, values)

    @property
    def unhurried(self) -> Source:
        """The store itself: here every statement waits for the disk.

        Whether a commit waits is a setting of the connection, and a pooler would mix connections
        up.
        """
        return self

    def patient(self, seconds: float) -> Source:  # noqa: ARG002 - as every Store
        """The store itself, whose statements have limits of their own."""
        return self

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[PostgresTransaction]:
        """Everything inside is written when the block ends, and nothing if it raises.

        Raises RuntimeError where the task already holds a transaction: pass that one on instead.
        """
        # The turn comes before the connection: tasks that wait for their turn hold none.
        await self._begin()
        try:
            async with self._begun() as transaction:
                try:
                    yield transaction
                finally:
                    transaction.end()
        finally:
            self._end()
        transaction.has_ended_well()

    def afterwards(self, told: Callable[[], None]) -> None:
        """Call `told`, for what is outside of a transaction can be read by others at once."""
        told()

    async def prove(self) -> None:
        """Write something and wait for the disk; raises StoreError within PROOF_SECONDS."""
        try:
            async with asyncio.timeout(PROOF_SECONDS):
                await self.all(PROVE)
        except TimeoutError:
            raise self._pool.not_in_time() from None

    async def damage(self) -> tuple[str, ...]:
        """The damage that PostgreSQL has noticed; without checksums it notices none."""
        return await damage_of(self.all)

    async def sizes(self) -> Sizes:
        """Bytes of the database; what its log takes and the disk has is the server's."""
        ((size,),) = await self.all("select pg_database_size(current_database())")
        return Sizes(size)

    async def erase_traces(self) -> bool:
        """Free the space of deleted rows; False where somebody had a table locked.

        Freed space is overwritten in time, and how long the server keeps its log is up to its
        operator: bot/README.md says so.
        """
        tables = await self.all(
            "select quote_ident(tablename) from pg_tables where schemaname = current_schema()"
        )
        connection = await self._pool.take(self.patience)
        try:
            names = ", ".join(name for (name,) in tables)
            return await vacuum(connection, names, VACUUM_SECONDS)
        finally:
            self._pool.give(connection)

    async def _once(self, sql: str, values: tuple[Value, ...]) -> list[Row]:
        connection = await self._pool.take(self.patience)
        try:
            if self.replica is None or only_reads(sql):
                return await fetch(connection, sql, *values)
            return await fetch_fenced(connection, self.replica, sql, *values)
        finally:
            self._pool.give(connection)

    async def _begin(self) -> None:
        """Wait for the turn of this task to run a transaction."""
        self._require_no_transaction()
        require_writing()
        try:
            async with asyncio.timeout(self.patience):
                await self._lock.acquire()
        except TimeoutError:
            raise self._pool.not_in_time() from None
        self._owner = asyncio.current_task()

    @asynccontextmanager
    async def _begun(self) -> AsyncIterator[PostgresTransaction]:
        """An open transaction, which is committed at the end of the block."""
        connection = await self._opened()
        transaction = PostgresTransaction(connection, self.known)
        try:
            yield transaction
            await commit(connection, transaction.last)
        except BaseException:
            await roll_back(connection)
            raise
        finally:
            self._pool.give(connection)

    async def _opened(self) -> Connection:
        # A broken connection is no harm here: nothing of the transaction was sent yet.
        for _ in range(ATTEMPTS - 1):
            with suppress(Unreachable):
                return await self._opened_once()
        return await self._opened_once()

    async def _opened_once(self) -> Connection:
        connection = await self._pool.take(self.patience)
        try:
            _require_begun(await execute(connection, self._beginning))
        except BaseException:
            try:
                await roll_back(connection)
            finally:
                self._pool.give(connection)
            raise
        return connection

    def _end(self) -> None:
        self._owner = None
        self._lock.release()

    def _require_no_transaction(self) -> None:
        if self._owner is not None and self._owner is asyncio.current_task():
            raise RuntimeError("this task holds a transaction already: use that one")


def _again(sql: str) -> tuple[type[NotStored], ...]:
    """The errors after which a single statement may be run again without doing it twice."""
    return (Undone, Unreachable) if only_reads(sql) else (Undone,)


def _require_begun(done: str) -> None:
    # The status of the fence, which is the last statement of a replica's `begin`: it found no row.
    if done == "SELECT 0":
        raise LeaseLost
