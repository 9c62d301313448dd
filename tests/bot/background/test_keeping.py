from collections.abc import Iterator
from itertools import count

import pytest

from bot.background.keeping import QUIET_SHARE, REST_SECONDS, SHARE, Chore, Keeper


class EnoughError(Exception):
    pass


class Nights:
    """A sleep that notes how long, and ends at the last of these."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.slept: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.slept.append(seconds)
        if len(self.slept) == self.most:
            raise EnoughError


def clock(step: float) -> Iterator[float]:
    return (step * number for number in count())


def chore(name: str, times: int, done: list[str]) -> Chore:
    """Something to be done a few times."""

    async def do_some(_now: float) -> bool:
        if done.count(name) == times:
            return False
        done.append(name)
        return True

    return do_some


@pytest.mark.parametrize(("spent", "share"), [(0.04, SHARE), (0.01, QUIET_SHARE)])
async def test_it_takes_only_its_share_of_the_time_until_all_is_done(
    spent: float, share: float
) -> None:
    """Less of it while others are served: `spent` is the processor time in a rest of 0.5 s."""
    done = list[str]()
    chores = [chore("first", 2, done), chore("second", 2, done)]
    nights, times, processor = Nights(6), clock(0.5), clock(spent)
    with pytest.raises(EnoughError):
        await Keeper(chores, nights, lambda: next(times), lambda: next(processor)).run()
    rest = pytest.approx(0.5 / share - 0.5)
    assert nights.slept == [REST_SECONDS, rest, rest, rest, rest, REST_SECONDS]
    assert done == ["first", "first", "second", "second"]


async def test_it_tries_again_whatever_happens_and_does_the_rest(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fails(_now: float) -> bool:
        raise OSError

    done = list[str]()
    nights, times, processor = Nights(4), clock(0.5), clock(1.0)
    with pytest.raises(EnoughError):
        await Keeper(
            [fails, chore("second", 1, done)],
            nights,
            lambda: next(times),
            lambda: next(processor),
        ).run()
    assert nights.slept == [REST_SECONDS, pytest.approx(0.5 / SHARE - 0.5), *[REST_SECONDS] * 2]
    assert caplog.text.count("could not be packed or deleted") == 3
    assert done == ["second"]
