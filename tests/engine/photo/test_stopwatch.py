from itertools import count, takewhile

import pytest

from engine.photo.stopwatch import SHARE, Stopwatch
from engine.search.budget import Budget, BudgetSpent


def test_a_search_gets_a_part_of_what_is_left() -> None:
    share = Stopwatch.of(Budget(100, 7)).share()
    assert 90 / SHARE < share.seconds <= 100 / SHARE
    assert share.nodes == 7
    assert Stopwatch.of(Budget(0)).share().seconds == 0
    assert Stopwatch.of(Budget(float("inf"))).share().seconds == float("inf")


def test_half_of_the_time_is_over_before_all_of_it() -> None:
    """Seconds pass only where the clock is asked, one each time: it says 0, 1, 2 and so on."""
    whole = Stopwatch.of(Budget(9), count(0.0).__next__)
    half = whole.half()
    assert len(list(takewhile(lambda _: half.clock() < half.end, count()))) == 3
    assert list(whole.each("abc")) == ["a", "b", "c"]
    assert Stopwatch.of(Budget(float("inf"))).half().end == float("inf")


def test_items_come_until_the_time_is_over() -> None:
    assert list(Stopwatch.of(Budget(100)).each("abc")) == ["a", "b", "c"]
    with pytest.raises(BudgetSpent):
        next(Stopwatch.of(Budget(0)).each("abc"))
    assert list(Stopwatch.of(Budget(0)).each("")) == []
