"""Of two processes with one token, which gives way."""

from bot.telegram.polling import Rivals


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_newcomer_gives_way_at_its_second_conflict() -> None:
    rivals = Rivals(Clock())
    assert [rivals.meet() for _ in range(2)] == [False, True]


def test_a_process_that_has_served_for_long_bears_a_newcomer() -> None:
    clock = Clock()
    rivals = Rivals(clock)
    clock.now += 3600
    assert [rivals.meet() for _ in range(6)] == [False] * 5 + [True]


def test_old_conflicts_are_forgotten() -> None:
    clock = Clock()
    rivals = Rivals(clock)
    for _ in range(20):
        clock.now += 3600
        assert not rivals.meet()
