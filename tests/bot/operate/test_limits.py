"""How often something may happen, on a clock that the tests move."""

from collections import deque
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from bot.operate.limits import IDLE_PEOPLE, Bucket, OwnAllowance, Window


@dataclass
class Time:
    now: float = 1_000.0

    def clock(self) -> float:
        return self.now


pauses = st.lists(st.integers(0, 5 * 1024).map(lambda parts: parts / 1024), max_size=60)
"""Fractions whose sums are exact in floating point."""


@given(pauses, st.integers(1, 5))
def test_a_window_never_holds_more_than_it_may(pauses: list[float], most: int) -> None:
    window, now, happened = Window(most, 3.0), 0.0, list[float]()
    for pause in pauses:
        now += pause
        if not window.wait(now):
            window.note(now)
            happened.append(now)
    assert all(sum(t - 3 < other <= t for other in happened) <= most for t in happened)


@given(pauses, st.integers(1, 5))
def test_after_the_wait_there_is_room_and_not_before(pauses: list[float], most: int) -> None:
    for limit in (Window(most, 3.0), Bucket(most, 3.0)):
        now = 100.0
        for pause in pauses:
            now += pause
            if wait := limit.wait(now):
                assert limit.wait(now + 0.9 * wait) > 0
                now += wait + 1e-6
            assert limit.wait(now) == 0
            limit.note(now)


async def test_an_allowance_is_for_each_person_and_comes_back() -> None:
    time = Time()
    allowance = OwnAllowance(2, 5.0, time.clock)
    assert [await allowance.spend(1) for _ in range(3)] == [0, 0, 5]
    assert await allowance.spend(2) == 0
    time.now += 5
    assert [await allowance.spend(1) for _ in range(2)] == [0, 5]


async def test_what_is_refused_costs_nothing() -> None:
    time = Time()
    allowance = OwnAllowance(1, 5.0, time.clock)
    assert [await allowance.spend(1) for _ in range(100)] == [0] + [5] * 99


async def test_people_who_have_their_whole_allowance_are_forgotten() -> None:
    time = Time()
    allowance = OwnAllowance(2, 5.0, time.clock)
    for person in range(20_000):
        time.now += 1
        await allowance.spend(person)
    assert len(vars(allowance)["_buckets"]) <= IDLE_PEOPLE


def test_leisure_leaves_room_for_one_more_and_for_most_of_a_window() -> None:
    bucket, window, alone = Bucket(3, 1.0), Window(20, 60.0), Bucket(1, 1.0)
    assert not alone.is_at_leisure(100.0)
    for count in range(3):
        assert bucket.is_at_leisure(100.0) == (count < 2)
        bucket.note(100.0)
    for count in range(20):
        assert window.is_at_leisure(100.0) == (count <= 6)
        window.note(100.0)
    assert bucket.is_at_leisure(102.0)
    assert window.is_at_leisure(161.0)


def test_a_limit_that_is_assumed_busy_has_room_for_one_and_goes_on_at_its_pace() -> None:
    for limit, pace in ((Window(20, 60.0), 3.0), (Bucket(5, 4.0), 4.0)):
        limit.assume_busy(100.0)
        for number in range(50):
            now = 100.0 + pace * number
            assert limit.wait(now) == 0
            limit.note(now)
            assert limit.wait(now) == pace


def test_a_window_has_room_as_soon_as_enough_events_are_as_old_as_the_span() -> None:
    window = Window(3, 10.0)
    for at in (0.0, 1.0, 2.0):
        assert window.wait(at) == 0
        window.note(at)
    assert [window.wait(2.0, spare) for spare in (0, 1, 2)] == [8, 9, 10]
    assert window.wait(9.5) == 0.5
    assert [window.wait(10.0, spare) for spare in (0, 1, 2)] == [0, 1, 2]
    assert [window.load(now) for now in (10.0, 11.0, 11.5, 12.0)] == [2, 1, 1, 0]
    assert [Window(3, 10.0, deque([2.0])).is_empty(now) for now in (11.9, 12.0)] == [False, True]


def test_a_bucket_fills_by_one_each_so_many_seconds() -> None:
    bucket = Bucket(2, 4.0)
    assert (bucket.wait(0.0), bucket.load(0.0), bucket.is_empty(0.0)) == (0, 0, True)
    bucket.note(100.0)
    bucket.note(100.0)
    assert [bucket.load(now) for now in (100.0, 102.0, 108.0, 200.0)] == [2, 1.5, 0, 0]
    assert [bucket.wait(now) for now in (100.0, 103.0, 104.0, 200.0)] == [4, 1, 0, 0]
    assert [bucket.is_empty(now) for now in (100.0, 107.9, 108.0)] == [False, False, True]


def test_leisure_begins_as_soon_as_there_is_room_for_two() -> None:
    bucket = Bucket(3, 4.0)
    bucket.note(100.0)
    bucket.note(100.0)
    assert [bucket.is_at_leisure(now) for now in (103.9, 104.0)] == [False, True]
    fresh = Bucket(2, 4.0)
    fresh.note(100.0)
    assert [fresh.is_at_leisure(now) for now in (103.9, 104.0, 200.0)] == [False, True, True]
    third = Window(3, 10.0)
    third.note(100.0)
    assert third.is_at_leisure(100.0)
    third.note(100.0)
    assert not third.is_at_leisure(100.0)
    single = Window(1, 10.0)
    assert single.is_at_leisure(100.0)
    single.note(100.0)
    assert [single.is_at_leisure(now) for now in (109.9, 110.0)] == [False, True]


def test_a_window_that_is_assumed_busy_holds_no_more_than_it_may() -> None:
    window = Window(4, 10.0)
    window.assume_busy(100.0)
    assert [*window.times] == [90, 92.5, 95, 97.5]
    assert (window.load(100.0), window.load(107.5), window.load(108.0)) == (3, 0, 0)


async def test_people_who_have_spent_their_allowance_are_not_forgotten() -> None:
    """Also among so many that those with their whole allowance are forgotten meanwhile."""
    time = Time()
    allowance = OwnAllowance(1, 50_000.0, time.clock)
    for person in range(3 * IDLE_PEOPLE):
        assert await allowance.spend(person) == 0
        time.now += 1
    for person in range(3 * IDLE_PEOPLE):
        assert await allowance.spend(person) == 50_000 - 3 * IDLE_PEOPLE + person
