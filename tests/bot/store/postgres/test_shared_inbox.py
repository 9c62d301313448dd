import asyncio

import pytest
import pytest_asyncio

from bot.game.place import Place
from bot.store import inbox, replies
from bot.store.inbox import GIVEN_UP, MOST_ATTEMPTS
from bot.store.postgres import replicas, shared_inbox
from bot.store.postgres.address import Server
from bot.store.postgres.database import Postgres
from bot.store.postgres.shared_inbox import UNDIVIDED, Holder
from bot.store.replies import Reply
from bot.store.seam.holding import Arrival
from bot.store.seam.not_stored import LeaseLost

BOT = 7
CHAT, OTHER = 501, 502


@pytest_asyncio.fixture
async def one(postgres: Postgres) -> Holder:
    return Holder(await replicas.join(postgres, BOT, "one:1"), BOT)


@pytest_asyncio.fixture
async def other(postgres: Postgres) -> Holder:
    return Holder(await replicas.join(postgres, BOT, "other:1"), BOT)


def said(number: int, chat: int | None = CHAT, user: int | None = 9) -> Arrival:
    return Arrival(number, user, chat, f"what {number} said")


async def arrive(
    postgres: Postgres, holder: Holder, *arrivals: Arrival, held: tuple[int, ...] = ()
) -> dict[int, bool]:
    """Which updates are new, and whether each was taken in immediately."""
    kept = await shared_inbox.receive(postgres, holder, arrivals, held, 100)
    return {one.update_id: one.is_taken for one in kept}


async def taken(postgres: Postgres, holder: Holder, *, again: bool = False) -> list[int]:
    """What a replica claims and takes in, in its order."""
    await shared_inbox.claim_waiting(postgres, holder)
    _, found = await shared_inbox.take_in(postgres, holder, again=again)
    return [one.update_id for one in found]


async def test_what_came_is_handled_by_whoever_claims_its_chat(
    postgres: Postgres, one: Holder, other: Holder
) -> None:
    assert await arrive(postgres, one, said(11)) == {11: False}
    assert await arrive(postgres, other, said(11)) == {}
    assert await taken(postgres, other) == [11]
    assert await taken(postgres, one) == []
    ((holder,),) = await postgres.all("select holder from leases where chat_id = $1", CHAT)
    assert holder == other.replica
    (kept,) = await shared_inbox.receive(postgres, one, [said(12)], (), 100)
    assert (kept.holder, kept.is_taken) == (other.replica, False)
    assert await taken(postgres, one) == []
    assert await taken(postgres, other) == [12]


async def test_of_many_who_claim_at_once_each_chat_goes_to_one(
    postgres: Postgres, one: Holder, other: Holder
) -> None:
    numbers = range(40)
    await arrive(postgres, one, *(said(number, 1000 + number) for number in numbers))
    found = await asyncio.gather(*(taken(postgres, holder) for holder in (one, other, one, other)))
    assert sorted(number for each in found for number in each) == list(numbers)


async def test_what_comes_to_the_holder_is_taken_in_at_once(
    postgres: Postgres, one: Holder
) -> None:
    await arrive(postgres, one, said(11))
    await taken(postgres, one)
    assert await arrive(postgres, one, said(12), said(13, OTHER), held=(CHAT,)) == {
        12: True,
        13: False,
    }
    assert await taken(postgres, one) == [13]


async def test_what_came_elsewhere_before_is_handed_over_before(
    postgres: Postgres, one: Holder, other: Holder
) -> None:
    await arrive(postgres, one, said(10))
    await taken(postgres, one)
    await arrive(postgres, other, said(11), said(20, OTHER))
    assert await arrive(postgres, one, said(12), held=(CHAT,)) == {12: False}
    assert await taken(postgres, one) == [11, 12, 20]
    assert await arrive(postgres, one, said(13), held=(CHAT,)) == {13: True}


async def test_what_cannot_be_read_holds_nothing_up(postgres: Postgres, one: Holder) -> None:
    await arrive(postgres, one, said(10))
    await taken(postgres, one)
    await arrive(postgres, one, Arrival(11, 9, CHAT, "{", "KeyError"))
    assert await arrive(postgres, one, said(12), held=(CHAT,)) == {12: True}


async def test_what_a_replica_has_at_work_is_taken_from_it_only_once_it_has_ended(
    postgres: Postgres, one: Holder, other: Holder
) -> None:
    await arrive(postgres, one, said(11), said(12))
    assert await taken(postgres, one) == [11, 12]
    await arrive(postgres, other, said(13))
    assert await taken(postgres, other) == []
    await inbox.finish(postgres, BOT, [11])
    await replicas.leave(postgres, one.replica)
    await shared_inbox.claim_waiting(postgres, other)
    _, found = await shared_inbox.take_in(postgres, other, again=False)
    assert [(each.update_id, each.was_taken) for each in found] == [(12, True), (13, False)]
    assert found[0].payload == "what 12 said"


