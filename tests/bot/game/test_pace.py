import pytest

from bot.game.pace import promise_of


@pytest.mark.parametrize("usual", [20, 100, 300, 480, 900, 3600])
def test_the_time_of_most_people_lies_in_what_is_promised(usual: int) -> None:
    promise = promise_of(usual)
    assert 1 <= promise.low <= promise.high
    assert promise.low <= max(1, usual / 60) <= promise.high + 1
    assert promise.own is None


def test_whoever_is_twice_as_fast_is_promised_half_the_time() -> None:
    assert promise_of(600, 1.0).own == 10
    assert promise_of(600, 0.5).own == 5
    assert promise_of(600, 0.001).own == 1
