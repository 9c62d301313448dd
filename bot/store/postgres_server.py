"""A database at a PostgreSQL server: its schema, who works on it, and how it is.

**Migrations.** The numbered scripts are those of SQLite, with BIGINT in place of INTEGER: SQLite's
integers have 64 bits whatever they are called, PostgreSQL's have 32, and people may type numbers
that are longer. The number of the last script stands in the table `schema_version`. Each script
runs in one transaction with its number, under an advisory lock that ends with the transaction, so
that of several processes that start together one runs it and the others find it done.

**Who works on it.** An advisory lock of a connection of its own says that a bot works on the
database. The server frees it as soon as the connection ends, however the process ends. When the
server itself starts again, the lock is gone; then it is taken again within seconds, and a process
that finds that another one was faster ends. Such a lock belongs to a connection, so this one must
not go through a pooler that shares connections between transactions.
"""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from bot.store.copies import OURS
from bot.store.inbox import QUARANTINED
from bot.store.location import Column, Examination, by_table
from bot.store.lock import DatabaseInUse
from bot.store.migrate import MIGRATIONS, SchemaTooNew, scripts
from bot.store.not_stored import NotStored, StoreError
from bot.store.postgres import Postgres
from bot.store.postgres_connection import Connection, connect, damage_of, execute, fetch
from bot.store.server import Server
from bot.store.source import Row, Store

LOCKS: Final = 0x5355444F
"""The first half of the keys of all our advisory locks: SUDO in ASCII."""

MIGRATING: Final = 1
WORKING: Final = 2

WATCH_SECONDS: Final = 1.0
"""How often the holder of the database looks whether it holds it still."""

_HOLDER: Final = (
    "select a.pid, a.backend_start::text from pg_locks l join pg_stat_activity a on a.pid = l.pid"
    " where l.locktype = 'advisory' and l.granted and l.classid = $1 and l.objid = $2"
    " and l.database = (select oid from pg_database where datname = current_database())"
)
_LOCK: Final = "select pg_try_advisory_lock($1, $2)"
_COLUMNS: Final = (
    "select t.relname, c.attname, format_type(c.atttypid, c.atttypmod), c.attnum = any(k.indkey)"
    " from pg_class t join pg_attribute c on c.attrelid = t.oid"
    " left join pg_index k on k.indrelid = t.oid and k.indisprimary"
    " where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace"
    " and c.attnum > 0 and not c.attisdropped order by t.relname, c.attnum"
)
_TABLES: Final = "select tablename from pg_tables where schemaname = current_schema()"

T = TypeVar("T")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PostgresServer:
    """The Location of a database at a server."""

    server: Server
    watch_seconds: float = WATCH_SECONDS

    def __str__(self) -> str:
        return str(self.server)

    async def open(self) -> Postgres:
        await self._asked(lambda connection: migrate(connection, MIGRATIONS))
        return Postgres(self.server)

    async def columns(self, store: Store) -> dict[str, tuple[Column, ...]]:
        found = by_table(await store.all(_COLUMNS))
        return {table: columns for table, columns in found.items() if table != "schema_version"}

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        holder = _Holder(self.server, self.watch_seconds)
        await holder.take()
        body = asyncio.current_task()
        watching = asyncio.create_task(holder.watch())

        def end(_: asyncio.Task[None]) -> None:
            if body is not None:
                body.cancel()

        watching.add_done_callback(end)
        try:
            yield
        except asyncio.CancelledError:
            if watching.done():
                watching.result()
            raise
        finally:
            watching.remove_done_callback(end)
            watching.cancel()
            await asyncio.wait([watching])
            holder.give()

    def is_held(self) -> bool:
        return asyncio.run(self._asked(_is_held))

    def examine(self) -> Examination:
        return asyncio.run(self._asked(_examine))

    def quarantine(self) -> dict[str, int]:
        return asyncio.run(self._asked(_quarantine))

    async def _asked(self, question: Callable[[Connection], Awaitable[T]]) -> T:
        connection = await connect(self.server)
        try:
            return await question(connection)
        finally:
            connection.terminate()


