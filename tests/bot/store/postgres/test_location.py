import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.store import blocks, erasures, inbox
from bot.store.blocks import Block
from bot.store.postgres.address import Server
from bot.store.postgres.connection import Connection, connect, fetch
from bot.store.postgres.location import PostgresServer, migrate, version
from bot.store.seam.holding import Arrival
from bot.store.seam.location import Column, OfAnotherProgram
from bot.store.seam.lock import DatabaseInUse
from bot.store.seam.migrations import MIGRATIONS, SchemaTooNew, SchemaTooOld, scripts
from bot.store.seam.not_stored import StoreError
from bot.store.seam.source import Store
from tests.postgres import Cluster

NEWEST = len(scripts(MIGRATIONS))


async def column(connection: Connection, sql: str) -> list[object]:
    return [value for (value,) in await fetch(connection, sql)]


async def test_of_several_that_start_at_once_one_runs_the_scripts(cluster: Cluster) -> None:
    location = PostgresServer(await cluster.create_anew("template0"))
    opened = await asyncio.gather(*(location.open() for _ in range(4)))
    ran = await opened[0].all("select number from schema_version order by number")
    assert ran == [(number,) for number in range(1, NEWEST + 1)]
    for database in opened:
        await database.close()


@pytest.mark.parametrize("kind", ["", "partition by list (number)"])
async def test_the_database_of_another_program_is_left_as_it_is(
    cluster: Cluster, kind: str
) -> None:
    server = await cluster.create_anew("template0")
    location = PostgresServer(server)
    connection = await connect(server)
    await fetch(connection, f"create table invoices (number bigint) {kind}")
    with pytest.raises(OfAnotherProgram, match="is a database of another program"):
        await location.open()
    with pytest.raises(OfAnotherProgram):
        await location.beside().__aenter__()
    tables = "select tablename from pg_tables where schemaname = current_schema()"
    assert await column(connection, tables) == ["invoices"]
    found = await asyncio.to_thread(location.examine)
    assert (found.is_foreign, found.is_ours) == (True, False)
    await fetch(connection, "create schema accounts")
    await fetch(connection, "alter table invoices set schema accounts")
    await (await location.open()).close()
    connection.terminate()


async def test_a_table_of_an_extension_makes_a_database_no_other_programs(
    cluster: Cluster,
) -> None:
    server = await cluster.create_anew("template0")
    connection = await connect(server)
    # As PostGIS has one; any extension may have some.
    await fetch(connection, "create table spatial_ref_sys (number bigint)")
    await fetch(connection, "alter extension plpgsql add table spatial_ref_sys")
    await (await PostgresServer(server).open()).close()
    connection.terminate()


async def test_every_column_holds_what_it_holds_on_sqlite(server: Server) -> None:
    connection = await connect(server)
    types = await column(
        connection,
        "select distinct data_type from information_schema.columns"
        " where table_schema = current_schema() order by data_type",
    )
    assert types == ["bigint", "boolean", "text"]
    connection.terminate()


async def test_a_script_that_fails_leaves_the_schema_before_it(
    cluster: Cluster, tmp_path: Path
) -> None:
    connection = await connect(await cluster.create_anew("template0"))
    (tmp_path / "0001_initial.sql").write_text("create table cups (name text, size integer);")
    later = tmp_path / "0002_more.sql"
    later.write_text("create table jugs (name text); insert into cups values ('a', 1); oops;")
    with pytest.raises(StoreError, match="oops"):
        await migrate(connection, tmp_path)
    assert await version(connection) == 1
    assert await column(connection, "select count(*) from cups") == [0]
    later.write_text("create table jugs (name text);")
    await migrate(connection, tmp_path)
    assert await column(connection, "select count(*) from jugs") == [0]
    later.unlink()
    with pytest.raises(SchemaTooNew, match=r"schema 2.*up to 1"):
        await migrate(connection, tmp_path)
    connection.terminate()


async def test_one_command_works_on_a_database(server: Server) -> None:
    location = PostgresServer(server)
    async with location.held():
        assert await asyncio.to_thread(location.is_held)
        for using in (location.held(), location.shared()):
            with pytest.raises(DatabaseInUse, match="another bot runs on postgresql://"):
                await using.__aenter__()
    assert not await asyncio.to_thread(location.is_held)


@asynccontextmanager
async def serving(location: PostgresServer, bot_id: int = 7) -> AsyncIterator[None]:
    """A process that serves a bot while the block runs."""
    async with location.shared():
        store = await location.open()
        try:
            async with location.joined(store, bot_id):
                yield
        finally:
            await store.close()


