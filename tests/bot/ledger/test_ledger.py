"""What is reserved, by kind and account, and who is shown to take most."""

import asyncio
from contextlib import ExitStack, suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ledger.ledger import (
    DRAWINGS,
    EXPORTS,
    FADE_SECONDS,
    FILES,
    KINDS,
    MOST_OWNERS,
    PART,
    UPDATES,
    Kind,
    Ledger,
    NothingReserved,
    reserved_here,
)
from bot.ledger.owner import Owner


class Time:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def ledger() -> Ledger:
    return Ledger(Time())


def test_what_was_reserved_is_given_back_whatever_happens(ledger: Ledger) -> None:
    for _ in range(3):
        with suppress(ValueError), ledger.reserve(FILES, Owner(1), FILES.share):
            assert ledger.reserved[FILES] == FILES.share
            raise ValueError
    assert not any(ledger.reserved.values())


def test_all_together_reserve_no_more_than_there_is(ledger: Ledger) -> None:
    with ExitStack() as held:
        for account in range(DRAWINGS.most // DRAWINGS.share):
            held.enter_context(ledger.reserve(DRAWINGS, Owner(account), DRAWINGS.share))
        with pytest.raises(NothingReserved), ledger.reserve(DRAWINGS, Owner(99), 1):
            pass
        with ledger.reserve(EXPORTS, Owner(99), 1):
            pass


def test_one_account_reserves_no_more_than_its_share_in_all_its_chats(ledger: Ledger) -> None:
    ledger.take(UPDATES, Owner(1, 10), UPDATES.share)
    assert not ledger.has_room(UPDATES, Owner(1, 20), 1)
    assert ledger.has_room(UPDATES, Owner(2, 10), 1)


@given(st.integers(1, 300), st.integers(1_000, 20_000))
def test_a_crowd_that_takes_all_it_can_leaves_room_for_those_who_hold_nothing(
    crowd: int, size: int
) -> None:
    ledger, is_over = Ledger(), False
    while not is_over:
        is_over = True
        for account in range(1, crowd + 1):
            if ledger.has_room(UPDATES, Owner(account), size):
                ledger.take(UPDATES, Owner(account), size)
                is_over = False
    free = UPDATES.most - ledger.reserved[UPDATES]
    # Each of them has less than the part of what is free that would allow it another one.
    assert free >= UPDATES.most * PART // (PART + crowd) - crowd * size
    if crowd * size * PART < UPDATES.most:
        assert ledger.has_room(UPDATES, Owner(0), size)


@given(st.lists(st.tuples(st.sampled_from(KINDS), st.integers(1, 4), st.integers(1, 9_000_000))))
def test_no_limit_is_ever_passed_and_all_is_given_back(acts: list[tuple[Kind, int, int]]) -> None:
    ledger, held = Ledger(), list[tuple[Kind, Owner, int]]()
    for kind, account, count in acts:
        owner = Owner(account, count % 3)
        try:
            ledger.take(kind, owner, count)
        except NothingReserved:
            if held:
                ledger.give_back(*held.pop(0))
        else:
            held.append((kind, owner, count))
        of_account = sum(n for k, o, n in held if (k, o.account) == (kind, account))
        of_all = sum(n for k, _, n in held if k == kind)
        assert of_account <= kind.share
        assert ledger.reserved[kind] == of_all <= kind.most
    for one in held:
        ledger.give_back(*one)
    assert not any(ledger.reserved.values())


async def test_whoever_waits_for_room_goes_on_when_there_is_some(ledger: Ledger) -> None:
    ledger.take(EXPORTS, Owner(1), EXPORTS.most)
    waiting = asyncio.create_task(ledger.until_room(EXPORTS, Owner(2), EXPORTS.most))
    await asyncio.sleep(0)
    ledger.give_back(EXPORTS, Owner(1), EXPORTS.most)
    ledger.take(EXPORTS, Owner(3), 1)
    await asyncio.sleep(0)
    assert not waiting.done(), "somebody else was faster"
    ledger.give_back(EXPORTS, Owner(3), 1)
    async with asyncio.timeout(30):
        await waiting


async def test_a_task_knows_what_it_has_reserved_itself(ledger: Ledger) -> None:
    async def other() -> int:
        with ledger.reserve(FILES, Owner(2), 7):
            await asyncio.sleep(0)
            return reserved_here()

    another = asyncio.create_task(other())
    with ledger.reserve(FILES, Owner(1), 5), ledger.reserve(DRAWINGS, Owner(1), 3):
        assert reserved_here() == 8
        assert await another == 7
        assert reserved_here() == 8
    assert reserved_here() == 0


def test_those_who_take_most_are_shown_by_memory_and_time_together() -> None:
    time = Time()
    ledger = Ledger(time)
    ledger.take(FILES, Owner(1, 10), 1_000_000)
    ledger.spend(Owner(2, 20), 9.0)
    ledger.spend(Owner(3, 30), 40.0)
    ledger.take(UPDATES, Owner(4, 40), 5_000)
    ledger.take(UPDATES, Owner(4, 40), 5_000)
    shown = ledger.largest(9)
    assert [load.owner.account for load in shown] == [3, 1, 2, 4]
    assert [load.waiting for load in shown] == [0, 0, 0, 2]
    assert [load.owner.account for load in ledger.largest(2)] == [3, 1]
    time.now += 3 * FADE_SECONDS
    assert [load.owner.account for load in ledger.largest(9)] == [1, 3, 2, 4]
    assert ledger.largest(2)[1].seconds == pytest.approx(40 / 2.718281828**3)
    ledger.give_back(FILES, Owner(1, 10), 1_000_000)
    assert 1 not in {load.owner.account for load in ledger.largest(9)}


def test_people_without_number_do_not_pile_up(ledger: Ledger) -> None:
    ledger.take(FILES, Owner(5, 5), 1)
    for account in range(10, 10 + 3 * MOST_OWNERS):
        ledger.spend(Owner(account), 1.0)
        with ledger.reserve(UPDATES, Owner(account), 1):
            pass
    assert len(ledger.largest(9 * MOST_OWNERS)) <= MOST_OWNERS + 1
    assert ledger.reserved[FILES] == 1
    ledger.give_back(FILES, Owner(5, 5), 1)
