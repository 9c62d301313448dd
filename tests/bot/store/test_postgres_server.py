import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bot.store import inbox
from bot.store.inbox import Arrival
from bot.store.lock import DatabaseInUse
from bot.store.migrate import MIGRATIONS, SchemaTooNew, scripts
from bot.store.not_stored import StoreError
from bot.store.postgres_connection import Connection, connect, fetch
from bot.store.postgres_server import LOCKS, WORKING, PostgresServer, migrate, version
from bot.store.server import Server
from tests.postgres import Cluster

NEWEST = len(scripts(MIGRATIONS))

WHO = (
    "select pid from pg_locks where locktype = 'advisory' and granted and database ="
    " (select oid from pg_database where datname = current_database())"
)
TAKE = f"select pg_advisory_lock({LOCKS}, {WORKING})::text"


async def column(connection: Connection, sql: str) -> list[object]:
    return [value for (value,) in await fetch(connection, sql)]


async def test_of_several_that_start_at_once_one_runs_the_scripts(cluster: Cluster) -> None:
    location = PostgresServer(await cluster.create_anew("template0"))
    opened = await asyncio.gather(*(location.open() for _ in range(4)))
    ran = await opened[0].all("select number from schema_version order by number")
    assert ran == [(number,) for number in range(1, NEWEST + 1)]
    for database in opened:
        await database.close()


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


async def test_one_process_works_on_a_database(server: Server) -> None:
    location = PostgresServer(server)
    async with location.held():
        assert await asyncio.to_thread(location.is_held)
        with pytest.raises(DatabaseInUse, match="another bot runs on postgresql://"):
            async with location.held():
                pass
    assert not await asyncio.to_thread(location.is_held)


async def test_the_database_is_held_again_after_a_restart(cluster: Cluster, server: Server) -> None:
    location = PostgresServer(server, watch_seconds=0.02)
    async with location.held():
        async with cluster.away():
            pass
        while not await asyncio.to_thread(location.is_held):
            await asyncio.sleep(0.02)


class Cut:
    """A way to the server that can be cut so that only this side notices."""

    def __init__(self) -> None:
        self._ours: list[asyncio.StreamWriter] = []
        self._theirs: list[asyncio.StreamWriter] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.port)
        self._ours.append(writer)
        self._theirs.append(far_writer)
        self._tasks += [
            asyncio.create_task(self._hand_on(reader, far_writer)),
            asyncio.create_task(self._hand_on(far_reader, writer)),
        ]

    @asynccontextmanager
    async def to(self, server: Server) -> AsyncIterator[Server]:
        """The same database, on this way."""
        self.port = urlsplit(server.url).port
        async with await asyncio.start_server(self, "127.0.0.1", 0) as listening:
            port = listening.sockets[0].getsockname()[1]
            yield Server(server.url.replace(f":{self.port}/", f":{port}/"))
            for task in self._tasks:
                task.cancel()
            self.now()
            for writer in self._theirs:
                writer.close()

    def now(self) -> None:
        while self._ours:
            self._ours.pop().close()

    async def _hand_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while content := await reader.read(10_000):
            writer.write(content)


async def test_it_is_held_again_where_the_server_has_not_noticed_that_we_were_gone(
    server: Server,
) -> None:
    cut = Cut()
    async with cut.to(server) as way, PostgresServer(way, watch_seconds=0.02).held():
        connection = await connect(server)
        before = await column(connection, WHO)
        cut.now()
        while await column(connection, WHO) in ([], before):
            await asyncio.sleep(0.02)
        connection.terminate()


async def test_who_finds_that_another_one_was_faster_ends(server: Server) -> None:
    connection, rival = await connect(server), await connect(server)

    async def works() -> None:
        async with PostgresServer(server, watch_seconds=0.02).held():
            (holder,) = await column(connection, WHO)
            taking = asyncio.create_task(column(rival, TAKE))
            while not await fetch(connection, "select 1 from pg_locks where not granted"):
                await asyncio.sleep(0.01)
            await fetch(connection, f"select pg_terminate_backend({holder})")
            await taking
            await asyncio.Event().wait()

    with pytest.raises(DatabaseInUse):
        await works()
    rival.terminate()
    connection.terminate()


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
