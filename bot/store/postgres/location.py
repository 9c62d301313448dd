"""A database at a PostgreSQL server: its schema, who works on it, and what it says of itself.

**Migrations.** The numbered scripts are those of SQLite, with BIGINT in place of INTEGER: SQLite's
integers have 64 bits whatever they are called, PostgreSQL's have 32, and people may type numbers
that are longer. The number of the last script is in the table `schema_version`. Each script runs in
one transaction with its number, under an advisory lock that ends with the transaction. So if
several processes start together, one runs the script and the others find it done.

**Who works on it.** The processes that serve the bot do so side by side, as the replicas of
`bot/store/postgres/replicas.py`. A command that must have the database to itself takes an advisory
lock on a connection of its own, which must not go through a pooler that shares connections between
transactions. The server frees the lock when the connection ends, however the process ends. The
command takes the lock and then looks for replicas; a replica adds its row and then looks for the
lock. So whichever is second finds the first.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from bot.store.inbox import QUARANTINED
from bot.store.postgres import replicas
from bot.store.postgres.address import Server
from bot.store.postgres.connection import (
    Connection,
    PostgresTransaction,
    connect,
    damage_of,
    execute,
    fetch,
)
from bot.store.postgres.database import Postgres
from bot.store.postgres.replica import joined
from bot.store.postgres.replicas import OtherBot
from bot.store.seam.holding import Holding
from bot.store.seam.location import (
    OURS,
    Column,
    Examination,
    OfAnotherProgram,
    by_table,
    is_foreign,
)
from bot.store.seam.lock import DatabaseInUse
from bot.store.seam.migrations import MIGRATIONS, SchemaTooNew, require_current, scripts
from bot.store.seam.not_stored import StoreError
from bot.store.seam.source import PROVE, Source, Store

LOCKS: Final = 0x5355444F
"""The first half of the keys of all our advisory locks: SUDO in ASCII."""

MIGRATING: Final = 1
WORKING: Final = 2

_HOLDER: Final = (
    "select 1 from pg_locks l"
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
_TABLES: Final = (
    "select t.relname::text from pg_class t"
    " where t.relkind in ('r', 'p') and t.relnamespace ="
    " (select oid from pg_namespace where nspname = current_schema())"
    # An extension of the server may bring tables of its own.
    " and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass"
    " and d.objid = t.oid and d.deptype = 'e')"
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PostgresServer:
    """The Location of a database at a server."""

    server: Server

    def __str__(self) -> str:
        return str(self.server)

    async def open(self) -> Postgres:
        await self._asked(self._migrate)
        return Postgres(self.server)

    async def _migrate(self, connection: Connection) -> None:
        await self._require_ours(connection)
        await migrate(connection, MIGRATIONS)

    async def _require_ours(self, connection: Connection) -> None:
        if is_foreign(await _tables(connection)):
            raise OfAnotherProgram(self.server)

    async def columns(self, store: Store) -> dict[str, tuple[Column, ...]]:
        found = by_table(await store.all(_COLUMNS))
        return {table: columns for table, columns in found.items() if table != "schema_version"}

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        connection = await connect(self.server)
        try:
            ((is_ours,),) = await fetch(connection, _LOCK, LOCKS, WORKING)
            if not is_ours or await _serving(connection):
                raise DatabaseInUse(self.server)
            yield
        finally:
            # The end of the connection frees the lock.
            connection.terminate()

    @asynccontextmanager
    async def shared(self) -> AsyncIterator[None]:
        await self._require_not_held()
        yield

    @asynccontextmanager
    async def joined(self, store: Store, bot_id: int) -> AsyncIterator[Holding | None]:
        if not isinstance(store, Postgres):
            raise TypeError("this store is no PostgreSQL database")
        try:
            async with joined(store, self.server, bot_id) as replica:
                # Only once this replica's row is there: see above who looks for whom.
                await self._require_not_held()
                yield replica
        except OtherBot as other:
            raise DatabaseInUse(self.server) from other

    @asynccontextmanager
    async def beside(self) -> AsyncIterator[Source]:
        connection = await connect(self.server)
        try:
            await self._require_ours(connection)
            require_current(await version(connection))
            yield PostgresTransaction(connection)
        finally:
            connection.terminate()

    def is_held(self) -> bool:
        return asyncio.run(self._asked(_is_held)) or bool(asyncio.run(self._asked(_serving)))

    def examine(self) -> Examination:
        return asyncio.run(self._asked(_examine))

    def try_writing(self) -> None:
        asyncio.run(self._asked(_try_writing))

    def quarantine(self) -> dict[str, int]:
        return asyncio.run(self._asked(_quarantine))

    async def _require_not_held(self) -> None:
        if await self._asked(_is_held):
            raise DatabaseInUse(self.server)

    async def _asked(self, question: Callable[[Connection], Awaitable[T]]) -> T:
        connection = await connect(self.server)
        try:
            return await question(connection)
        finally:
            connection.terminate()


async def migrate(connection: Connection, folder: Path) -> None:
    """Run every script that is new to the database, each with its number in one transaction.

    Raises SchemaTooNew; a script that fails is undone and raises StoreError.
    """
    known = scripts(folder)
    found = await version(connection)
    if found > len(known):
        raise SchemaTooNew(found, len(known))
    for number in range(found + 1, len(known) + 1):
        await _apply(connection, number, known[number - 1])


async def version(connection: Connection) -> int:
    """The number of the last script that was run."""
    # Not to_regclass: within a transaction it does not see a table that another process has made.
    if "schema_version" not in await _tables(connection):
        return 0
    ((number,),) = await fetch(connection, "select max(number) from schema_version")
    return int(number)


def translated(script: str) -> str:
    """A script with the types of PostgreSQL."""
    return re.sub(r"\binteger\b", "bigint", script)


async def _apply(connection: Connection, number: int, script: str) -> None:
    await execute(connection, "begin")
    try:
        await fetch(connection, "select pg_advisory_xact_lock($1, $2)", LOCKS, MIGRATING)
        # Another process may have run the script while this one waited for the lock.
        if await version(connection) < number:
            await execute(connection, translated(script))
            await execute(connection, "create table if not exists schema_version (number bigint)")
            await fetch(connection, "insert into schema_version (number) values ($1)", number)
        await execute(connection, "commit")
    except StoreError:
        with suppress(StoreError):
            await execute(connection, "rollback")
        raise


async def _tables(connection: Connection) -> set[str]:
    return {name for (name,) in await fetch(connection, _TABLES)}


async def _is_held(connection: Connection) -> bool:
    return bool(await fetch(connection, _HOLDER, LOCKS, WORKING))


async def _serving(connection: Connection) -> bool:
    """Whether a replica is alive; older schemas have none."""
    ((table,),) = await fetch(connection, "select to_regclass('replicas')::text")
    return bool(table and await replicas.alive(PostgresTransaction(connection)))


async def _examine(connection: Connection) -> Examination:
    tables = await _tables(connection)
    ((size,),) = await fetch(connection, "select pg_database_size(current_database())")
    ((checksums,),) = await fetch(connection, "show data_checksums")
    ((product,),) = await fetch(connection, "show server_version")
    return Examination(
        await version(connection),
        tables >= OURS,
        is_foreign(tables),
        await damage_of(partial(fetch, connection)),
        await _erasures(connection) if "erasures" in tables else 0,
        size,
        f"PostgreSQL {product.split()[0]}",
        "no page with a wrong checksum" if checksums == "on" else "its pages have no checksums",
    )


async def _try_writing(connection: Connection) -> None:
    await execute(connection, "begin")
    await fetch(connection, PROVE)
    await execute(connection, "rollback")


async def _erasures(connection: Connection) -> int:
    ((count,),) = await fetch(connection, "select count(*) from erasures")
    return int(count)


async def _quarantine(connection: Connection) -> dict[str, int]:
    # Older schemas have no quarantine.
    ((index,),) = await fetch(connection, "select to_regclass('inbox_fault')::text")
    return dict(await fetch(connection, QUARANTINED)) if index else {}
