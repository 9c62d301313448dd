"""Which of two processes with one token gives way."""

import pytest

from bot.telegram.polling import POLL_SECONDS
from bot.telegram.rivals import NEWCOMER_SECONDS, Rivals
from tests.bot.telegram.passing import PassingTime


@pytest.fixture
def time() -> PassingTime:
    return PassingTime()


def meet_for(rivals: Rivals, clock: PassingTime, seconds: float, step: float = 20.0) -> bool:
    """Whether it gives way within this many seconds of conflicts."""
    until_then = clock.now + seconds
    while clock.now < until_then:
        if rivals.meet():
            return True
        clock.now += step
    return False


@pytest.mark.parametrize(("has_served", "minutes"), [(False, 10), (True, 30)])
def test_a_newcomer_gives_way_after_ten_minutes_and_the_other_after_thirty(
    time: PassingTime,
    has_served: bool,  # noqa: FBT001 - of a table
    minutes: int,
) -> None:
    rivals = Rivals(time.clock)
    if has_served:
        rivals.served()
        time.now += 60
        rivals.served()
    assert rivals.is_newcomer is not has_served
    assert not rivals.meet()
    time.now += 60 * minutes - 0.5
    assert not rivals.meet()
    time.now += 0.5
    assert rivals.meet()


def test_less_than_a_minute_of_peace_makes_nobody_the_older(time: PassingTime) -> None:
    rivals = Rivals(time.clock)
    rivals.served()
    time.now += 59.5
    rivals.served()
    assert rivals.is_newcomer
    assert not rivals.meet()
    rivals.served()
    time.now += 59.5
    rivals.served()
    assert rivals.is_newcomer


def test_who_has_served_alone_bears_a_newcomer_for_longer(time: PassingTime) -> None:
    newcomer, older = Rivals(time.clock), Rivals(time.clock)
    older.served()
    time.now += 61
    older.served()
    assert not meet_for(older, time, NEWCOMER_SECONDS + 60)
    assert meet_for(newcomer, time, NEWCOMER_SECONDS + 60)
    assert meet_for(older, time, 1_800)


def test_a_dispute_is_over_after_a_minute_of_peace(time: PassingTime) -> None:
    rivals = Rivals(time.clock)
    for _ in range(50):
        assert not meet_for(rivals, time, 300)
        rivals.served()
        time.now += 61
        rivals.served()


def test_answers_between_conflicts_do_not_end_a_dispute(time: PassingTime) -> None:
    rivals = Rivals(time.clock)
    for _ in range(int(NEWCOMER_SECONDS / POLL_SECONDS / 2)):
        assert not rivals.meet()
        for _ in range(2):
            rivals.served()
            time.now += POLL_SECONDS
    assert rivals.meet()
