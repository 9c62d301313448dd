import asyncio

import pytest

from bot.game.place import Place
from bot.store import inbox, replies
from bot.store.inbox import GIVEN_UP, MOST_ATTEMPTS
from bot.store.postgres import replicas, shared_inbox
from bot.store.postgres.address import Server
from bot.store.postgres.database import Postgres
from bot.store.postgres.replica import IDLE_SECONDS, REST_SECONDS, Replica, joined
from bot.store.postgres.shared_inbox import Holder
from bot.store.replies import Reply
from bot.store.seam.holding import Arrival, ReplicaEnded
from bot.store.seam.not_stored import LeaseLost
from tests.bot.store.postgres.begun import Watch, alive, begins, expires

BOT = 7
ALICE, MING = 501, 502


def said(number: int, chat: int = ALICE) -> Arrival:
    return Arrival(number, chat, chat, "{}")


async def gets(replica: Replica, *arrivals: Arrival) -> list[int]:
    received = await replica.receive(arrivals, 100)
    return sorted(received.mine)


async def takes_in(replica: Replica, *, again: bool = False) -> list[int]:
    return [one.update_id for one in await replica.take_in(again=again)]


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


async def left_behind(postgres: Postgres, watch: Watch) -> list[int]:
    """The updates of forty chats whose holder is gone."""
    dead, numbers = await begins(postgres, watch), list(range(1, 41))
    await gets(dead, *(said(number, 1000 + number) for number in numbers))
    await shared_inbox.claim_waiting(postgres, Holder(dead.number, BOT))
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


async def holds(postgres: Postgres, replica: Replica, *chats: int) -> None:
    """Gives chats to a replica, which does not know of them yet."""
    for chat in chats:
        await postgres.all(
            "insert into leases (chat_id, holder) values ($1, $2)", chat, replica.number
        )


async def test_what_it_has_stored_for_itself_is_taken_in_at_once_and_what_is_free_is_not(
    postgres: Postgres, watch: Watch
) -> None:
    one, other = await begins(postgres, watch), await begins(postgres, watch)
    await holds(postgres, one, ALICE)
    await takes_in(one)
    await gets(other, said(1, MING))
    assert await gets(one, said(2)) == []
    async with asyncio.timeout(30):
        await one.news()
    assert await takes_in(one) == [2]
    assert await gets(one, said(3)) == [3], "from now on it is known to hold the chat"
    assert await gets(one, said(4, 777)) == []
    async with asyncio.timeout(30):
        await one.news()
    assert 4 in [*await takes_in(one), *await takes_in(other)]


async def test_whoever_leaves_takes_nothing_in_and_the_others_do(
    postgres: Postgres, server: Server, watch: Watch
) -> None:
    one, other = await begins(postgres, watch), await begins(postgres, watch)
    await gets(one, said(1))
    assert await takes_in(one) == [1]
    await inbox.finish(postgres, BOT, [1])
    assert not one.is_leaving
    await expires(postgres, other)
    async with alive(other, server), asyncio.timeout(30):
        while len(await replicas.alive(postgres)) < 2:
            await asyncio.sleep(0.01)
        waiting = asyncio.create_task(other.news())
        await one.stop([])
        await waiting
        assert one.is_leaving
        waiting = asyncio.create_task(other.news())
        assert await gets(one, said(2)) == []
        await waiting
        assert await takes_in(one) == await takes_in(one, again=True) == []
        assert await takes_in(other) == [2]


async def keeps_reply(postgres: Postgres, chat: int) -> None:
    await replies.keep(postgres, Reply(Place(chat), "told", None), 5)


async def test_kept_replies_are_found_once_in_the_chats_that_were_taken_over(
    postgres: Postgres, watch: Watch
) -> None:
    one = await begins(postgres, watch)
    assert await one.replies_found() == {}
    for chat in (ALICE, ALICE, MING):
        await keeps_reply(postgres, chat)
    assert await one.replies_found() == {}
    await gets(one, said(1), said(2, MING))
    await takes_in(one)
    assert await one.replies_found() == {ALICE: 2, MING: 1}
    assert await one.replies_found() == {}
    await keeps_reply(postgres, 777)
    await gets(one, said(3, 777))
    await takes_in(one)
    assert await one.replies_found() == {777: 1}


async def test_idle_chats_are_looked_for_once_a_minute(postgres: Postgres, watch: Watch) -> None:
    one = await begins(postgres, watch)
    await gets(one, said(1))
    await takes_in(one)
    await inbox.finish(postgres, BOT, [1])

    async def held() -> list[int]:
        await one.free_idle(lambda _: False)
        return [chat for (chat,) in await postgres.all("select chat_id from leases")]

    for seconds, chats in ((60, [ALICE]), (59, [ALICE]), (1, [])):
        watch.now += seconds
        assert await held() == chats
    assert await gets(one, said(2)) == [], "it is not held any more"


async def test_a_chat_in_which_something_waits_is_tried_to_free_again(
    postgres: Postgres, watch: Watch
) -> None:
    one = await begins(postgres, watch)
    await gets(one, said(1))
    await takes_in(one)
    for _ in range(2):
        watch.now += 2 * IDLE_SECONDS + 1
        await one.free_idle(lambda _: False)
        assert await postgres.all("select chat_id from leases") == [(ALICE,)]
    assert await gets(one, said(2)) == [2], "it is held all the same"


async def test_a_process_is_a_replica_as_long_as_it_serves(
    postgres: Postgres, server: Server
) -> None:
    store = Postgres(server)
    async with joined(store, server, BOT) as replica:
        assert store.replica == replica.number
        assert len(await replicas.alive(postgres)) == 1
        async with asyncio.timeout(30):
            await replica.is_sure()
        await store.all("insert into facts (name, value) values ('a', 'x')")
    assert await replicas.alive(postgres) == ()
    with pytest.raises(LeaseLost):
        await store.all("insert into facts (name, value) values ('b', 'x')")
    await store.close()


@pytest.mark.parametrize("is_ended", [True, False])
async def test_an_error_that_follows_from_its_end_says_so(
    postgres: Postgres, server: Server, *, is_ended: bool
) -> None:
    store = Postgres(server)

    async def fails() -> None:
        async with joined(store, server, BOT) as replica:
            if is_ended:
                await replicas.leave(postgres, replica.number)
            raise KeyError

    with pytest.raises(ReplicaEnded if is_ended else KeyError):
        await fails()
    await store.close()
