"""A database at a PostgreSQL server, on a few connections.

The problem: the functions of the store were written for SQLite, where a transaction has the
database alone. PostgreSQL runs transactions side by side, so that what one has read may have
changed when it writes, and two may wait for each other. And it is another process, on the other
side of a network: any statement may fail because a connection broke.

What holds: the transactions of this process run one after the other, as on SQLite. What only reads,
and single statements, run beside them, each on a connection of its own. A single statement is a
transaction of its own; where two of them were in each other's way, it is tried again.

Whoever wants a connection while the server starts again waits PATIENCE_SECONDS for it
(`bot/store/postgres/pool.py`). So a restart of PostgreSQL costs only what was under way at that
moment. A statement that only reads is asked again then. One that writes is not: nobody can tell
whether it was carried out, so it is reported as not stored, although it may be.

Where several processes share the database each is a replica (`bot/store/postgres/replicas.py`), and
whatever it writes is behind its fence: it locks the replica's row, or fails with LeaseLost. A
transaction does so in the same message to the server as `begin`, a single statement in its own one
(`fetch_fenced`); as transactions of three messages these took a third of all messages of a move.
Whoever is frozen in a transaction is thrown out, by the server or by the other replicas, who find
it by the name of its session.

The transactions of several processes run side by side, as PostgreSQL commits them (read committed).
What concerns a chat is done by its holder alone. Everything else holds by its statements: an insert
of what may be there already says `on conflict`, and what was read before is named again where it is
changed (`where done = $2`, `where id = $1 returning`). Rows of several people are written in the
order of their numbers, so that two transactions do not wait for each other; where they do all the
same, the server undoes one of them, and its update is handled again (`bot/telegram/attempts.py`).
"""

import asyncio
from collections.abc import AsyncIterator
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
)
from bot.store.postgres.pool import Pool
from bot.store.postgres.replicas import FENCE, SESSION
from bot.store.seam.not_stored import LeaseLost, NotStored, Undone, Unreachable
from bot.store.seam.source import PROVE, Row, Source, Value, only_reads

PATIENCE_SECONDS: Final = 5.0
"""How long a statement waits for a connection, as for another process on SQLite."""

PROOF_SECONDS: Final = 2.0
"""How long a proof may take: whoever asks for one waits three seconds for all parts."""

VACUUM_SECONDS: Final = 60.0
IDLE_SECONDS: Final = 10
"""How long a transaction of a replica may say nothing before the server ends it: longer than a busy
machine holds a process up, for the others end that of a replica that is not heard of sooner."""

ATTEMPTS: Final = 3


class Postgres:
    """An open, migrated database; what a statement or a transaction has written stays written.

    A task that is cancelled inside a transaction leaves nothing of it behind. A statement outside
    of a transaction is a transaction of its own; when its task is cancelled meanwhile, it may or
    may not have been written.
    """

    is_shared = True

    def __init__(self, server: Server) -> None:
        self._pool = Pool(server)
        self._lock = asyncio.Lock()
        self._owner: asyncio.Task[Any] | None = None
        self._is_open = True
        self._beginning = "begin"
        self.patience = PATIENCE_SECONDS
        """The seconds that whoever comes waits for a connection, and for the right to write."""

        self.replica: int | None = None
        """Which replica this process is; None where it works alone."""

    def fence(self, replica: int, idle_seconds: float = IDLE_SECONDS) -> None:
        """Write only as this replica from now on, and for as long as it is one."""
        self.replica = replica
        idle = f"set local idle_in_transaction_session_timeout = '{idle_seconds}s'"
        self._beginning = f"begin; {idle}; {FENCE.format(replica)}"
        # So the other replicas find its sessions, those too that were made before.
        self._pool.rename(f"{SESSION}{replica}")

    async def close(self) -> None:
        """Wait for what runs, then close every connection; again is harmless."""
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
        for _ in range(ATTEMPTS - 1):
            with suppress(*_again(sql)):
                return await self._once(sql, values)
        return await self._once(sql, values)

    @property
    def unhurried(self) -> Source:
        """The store itself: a statement that need not wait for the disk waits for it all the same.

        Whether a commit waits is a setting of a connection, and a pooler between would mix them up.
        """
        return self

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[PostgresTransaction]:
        """Everything inside is written when the block ends, and nothing if it raises.

        Raises RuntimeError where the task already holds a transaction: pass that one on instead.
        """
        await self._begin()
        try:
            async with self._begun() as connection:
                transaction = PostgresTransaction(connection)
                try:
                    yield transaction
                finally:
                    transaction.end()
        finally:
            self._end()

    async def prove(self) -> None:
        """Write something and wait for the disk; raises StoreError, and says why before long."""
        try:
            async with asyncio.timeout(PROOF_SECONDS):
                await self.all(PROVE)
        except TimeoutError:
            raise self._pool.not_in_time() from None

    async def damage(self) -> tuple[str, ...]:
        """What PostgreSQL has noticed; a database without checksums notices nothing."""
        return await damage_of(self.all)

    async def erase_traces(self) -> bool:
        """Free the rows that were deleted; False where somebody has a table locked.

        What is freed is written over in time, and the log of the server is kept as its operator
        has set: bot/README.md says so.
        """
        tables = await self.all(
            "select quote_ident(tablename) from pg_tables where schemaname = current_schema()"
        )
        connection = await self._pool.take(self.patience)
        try:
            names = ", ".join(name for (name,) in tables)
            await execute(connection, f"vacuum (skip_locked) {names}", VACUUM_SECONDS)
        finally:
            self._pool.give(connection)
        return True

    async def _once(self, sql: str, values: tuple[Value, ...]) -> list[Row]:
        connection = await self._pool.take(self.patience)
        try:
            if self.replica is None or only_reads(sql):
                return await fetch(connection, sql, *values)
            return await fetch_fenced(connection, self.replica, sql, *values)
        finally:
            self._pool.give(connection)

    async def _begin(self) -> None:
        """Returns when this task has the right to write."""
        self._require_no_transaction()
        try:
            async with asyncio.timeout(self.patience):
                await self._lock.acquire()
        except TimeoutError:
            raise self._pool.not_in_time() from None
        self._owner = asyncio.current_task()

    @asynccontextmanager
    async def _begun(self) -> AsyncIterator[Connection]:
        """A connection with an open transaction, which is committed at the end of the block."""
        connection = await self._opened()
        try:
            yield connection
            await commit(connection)
        except BaseException:
            await roll_back(connection)
            raise
        finally:
            self._pool.give(connection)

    async def _opened(self) -> Connection:
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
    """After which errors a single statement may be run again."""
    return (Undone, Unreachable) if only_reads(sql) else (Undone,)


def _require_begun(done: str) -> None:
    if done == "SELECT 0":
        raise LeaseLost