async def test_many_processes_serve_one_bot_and_a_command_waits_for_their_end(
    server: Server,
) -> None:
    location = PostgresServer(server)
    async with serving(location):
        async with serving(location):
            assert await asyncio.to_thread(location.is_held)
        for refused in (location.held(), serving(location, 8)):
            with pytest.raises(DatabaseInUse):
                await refused.__aenter__()
    async with location.held():
        store = await location.open()
        with pytest.raises(DatabaseInUse):
            await location.joined(store, 7).__aenter__()
        await store.close()
    assert not await asyncio.to_thread(location.is_held)


async def test_an_older_schema_has_no_replicas(cluster: Cluster) -> None:
    location = PostgresServer(await cluster.create_anew("template0"))
    assert not await asyncio.to_thread(location.is_held)
    async with location.held():
        pass


def test_what_is_there_is_told_without_changing_it(cluster: Cluster, server: Server) -> None:
    found = PostgresServer(server).examine()
    assert (found.schema, found.is_ours, found.faults) == (NEWEST, True, ())
    assert re.fullmatch(r"PostgreSQL \d+\.\d+", found.product)
    assert found.size > 1_000_000
    assert PostgresServer(server).quarantine() == {}
    bare = PostgresServer(cluster.server())
    assert (bare.examine().schema, bare.examine().is_ours) == (0, False)
    assert bare.quarantine() == {}


async def test_what_could_not_be_read_is_counted(server: Server) -> None:
    location = PostgresServer(server)
    database = await location.open()
    for number in (1, 2):
        await inbox.receive(database, 5, [Arrival(number, None, None, "{}", "KeyError")], 100)
    await database.close()
    assert await asyncio.to_thread(location.quarantine) == {"KeyError": 2}


async def test_deletions_that_left_traces_are_counted(server: Server) -> None:
    location = PostgresServer(server)
    database = await location.open()
    for _ in range(2):
        async with database.transaction() as transaction:
            await erasures.begin(transaction)
    await database.close()
    assert (await asyncio.to_thread(location.examine)).erasures == 2


async def test_writing_is_tried_and_nothing_is_left_of_it(server: Server) -> None:
    location = PostgresServer(server)
    database = await location.open()
    await database.prove()
    before = await database.all("select name, value from counters order by name")
    await asyncio.to_thread(location.try_writing)
    assert await database.all("select name, value from counters order by name") == before
    await database.close()


async def test_beside_replicas_a_command_writes_and_finds_only_its_own_schema(
    server: Server,
) -> None:
    location = PostgresServer(server)
    async with serving(location), location.beside() as source:
        assert await blocks.add(source, 7, 100)
        assert await blocks.every(source) == (Block(7, 100),)
    for schema, refusal in ((NEWEST + 1, SchemaTooNew), (NEWEST - 1, SchemaTooOld)):
        connection = await connect(server)
        await fetch(connection, "delete from schema_version where number > $1", schema)
        await fetch(connection, "insert into schema_version (number) values ($1)", schema)
        connection.terminate()
        with pytest.raises(refusal):
            await location.beside().__aenter__()


async def test_the_columns_of_our_own_tables_are_told_with_their_keys(server: Server) -> None:
    location = PostgresServer(server)
    database = await location.open()
    found = await location.columns(database)
    assert "schema_version" not in found
    assert found["facts"] == (
        Column("name", "text", is_key=True),
        Column("value", "text", is_key=False),
    )
    await database.close()


async def test_every_version_of_the_program_holds_a_database_by_the_same_lock(
    server: Server,
) -> None:
    """Its key says SUDO in ASCII, and then 2; while scripts run, it is 1."""
    connection = await connect(server)
    locks = "select classid::bigint, objid::bigint from pg_locks where locktype = 'advisory'"
    async with PostgresServer(server).held():
        assert await fetch(connection, locks) == [(int.from_bytes(b"SUDO", "big"), 2)]
    connection.terminate()


async def test_whoever_runs_scripts_waits_for_others_that_do(cluster: Cluster) -> None:
    server = await cluster.create_anew("template0")
    other = await connect(server)
    await fetch(other, "select pg_advisory_lock($1, 1)", int.from_bytes(b"SUDO", "big"))
    opening = asyncio.create_task(PostgresServer(server).open())
    waits = "select 1 from pg_stat_activity where wait_event = 'advisory'"
    while not await fetch(other, waits):
        await asyncio.sleep(0.01)
    assert not opening.done()
    other.terminate()
    await (await opening).close()


async def test_only_a_store_of_postgres_is_joined(server: Server, sqlite: Store) -> None:
    with pytest.raises(TypeError):
        await PostgresServer(server).joined(sqlite, 7).__aenter__()