class _Holder:
    """The connection whose lock says that this process works on the database."""

    def __init__(self, server: Server, watch_seconds: float) -> None:
        self._server = server
        self._watch_seconds = watch_seconds
        self._connection: Connection | None = None
        self._session: Row | None = None

    async def take(self) -> None:
        """Raises DatabaseInUse, and Lost where the server cannot be reached."""
        connection = await connect(self._server)
        try:
            await self._lock(connection)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection

    async def watch(self) -> None:
        """Take the lock again whenever the connection has broken; raises DatabaseInUse."""
        while True:
            await asyncio.sleep(self._watch_seconds)
            with suppress(NotStored):
                await self._keep()

    def give(self) -> None:
        """Let others have the database."""
        if self._connection is not None:
            self._connection.terminate()

    async def _keep(self) -> None:
        if self._connection is None or self._connection.is_closed():
            await self.take()
            log.warning("the connection that holds the database had broken and was made again")
        else:
            await fetch(self._connection, "select 1")

    async def _lock(self, connection: Connection) -> None:
        """Take the lock, if need be from the connection that this process had before.

        The server may not have noticed yet that that one has broken.
        """
        holders = await fetch(connection, _HOLDER, LOCKS, WORKING)
        if self._session and self._session in holders:
            await fetch(connection, "select pg_terminate_backend($1, 1000)", self._session[0])
        ((is_ours,),) = await fetch(connection, _LOCK, LOCKS, WORKING)
        if not is_ours:
            raise DatabaseInUse(self._server)
        (self._session,) = await fetch(connection, _HOLDER, LOCKS, WORKING)


async def migrate(connection: Connection, folder: Path) -> None:
    """Run every script that the database has not seen; each with its number in one transaction.

    Raises SchemaTooNew; a script that fails leaves the schema before it and raises StoreError.
    """
    known = scripts(folder)
    found = await version(connection)
    if found > len(known):
        raise SchemaTooNew(found, len(known))
    for number in range(found + 1, len(known) + 1):
        await _apply(connection, number, known[number - 1])


async def version(connection: Connection) -> int:
    """The number of the last script that was run."""
    # Not to_regclass, which does not see what another process has made within this transaction.
    if ("schema_version",) not in await fetch(connection, _TABLES):
        return 0
    ((number,),) = await fetch(connection, "select max(number) from schema_version")
    return int(number)


def translated(script: str) -> str:
    """A script in the types of PostgreSQL."""
    return re.sub(r"\binteger\b", "bigint", script)


async def _apply(connection: Connection, number: int, script: str) -> None:
    await execute(connection, "begin")
    try:
        await fetch(connection, "select pg_advisory_xact_lock($1, $2)", LOCKS, MIGRATING)
        # Another process may have been faster while this one waited for the lock.
        if await version(connection) < number:
            await execute(connection, translated(script))
            await execute(connection, "create table if not exists schema_version (number bigint)")
            await fetch(connection, "insert into schema_version (number) values ($1)", number)
        await execute(connection, "commit")
    except StoreError:
        with suppress(StoreError):
            await execute(connection, "rollback")
        raise


async def _is_held(connection: Connection) -> bool:
    return bool(await fetch(connection, _HOLDER, LOCKS, WORKING))


async def _examine(connection: Connection) -> Examination:
    tables = {name for (name,) in await fetch(connection, _TABLES)}
    ((size,),) = await fetch(connection, "select pg_database_size(current_database())")
    ((checksums,),) = await fetch(connection, "show data_checksums")
    ((product,),) = await fetch(connection, "show server_version")
    return Examination(
        await version(connection),
        tables >= OURS,
        await damage_of(partial(fetch, connection)),
        await _erasures(connection) if "erasures" in tables else 0,
        size,
        f"PostgreSQL {product.split()[0]}",
        "no page with a wrong checksum" if checksums == "on" else "its pages have no checksums",
    )


async def _erasures(connection: Connection) -> int:
    ((count,),) = await fetch(connection, "select count(*) from erasures")
    return int(count)


async def _quarantine(connection: Connection) -> dict[str, int]:
    # Older schemas have no quarantine.
    ((index,),) = await fetch(connection, "select to_regclass('inbox_fault')::text")
    return dict(await fetch(connection, QUARANTINED)) if index else {}
