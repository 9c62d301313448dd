import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.store import erasures
from bot.store.postgres import replicas
from bot.store.postgres.address import Server
from bot.store.postgres.connection import Connection, connect, execute, fetch
from bot.store.postgres.database import Postgres
from bot.store.postgres.pool import CONNECTIONS
from bot.store.seam.not_stored import LeaseLost, NotStored, StoreError, Unreachable
from bot.store.seam.source import Source
from tests.postgres import Cluster


async def keep(source: Source, name: str) -> None:
    await source.all("insert into facts (name, value) values ($1, 'x')", name)


async def kept(source: Source) -> list[str]:
    return [name for (name,) in await source.all("select name from facts order by name")]


@pytest_asyncio.fixture
async def foreign(server: Server) -> AsyncIterator[Connection]:
    """Another process's connection."""
    connection = await connect(server)
    yield connection
    connection.terminate()


async def many_reads(postgres: Postgres) -> None:
    """Leaves several connections idle."""
    await asyncio.gather(*(kept(postgres) for _ in range(2 * CONNECTIONS)))


async def test_what_comes_while_the_server_starts_again_waits_for_it(
    postgres: Postgres, cluster: Cluster
) -> None:
    await many_reads(postgres)
    async with cluster.away():
        waiting = [asyncio.create_task(keep(postgres, str(number))) for number in range(3)]
        reading = asyncio.create_task(postgres.one("select 1"))
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    assert await reading == (1,)
    assert await kept(postgres) == ["0", "1", "2"]


async def test_a_transaction_that_a_restart_ends_leaves_nothing_and_says_so(
    postgres: Postgres, cluster: Cluster
) -> None:
    async def is_interrupted() -> None:
        async with postgres.transaction() as transaction:
            await keep(transaction, "half")
            async with cluster.away():
                pass
            await keep(transaction, "never")

    with pytest.raises(Unreachable, match="PostgreSQL cannot be reached"):
        await is_interrupted()
    async with postgres.transaction() as transaction:
        await keep(transaction, "after")
    assert await kept(postgres) == ["after"]


async def test_a_server_that_stays_away_is_told_and_all_goes_on_once_it_is_back(
    postgres: Postgres, cluster: Cluster
) -> None:
    await many_reads(postgres)
    patience, postgres.patience = postgres.patience, 2.0
    async with cluster.away():
        attempts = keep(postgres, "a"), kept(postgres), write(postgres, "b")
        for told in await asyncio.gather(*attempts, return_exceptions=True):
            assert isinstance(told, NotStored)
            assert "PostgreSQL cannot be reached" in str(told)
    postgres.patience = patience
    await keep(postgres, "c")
    assert await kept(postgres) == ["c"]


async def write(postgres: Postgres, name: str) -> None:
    async with postgres.transaction() as transaction:
        await keep(transaction, name)


async def test_who_waits_too_long_for_others_is_told(postgres: Postgres) -> None:
    await many_reads(postgres)
    async with postgres.transaction():
        patience, postgres.patience = postgres.patience, 0.0
        with pytest.raises(NotStored, match="busy with other statements"):
            await asyncio.create_task(write(postgres, "a"))
        postgres.patience = patience
    await write(postgres, "b")
    assert await kept(postgres) == ["b"]


async def test_a_statement_that_was_in_the_way_of_another_is_tried_again(
    postgres: Postgres, foreign: Connection
) -> None:
    """The statement and the foreign transaction wait for each other: a deadlock."""
    await keep(postgres, "a")
    await keep(postgres, "b")
    await execute(foreign, "set deadlock_timeout = '1min'")
    await execute(foreign, "begin")
    await fetch(foreign, "update facts set value = 'theirs' where name = 'b'")
    ours = asyncio.create_task(
        postgres.all("update facts set value = value || '!' where name in ('a', 'b')")
    )
    waits = "select 1 from pg_stat_activity where wait_event_type = 'Lock'"
    while not await fetch(foreign, waits):
        await asyncio.sleep(0.01)
    await fetch(foreign, "update facts set value = 'theirs' where name = 'a'")
    await execute(foreign, "commit")
    await ours
    rows = await postgres.all("select value from facts order by name")
    assert rows == [("theirs!",), ("theirs!",)]


async def test_readers_do_not_wait_for_a_transaction(postgres: Postgres) -> None:
    async with postgres.transaction() as transaction:
        await keep(transaction, "a")
        assert await asyncio.create_task(kept(postgres)) == []
    assert await kept(postgres) == ["a"]


async def test_a_failure_that_was_passed_over_does_not_pass_for_written(
    postgres: Postgres,
) -> None:
    async def passes_over() -> None:
        async with postgres.transaction() as transaction:
            await keep(transaction, "a")
            with pytest.raises(StoreError):
                await keep(transaction, "a")

    with pytest.raises(StoreError, match="nothing was written"):
        await passes_over()
    assert await kept(postgres) == []


async def test_numbers_are_as_long_as_on_sqlite(postgres: Postgres) -> None:
    assert await postgres.all("select * from games where id = $1", 10**18) == []


async def test_what_was_deleted_leaves_the_pages(postgres: Postgres) -> None:
    for number in range(100):
        await keep(postgres, str(number))
    await postgres.all("delete from facts")
    assert await postgres.one("select pg_relation_size('facts') > 0") == (True,)
    assert await postgres.erase_traces()
    assert await postgres.one("select pg_relation_size('facts')") == (0,)


