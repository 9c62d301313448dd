import asyncio

import pytest

from bot.store.postgres import replicas
from bot.store.postgres.address import Server
from bot.store.postgres.connection import Connection
from bot.store.postgres.database import Postgres
from bot.store.postgres.lifeline import CALL_SECONDS
from bot.store.postgres.replica import joined
from bot.store.postgres.replicas import LEASE_SECONDS
from bot.store.seam.holding import ReplicaEnded
from bot.store.seam.not_stored import LeaseLost, Unreachable
from tests.bot.store.postgres.begun import Watch, alive, begins, expires
from tests.postgres import Cluster

BOT = 7
ALICE, MING = 501, 502


async def test_calls_wait_until_it_is_sure_that_nobody_has_its_work(
    postgres: Postgres, connection: Connection, watch: Watch
) -> None:
    one = await begins(postgres, watch)
    watch.now += LEASE_SECONDS - CALL_SECONDS - 0.1
    await one.is_sure()
    watch.now += 0.2
    calling = asyncio.create_task(one.is_sure())
    for _ in range(5):
        await asyncio.sleep(0)
    assert not calling.done()
    await one.life.keep(connection)
    await calling


async def test_who_was_ended_is_told_with_all_that_waits(
    postgres: Postgres, connection: Connection, watch: Watch
) -> None:
    one, other = await begins(postgres, watch), await begins(postgres, watch)
    watch.now += LEASE_SECONDS
    calling = asyncio.create_task(one.is_sure())
    await replicas.leave(postgres, one.number)
    await one.life.keep(connection)
    with pytest.raises(LeaseLost):
        await calling
    with pytest.raises(ReplicaEnded):
        await one.ended()
    await other.life.keep(connection)


async def test_after_an_outage_nobody_ends_the_others_before_they_can_speak(
    postgres: Postgres, connection: Connection, watch: Watch
) -> None:
    one, other = await begins(postgres, watch), await begins(postgres, watch)
    await expires(postgres, one)
    await expires(postgres, other)
    watch.now += 10 * LEASE_SECONDS
    await one.life.keep(connection)
    assert await replicas.is_there(postgres, other.number)
    await other.life.keep(connection)
    assert await replicas.is_there(postgres, one.number)
    await expires(postgres, other)
    await one.life.keep(connection)
    assert not await replicas.is_there(postgres, other.number)


async def test_whoever_ends_another_looks_at_once_for_what_that_one_held(
    postgres: Postgres, connection: Connection, watch: Watch
) -> None:
    one, other = await begins(postgres, watch), await begins(postgres, watch)
    looking = asyncio.create_task(one.news())
    await one.life.keep(connection)
    await asyncio.sleep(0)
    assert not looking.done()
    await expires(postgres, other)
    await one.life.keep(connection)
    await asyncio.wait_for(looking, 30)  # without news it would look after a minute


async def test_a_replica_outlives_a_restart_of_the_server(
    postgres: Postgres, server: Server, cluster: Cluster, watch: Watch
) -> None:
    one = await begins(postgres, watch)
    async with alive(one, server), asyncio.timeout(60):
        async with cluster.away():
            watch.now += 10 * LEASE_SECONDS
        await one.is_sure()
    assert len(await replicas.alive(postgres)) == 1


async def test_who_leaves_is_gone(postgres: Postgres, server: Server) -> None:
    store = Postgres(server)
    async with joined(store, server, BOT) as one:
        assert store.replica == one.number
        assert len(await replicas.alive(postgres)) == 1
    assert await replicas.alive(postgres) == ()
    await store.close()


async def test_who_finds_itself_ended_says_so(postgres: Postgres, server: Server) -> None:
    store = Postgres(server)

    async def finds_itself_ended() -> None:
        async with joined(store, server, BOT) as one:
            await replicas.leave(postgres, one.number)
            await store.all("delete from stock")

    with pytest.raises(ReplicaEnded, match="others have its work"):
        await finds_itself_ended()
    await store.close()


async def test_nothing_is_sure_while_the_server_is_away(
    postgres: Postgres, cluster: Cluster, connection: Connection, watch: Watch
) -> None:
    one = await begins(postgres, watch)
    async with cluster.away():
        watch.now += LEASE_SECONDS
        with pytest.raises(Unreachable):
            await one.life.keep(connection)
        calling = asyncio.create_task(one.is_sure())
        for _ in range(5):
            await asyncio.sleep(0)
        assert not calling.done()
    calling.cancel()
    await asyncio.wait([calling])


async def test_a_change_of_a_game_is_heard_elsewhere_once_it_is_committed(
    postgres: Postgres, server: Server, watch: Watch
) -> None:
    other = await begins(postgres, watch)
    heard: asyncio.Queue[int | None] = asyncio.Queue()
    other.hear_of_games(heard.put_nowait)
    async with alive(other, server):
        # Whatever was said before it listened was missed.
        assert await asyncio.wait_for(heard.get(), 30) is None
        async with postgres.transaction() as transaction:
            await transaction.tell_of_game(41, other.number + 1)
            await transaction.one("select 1")
            assert heard.empty()
        assert await asyncio.wait_for(heard.get(), 30) == 41
        with pytest.raises(LookupError):
            await _undone(postgres)
        async with postgres.transaction() as transaction:
            await transaction.tell_of_game(43, other.number + 1)
        assert await asyncio.wait_for(heard.get(), 30) == 43


async def _undone(postgres: Postgres) -> None:
    async with postgres.transaction() as transaction:
        await transaction.tell_of_game(42, 0)
        raise LookupError