async def test_what_ends_every_replica_is_given_up(
    postgres: Postgres, one: Holder, other: Holder
) -> None:
    await arrive(postgres, one, said(11), said(12))
    await taken(postgres, one)
    for _ in range(MOST_ATTEMPTS):
        await inbox.attempt(postgres, BOT, 11)
    assert await taken(postgres, one) == [], "what is at work here is not given up"
    await replicas.leave(postgres, one.replica)
    assert await taken(postgres, other) == [12]
    assert await inbox.quarantined(postgres) == {GIVEN_UP: 1}


async def test_what_was_taken_in_without_a_word_is_taken_in_again(
    postgres: Postgres, one: Holder, other: Holder
) -> None:
    await arrive(postgres, one, said(10), said(11))
    await taken(postgres, one)
    await inbox.finish(postgres, BOT, [10])
    await arrive(postgres, other, said(20, OTHER))
    await taken(postgres, other)
    assert not await shared_inbox.is_waiting(postgres, one)
    _, found = await shared_inbox.take_in(postgres, one, again=True)
    assert [(each.update_id, each.was_taken) for each in found] == [(11, False)]


async def test_what_is_of_no_chat_is_held_by_its_person_or_alone(
    postgres: Postgres, one: Holder, other: Holder
) -> None:
    await arrive(postgres, one, said(11, None, CHAT))
    assert await taken(postgres, one) == [11]
    await arrive(postgres, other, said(12, CHAT), said(13, None, None))
    assert await taken(postgres, other) == [13]
    assert await taken(postgres, one) == [12]


async def test_the_updates_of_another_bot_are_none_of_theirs(
    postgres: Postgres, one: Holder
) -> None:
    await inbox.receive(postgres, BOT + 1, [said(11)], 100)
    assert not await shared_inbox.is_waiting(postgres, one)
    assert await taken(postgres, one) == []


async def test_a_chat_that_is_owed_an_answer_is_claimed_too(
    postgres: Postgres, one: Holder
) -> None:
    await replies.keep(postgres, Reply(Place(CHAT), "later"), 100)
    assert await shared_inbox.is_waiting(postgres, one)
    assert await shared_inbox.claim_waiting(postgres, one) == {CHAT}
    assert not await shared_inbox.is_waiting(postgres, one)
    assert await shared_inbox.claim_waiting(postgres, one) == frozenset()


async def test_what_is_free_is_divided_among_those_who_are_alive(
    postgres: Postgres, one: Holder, other: Holder
) -> None:
    dead = await replicas.join(postgres, BOT, "dead:1")
    await postgres.all("update replicas set until = 0 where id = $1", dead)
    await arrive(postgres, one, *(said(number, 1000 + number) for number in range(20)))
    await arrive(postgres, one, *(said(20 + number, -1000 - number) for number in range(20)))
    ones, is_more = await shared_inbox.claim_part(postgres, one)
    assert (len(ones), is_more) == (20, True)
    assert await shared_inbox.claim_part(postgres, one) == (frozenset(), True)
    others, is_more = await shared_inbox.claim_part(postgres, other)
    assert (len(others), is_more) == (20, False)
    assert not ones & others


async def test_those_who_look_together_do_not_wait_for_each_other(
    postgres: Postgres, one: Holder, other: Holder, server: Server
) -> None:
    await arrive(postgres, one, *(said(number, 1000 + number) for number in range(40)))
    beside = Postgres(server)
    async with postgres.transaction() as first, beside.transaction() as second:
        ones, _ = await shared_inbox.claim_part(first, one)
        others, _ = await shared_inbox.claim_part(second, other)
    await beside.close()
    assert len(ones | others) == 40


async def test_of_a_few_chats_nobody_leaves_any(
    postgres: Postgres, one: Holder, other: Holder
) -> None:
    assert other.replica != one.replica
    await arrive(postgres, one, *(said(number, 1000 + number) for number in range(UNDIVIDED)))
    claimed, is_more = await shared_inbox.claim_part(postgres, one)
    assert (len(claimed), is_more) == (UNDIVIDED, False)
    assert await shared_inbox.claim_part(postgres, one) == (frozenset(), False)


async def test_who_has_ended_takes_nothing_in(
    postgres: Postgres, one: Holder, other: Holder, server: Server
) -> None:
    await arrive(postgres, one, said(11))
    await taken(postgres, one)
    await arrive(postgres, other, said(12), said(13))
    store = Postgres(server)
    store.fence(one.replica)
    chats, found = await shared_inbox.take_in_told(store, one)
    assert chats == {CHAT}
    assert [each.update_id for each in found] == [12, 13]
    await arrive(postgres, other, said(14))
    await postgres.all("alter table leases drop constraint leases_holder_fkey")
    await replicas.leave(postgres, one.replica)
    with pytest.raises(LeaseLost):
        await shared_inbox.take_in_told(store, one)
    await store.close()


def test_an_update_is_handled_by_the_holder_of_its_chat_or_else_of_its_person() -> None:
    for chat, person, held in ((-5, 501, -5), (0, 501, 0), (None, 501, 501), (None, None, 9)):
        assert shared_inbox.chat_of(Arrival(9, person, chat, "{}")) == held