async def test_what_was_deleted_from_a_locked_table_is_remembered_and_erased_later(
    postgres: Postgres, foreign: Connection
) -> None:
    for number in range(100):
        await keep(postgres, str(number))
    async with postgres.transaction() as transaction:
        await erasures.begin(transaction)
        await transaction.all("delete from facts")
    await execute(foreign, "begin; lock table facts in share update exclusive mode")
    assert not await erasures.finish(postgres)
    assert await erasures.unfinished(postgres) == 1
    await execute(foreign, "rollback")
    assert await erasures.finish(postgres)
    assert await erasures.unfinished(postgres) == 0
    assert await postgres.one("select pg_relation_size('facts')") == (0,)


async def test_that_the_server_is_away_is_known_before_patience_ends(
    postgres: Postgres, cluster: Cluster
) -> None:
    async with cluster.away():
        with pytest.raises(NotStored, match="PostgreSQL cannot be reached"):
            await postgres.prove()
    await kept(postgres)
    await postgres.prove()


async def test_health_asks_for_what_holds(postgres: Postgres) -> None:
    await postgres.prove()
    assert await postgres.damage() == ()
    assert postgres.unhurried is postgres


async def test_closing_waits_for_a_transaction_and_refuses_what_follows(
    postgres: Postgres, server: Server
) -> None:
    closed = Postgres(server)
    async with closed.transaction() as transaction:
        closing = asyncio.create_task(closed.close())
        await asyncio.sleep(0)
        await keep(transaction, "a")
    await closing
    await closed.close()
    with pytest.raises(StoreError, match="closed"):
        await kept(closed)
    assert await kept(postgres) == ["a"]


async def joined(server: Server) -> tuple[Postgres, int]:
    """A process of its own that has begun to work as a replica."""
    store = Postgres(server)
    number = await replicas.join(store, 7, "host:1")
    store.fence(number)
    return store, number


async def test_a_replica_that_was_ended_writes_nothing_more_but_may_read(
    postgres: Postgres, server: Server
) -> None:
    store, number = await joined(server)
    await keep(store, "alone")
    await write(store, "together")
    await replicas.leave(postgres, number)
    with pytest.raises(LeaseLost):
        await keep(store, "late")
    with pytest.raises(LeaseLost):
        await write(store, "late")
    assert await kept(store) == ["alone", "together"]
    store.fence(await replicas.join(postgres, 7, "host:1"))
    await keep(store, "anew")
    assert await kept(postgres) == ["alone", "anew", "together"]
    await store.close()


async def test_who_is_ended_in_the_middle_of_writing_has_written_nothing(
    postgres: Postgres, server: Server
) -> None:
    store, number = await joined(server)

    async def is_late() -> None:
        async with store.transaction() as transaction:
            await keep(transaction, "late")
            await postgres.all("update replicas set until = 0 where id = $1", number)
            assert await replicas.fence(postgres, 0) == (number,)

    with pytest.raises(Unreachable):
        await is_late()
    assert await kept(postgres) == []
    await store.close()


async def test_the_fence_is_no_error_that_a_handler_would_tell_of(
    postgres: Postgres, server: Server
) -> None:
    store, number = await joined(server)
    await replicas.leave(postgres, number)
    handling = asyncio.create_task(handled(store))
    await asyncio.wait([handling])
    assert handling.cancelled()
    await store.close()


async def handled(store: Postgres) -> str:
    try:
        await keep(store, "late")
    except Exception:  # noqa: BLE001 - as handlers do
        return "told of"
    return "done"


async def test_who_is_frozen_in_a_transaction_is_thrown_out(
    postgres: Postgres, server: Server
) -> None:
    store, number = await joined(server)
    store.fence(number, idle_seconds=0.05)

    async def is_frozen() -> None:
        async with store.transaction() as transaction:
            while await postgres.one(
                "select 1 from pg_stat_activity"
                " where state = 'idle in transaction' and datname = current_database()"
            ):
                await asyncio.sleep(0.01)
            await keep(transaction, "late")

    with pytest.raises(Unreachable):
        await is_frozen()
    assert await kept(postgres) == []
    await store.close()


async def test_who_is_cancelled_at_the_fence_keeps_no_connection(
    postgres: Postgres, server: Server
) -> None:
    store, number = await joined(server)
    await replicas.leave(postgres, number)
    for steps in range(1, 40):
        task = asyncio.create_task(keep(store, "late"))
        for _ in range(steps):
            await asyncio.sleep(0.0005)
        task.cancel()
        await asyncio.wait([task])
    async with asyncio.timeout(30):
        await store.close()


async def test_a_task_that_has_a_transaction_is_told_to_use_it(postgres: Postgres) -> None:
    async with postgres.transaction() as transaction:
        with pytest.raises(RuntimeError, match="holds a transaction already"):
            await keep(postgres, "a")
        with pytest.raises(RuntimeError, match="holds a transaction already"):
            await write(postgres, "b")
        await keep(transaction, "c")
    await keep(postgres, "d")
    assert await kept(postgres) == ["c", "d"]


async def test_a_row_that_is_not_there_is_none(postgres: Postgres) -> None:
    assert await postgres.one("select name from facts") is None
    await keep(postgres, "a")
    await keep(postgres, "b")
    assert await postgres.one("select name, value from facts order by name") == ("a", "x")


async def test_a_store_that_others_share_says_so(postgres: Postgres, server: Server) -> None:
    assert postgres.is_shared
    assert postgres.replica is None
    store, number = await joined(server)
    assert store.replica == number
    await store.close()
