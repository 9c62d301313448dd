import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio

from bot.store import inbox, replicas, shared_inbox
from bot.store.holding import Arrival, ReplicaEnded
from bot.store.inbox import GIVEN_UP, MOST_ATTEMPTS
from bot.store.not_stored import LeaseLost, Unreachable
from bot.store.postgres import Postgres
from bot.store.postgres_connection import Connection, connect
from bot.store.replica import CALL_SECONDS, IDLE_SECONDS, REST_SECONDS, Replica, joined
from bot.store.replicas import LEASE_SECONDS
from bot.store.server import Server
from bot.store.shared_inbox import Owner
from tests.postgres import Cluster

BOT = 7
ALICE, MING = 501, 502


class Watch:
    """A clock of a process that a test moves."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest_asyncio.fixture
async def connection(server: Server) -> AsyncIterator[Connection]:
    made = await connect(server)
    yield made
    made.terminate()


async def begins(postgres: Postgres, watch: Watch) -> Replica:
    """A replica that hears nothing of others by itself; the store is shared and has no fence.

    It is alive until a test says otherwise, however slow the machine is.
    """
    number = await replicas.join(postgres, BOT, "host:1")
    await postgres.all("update replicas set until = until + 3600000 where id = $1", number)
    return Replica(postgres, Owner(number, BOT), watch() + LEASE_SECONDS, watch, news_seconds=60)


def said(number: int, chat: int = ALICE) -> Arrival:
    return Arrival(number, chat, chat, "{}")


async def gets(replica: Replica, *arrivals: Arrival) -> list[int]:
    received = await replica.receive(arrivals, 100)
    return sorted(received.mine)


async def takes_in(replica: Replica, *, again: bool = False) -> list[int]:
    return [one.update_id for one in await replica.take_in(again=again)]


@asynccontextmanager
async def alive(replica: Replica, server: Server) -> AsyncIterator[None]:
    """It says that it is while the block runs."""
    running = asyncio.create_task(replica.run(server))
    try:
        yield
    finally:
        running.cancel()
        await asyncio.wait([running])


async def expires(postgres: Postgres, replica: Replica) -> None:
    await postgres.all("update replicas set until = 0 where id = $1", replica.number)


async def test_the_holder_is_told_of_what_comes_elsewhere(
    postgres: Postgres, server: Server, watch: Watch
) -> None:
    one, other = await begins(postgres, watch), await begins(postgres, watch)
    await gets(other, said(1))
    await takes_in(other)
    await other.news()
    await expires(postgres, other)
    async with alive(other, server), asyncio.timeout(30):
        # It listens before it says that it is alive.
        while len(await replicas.alive(postgres)) < 2:
            await asyncio.sleep(0.01)
        waiting = asyncio.create_task(other.news())
        await gets(one, said(2), said(3, MING))
        await waiting
        assert await takes_in(other) == [2], "of what is free it was told nothing"
        waiting = asyncio.create_task(other.news())
        await gets(one, said(4))
        await waiting
        watch.now += 60
        assert sorted(await takes_in(other)) == [3, 4], "but it looks for that all the same"


async def test_what_was_given_up_is_not_taken_in_by_who_is_told(
    postgres: Postgres, server: Server, watch: Watch
) -> None:
    one, other = await begins(postgres, watch), await begins(postgres, watch)
    await gets(other, said(1))
    await takes_in(other)
    await expires(postgres, other)
    async with alive(other, server), asyncio.timeout(30):
        while len(await replicas.alive(postgres)) < 2:
            await asyncio.sleep(0.01)
        await other.news()
        waiting = asyncio.create_task(other.news())
        await gets(one, said(2))
        await postgres.all("update inbox set attempts = $1 where update_id = 2", MOST_ATTEMPTS)
        await waiting
    assert await takes_in(other) == []
    assert await inbox.quarantined(postgres) == {}
    watch.now += 60
    assert await takes_in(other) == []
    assert await inbox.quarantined(postgres) == {GIVEN_UP: 1}


async def test_a_chat_is_free_a_minute_after_its_last_update(
    postgres: Postgres, watch: Watch
) -> None:
    one, other = await begins(postgres, watch), await begins(postgres, watch)
    await gets(one, said(1), said(2, MING))
    assert await takes_in(one) == [1, 2]
    await inbox.finish(postgres, BOT, [1, 2])
    watch.now += IDLE_SECONDS - 1
    assert await gets(one, said(3, MING)) == [3]
    await inbox.finish(postgres, BOT, [3])
    watch.now += 2
    await one.free_idle(lambda _: False)
    await gets(other, said(4), said(5, MING))
    assert await takes_in(other) == [4]
    assert await takes_in(one) == [5]


async def test_a_chat_in_which_something_is_at_work_is_kept(
    postgres: Postgres, watch: Watch
) -> None:
    one, other = await begins(postgres, watch), await begins(postgres, watch)
    await gets(one, said(1), said(2, MING))
    await takes_in(one)
    await inbox.finish(postgres, BOT, [2])
    watch.now += IDLE_SECONDS + 1
    await one.free_idle(MING.__eq__)
    await gets(other, said(3), said(4, MING))
    assert await takes_in(other) == []
    assert await takes_in(one) == [3, 4]


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
    await one.keep(connection)
    await calling


async def test_who_was_ended_is_told_with_all_that_waits(
    postgres: Postgres, connection: Connection, watch: Watch
) -> None:
    one, other = await begins(postgres, watch), await begins(postgres, watch)
    watch.now += LEASE_SECONDS
    calling = asyncio.create_task(one.is_sure())
    await replicas.leave(postgres, one.number)
    await one.keep(connection)
    with pytest.raises(LeaseLost):
        await calling
    with pytest.raises(ReplicaEnded):
        await one.ended()
    await other.keep(connection)


async def test_after_an_outage_nobody_ends_the_others_before_they_can_speak(
    postgres: Postgres, connection: Connection, watch: Watch
) -> None:
    one, other = await begins(postgres, watch), await begins(postgres, watch)
    await expires(postgres, one)
    await expires(postgres, other)
    watch.now += 10 * LEASE_SECONDS
    await one.keep(connection)
    assert await replicas.is_there(postgres, other.number)
    await other.keep(connection)
    assert await replicas.is_there(postgres, one.number)
    await expires(postgres, other)
    await one.keep(connection)
    assert not await replicas.is_there(postgres, other.number)


async def test_a_replica_outlives_a_restart_of_the_server(
    postgres: Postgres, server: Server, cluster: Cluster, watch: Watch
) -> None:
    one = await begins(postgres, watch)
    async with alive(one, server), asyncio.timeout(60):
        async with cluster.away():
            watch.now += 10 * LEASE_SECONDS
        await one.is_sure()
    assert len(await replicas.alive(postgres)) == 1


async def test_what_was_kept_though_it_seemed_not_to_be_is_taken_in(
    postgres: Postgres, watch: Watch
) -> None:
    one = await begins(postgres, watch)
    await gets(one, said(1))
    await takes_in(one)
    assert await gets(one, said(2)) == [2]
    assert await takes_in(one) == []
    assert await takes_in(one, again=True) == [1, 2]
    assert await one.waiting({1, 2}) == frozenset()


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
            await one.keep(connection)
        calling = asyncio.create_task(one.is_sure())
        for _ in range(5):
            await asyncio.sleep(0)
        assert not calling.done()
    calling.cancel()
    await asyncio.wait([calling])


async def left_behind(postgres: Postgres, watch: Watch) -> list[int]:
    """The updates of forty chats whose holder is gone."""
    dead, numbers = await begins(postgres, watch), list(range(1, 41))
    await gets(dead, *(said(number, 1000 + number) for number in numbers))
    await shared_inbox.claim_waiting(postgres, Owner(dead.number, BOT))
    assert await takes_in(dead) == numbers
    await replicas.leave(postgres, dead.number)
    return numbers


async def test_the_chats_of_one_that_died_go_to_all_others(
    postgres: Postgres, server: Server, watch: Watch
) -> None:
    one, other = await begins(postgres, watch), await begins(postgres, watch)
    numbers = await left_behind(postgres, watch)
    await expires(postgres, other)
    async with alive(other, server), asyncio.timeout(30):
        while len(await replicas.alive(postgres)) < 2:
            await asyncio.sleep(0.01)
        waiting = asyncio.create_task(other.news())
        ones = await takes_in(one)
        await waiting
        others = await takes_in(other)
    assert len(ones) == len(others) == 20
    assert sorted(ones + others) == numbers


async def test_what_the_others_leave_is_taken_a_moment_later(
    postgres: Postgres, watch: Watch
) -> None:
    one, _frozen = await begins(postgres, watch), await begins(postgres, watch)
    numbers = await left_behind(postgres, watch)
    found = await takes_in(one)
    assert len(found) == 20
    assert await takes_in(one) == []
    async with asyncio.timeout(30):
        await one.news()
    watch.now += REST_SECONDS
    assert sorted(found + await takes_in(one)) == numbers
