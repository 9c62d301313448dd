"""What is reserved, by whom, and who takes most."""

import asyncio
from collections import Counter
from contextlib import ExitStack, suppress
from math import exp

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ledger.ledger import (
    BYTES_OF_A_SECOND,
    DRAWINGS,
    EXPORTS,
    FADE_SECONDS,
    FILES,
    FORGOTTEN_SECONDS,
    IMPORTS,
    KINDS,
    MOST_OWNERS,
    PART,
    REPLIES,
    UPDATES,
    Kind,
    Ledger,
    NothingReserved,
    reserved_here,
)
from bot.ledger.owner import NOBODY, Owner

ANN, BOB = Owner(1, 1), Owner(2, 2)


class Time:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def some(ledger: Ledger) -> dict[str, int]:
    """What is reserved, by the names of the kinds of which anything is."""
    return {kind.name: count for kind, count in ledger.reserved.items() if count}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_everybody_together_reserves_no_more_than_there_is_of_a_kind(kind: Kind) -> None:
    ledger, left, person = Ledger(), kind.most, 1
    with ExitStack() as held:
        while left:
            part = min(left, kind.share)
            held.enter_context(ledger.reserve(kind, Owner(person), part))
            left, person = left - part, person + 1
        assert ledger.reserved[kind] == kind.most
        with pytest.raises(NothingReserved), ledger.reserve(kind, Owner(person), 1):
            pytest.fail("there was no room")
        assert not ledger.has_room(kind, NOBODY, 1)
        assert ledger.has_room(kind, NOBODY, 0)
    assert some(ledger) == {}
    with ledger.reserve(kind, ANN, kind.share):
        assert some(ledger) == {kind.name: kind.share}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_an_account_reserves_no_more_than_its_share_in_all_its_chats(kind: Kind) -> None:
    ledger = Ledger()
    with pytest.raises(NothingReserved), ledger.reserve(kind, Owner(1, 5), kind.share + 1):
        pytest.fail("it was beyond the share")
    with ledger.reserve(kind, Owner(1, 5), kind.share):
        with pytest.raises(NothingReserved), ledger.reserve(kind, Owner(1, 6), 1):
            pytest.fail("it was beyond the share")
        left = min(kind.share, kind.most - kind.share)
        with ledger.reserve(kind, Owner(2, 6), left):
            assert ledger.reserved[kind] == kind.share + left


def test_those_who_hold_something_leave_room_for_those_who_hold_nothing() -> None:
    """Thirty accounts say as much as they can, and then each of thirty others says a word."""
    ledger, hoarders, word = Ledger(), [Owner(number) for number in range(1, 31)], 4_000
    taken = Counter[Owner]()
    while more := [one for one in hoarders if ledger.has_room(UPDATES, one, word)]:
        for one in more:
            with suppress(NothingReserved):
                ledger.take(UPDATES, one, word)
                taken[one] += word
    assert max(taken.values()) - min(taken.values()) <= word
    assert min(taken.values()) > 25 * word
    for number in range(31, 61):
        ledger.take(UPDATES, Owner(number), word)


def test_no_kind_uses_up_what_another_needs() -> None:
    ledger = Ledger()
    with ledger.reserve(FILES, ANN, FILES.share):
        for kind in (IMPORTS, DRAWINGS, EXPORTS, REPLIES, UPDATES):
            with ledger.reserve(kind, ANN, kind.share):
                assert some(ledger) == {"files": FILES.share, kind.name: kind.share}


def test_the_limits_of_all_kinds_are_those_of_the_pages() -> None:
    """bot/README.md says what the process may take beyond what it takes idle."""
    assert sum(kind.most for kind in KINDS) == 76_000_000
    assert all(kind.share <= kind.most for kind in KINDS)


def test_what_was_reserved_is_given_back_whatever_happens() -> None:
    ledger = Ledger()
    for _ in range(3):
        with suppress(ValueError), ledger.reserve(EXPORTS, ANN, EXPORTS.most):
            raise ValueError
        assert some(ledger) == {}
        assert ledger.largest(9) == ()


async def test_each_task_knows_what_it_has_reserved_itself() -> None:
    ledger, is_begun, go_on = Ledger(), asyncio.Event(), asyncio.Event()

    async def other() -> None:
        with ledger.reserve(IMPORTS, BOB, 3):
            is_begun.set()
            await go_on.wait()
            assert reserved_here() == 3

    running = asyncio.create_task(other())
    await is_begun.wait()
    assert reserved_here() == 0
    with ledger.reserve(FILES, ANN, 10):
        with pytest.raises(NothingReserved), ledger.reserve(FILES, ANN, FILES.share):
            pass
        with ledger.reserve(IMPORTS, ANN, 7):
            assert reserved_here() == 17
        assert reserved_here() == 10
    assert reserved_here() == 0
    go_on.set()
    await running


STEPS = st.lists(
    st.tuples(
        st.sampled_from([IMPORTS, UPDATES]),
        st.builds(Owner, st.integers(1, 3), st.integers(1, 2)),
        st.integers(0, 300_000) | st.integers(0, 2_600_000),
        st.booleans(),
    ),
    max_size=40,
)


@settings(max_examples=60)
@given(steps=STEPS)
def test_a_ledger_counts_as_a_list_of_reservations_would(
    steps: list[tuple[Kind, Owner, int, bool]],
) -> None:
    ledger, held = Ledger(), list[tuple[Kind, Owner, int]]()
    for kind, owner, count, gives_back in steps:
        if gives_back and held:
            ledger.give_back(*held.pop(count % len(held)))
        of_kind = [one for one in held if one[0] is kind]
        mine = sum(c for _, o, c in of_kind if o.account == owner.account)
        free = kind.most - sum(c for *_, c in of_kind)
        fits = mine + count <= min(kind.share, free // PART if mine else free)
        assert ledger.has_room(kind, owner, count) == fits
        if fits:
            ledger.take(kind, owner, count)
            held.append((kind, owner, count))
        else:
            with pytest.raises(NothingReserved):
                ledger.take(kind, owner, count)
        whole = Counter[str]()
        for of, _, bytes_ in held:
            whole[of.name] += bytes_
        assert some(ledger) == +whole
        for load in ledger.largest(99):
            assert load.count == sum(c for _, o, c in held if o == load.owner)
            assert load.waiting == sum(k is UPDATES for k, o, _ in held if o == load.owner)
    for one in held:
        ledger.give_back(*one)
    assert some(ledger) == {}
    assert ledger.largest(99) == ()


def test_those_who_take_most_are_named_by_bytes_and_time_together() -> None:
    ledger = Ledger(Time())
    in_group = Owner(1, -5)
    ledger.spend(ANN, 4.0)
    ledger.spend(in_group, 0.5)
    ledger.take(IMPORTS, in_group, 2 * BYTES_OF_A_SECOND)
    ledger.take(IMPORTS, BOB, 5 * BYTES_OF_A_SECOND)
    for _ in range(3):
        ledger.take(UPDATES, BOB, 10)
    loads = ledger.largest(9)
    assert [load.owner for load in loads] == [BOB, ANN, in_group]
    assert [load.count for load in loads] == [5 * BYTES_OF_A_SECOND + 30, 0, 2 * BYTES_OF_A_SECOND]
    assert [load.seconds for load in loads] == [0, 4, 0.5]
    assert [load.waiting for load in loads] == [3, 0, 0]
    assert [load.weight for load in loads] == pytest.approx([5.0003, 4, 2.5])
    assert ledger.largest(2) == loads[:2]
    assert ledger.largest(0) == ()


def test_processor_time_fades() -> None:
    time = Time()
    ledger = Ledger(time)
    ledger.spend(ANN, 3.0)
    time.now += FADE_SECONDS
    ledger.spend(BOB, 1.2)
    ledger.spend(ANN, 0.05)
    first, second = ledger.largest(2)
    assert (first.owner, second.owner) == (BOB, ANN)
    assert second.seconds == pytest.approx(3.0 * exp(-1) + 0.05)
    time.now += 30 * FADE_SECONDS
    assert ledger.largest(2) == ()


def test_who_hardly_used_anything_is_not_named() -> None:
    ledger = Ledger(Time())
    ledger.spend(ANN, FORGOTTEN_SECONDS / 2)
    ledger.spend(BOB, FORGOTTEN_SECONDS)
    assert [load.owner for load in ledger.largest(9)] == [BOB]
    ledger.spend(ANN, FORGOTTEN_SECONDS)
    assert [load.owner for load in ledger.largest(9)] == [ANN, BOB]


def test_nobody_makes_it_grow_by_asking_in_ever_new_names() -> None:
    ledger = Ledger(Time())
    ledger.take(UPDATES, BOB, 1)
    busy = set[Owner]()
    for number in range(5 * MOST_OWNERS):
        new = Owner(1_000 + number, -number)
        ledger.spend(new, 0.5)
        if number % 100 == 0:
            ledger.spend(new, 50.0)
            busy.add(new)
        with ledger.reserve(DRAWINGS, new, 1_000):
            pass
    kept = vars(ledger)
    assert len(kept["_used"]) <= MOST_OWNERS
    assert len(kept["_shares"]) == 1
    named = {load.owner for load in ledger.largest(10 * MOST_OWNERS)}
    assert {BOB, *busy} <= named, "who is busy or holds something is not forgotten"
    ledger.give_back(UPDATES, BOB, 1)
    assert some(ledger) == {}


def test_however_many_hold_something_each_of_them_is_known() -> None:
    ledger, many = Ledger(Time()), MOST_OWNERS + 20
    owners = [Owner(number, number) for number in range(1, many + 1)]
    for owner in owners:
        ledger.take(UPDATES, owner, 10)
    assert len(ledger.largest(2 * many)) == many
    for owner in owners:
        ledger.give_back(UPDATES, owner, 10)
    assert ledger.largest(many) == ()
    for number in range(MOST_OWNERS):
        ledger.spend(Owner(many + 1 + number), 1.0)
    assert len(vars(ledger)["_used"]) <= 5 * MOST_OWNERS // 4


async def test_who_waits_for_room_goes_on_when_there_is_enough() -> None:
    ledger, served = Ledger(), list[str]()

    async def waits(name: str, owner: Owner, count: int) -> None:
        await ledger.until_room(REPLIES, owner, count)
        with ledger.reserve(REPLIES, owner, count):
            served.append(name)

    ledger.take(REPLIES, ANN, REPLIES.share)
    ledger.take(REPLIES, BOB, REPLIES.share)
    more = asyncio.create_task(waits("more of Ann", ANN, REPLIES.share))
    other = asyncio.create_task(waits("somebody else", Owner(3), 5))
    for _ in range(5):
        await asyncio.sleep(0)
    assert served == []
    ledger.give_back(REPLIES, BOB, REPLIES.share)
    await other
    assert served == ["somebody else"], "Ann has her share still"
    ledger.give_back(REPLIES, ANN, REPLIES.share)
    await more
    assert some(ledger) == {}


async def test_who_waits_for_room_in_vain_may_leave() -> None:
    ledger = Ledger()
    ledger.take(EXPORTS, BOB, EXPORTS.most)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await ledger.until_room(EXPORTS, ANN, 1)
    ledger.give_back(EXPORTS, BOB, EXPORTS.most)
    await ledger.until_room(EXPORTS, ANN, 1)
