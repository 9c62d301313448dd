import pytest

from engine.photo.stopwatch import SHARE, Stopwatch
from engine.search.budget import Budget, BudgetSpent


def test_a_search_gets_a_part_of_what_is_left() -> None:
    share = Stopwatch.of(Budget(100, 7)).share()
    assert 90 / SHARE < share.seconds <= 100 / SHARE
    assert share.nodes == 7
    assert Stopwatch.of(Budget(0)).share().seconds == 0
    assert Stopwatch.of(Budget(float("inf"))).share().seconds == float("inf")


def test_items_come_until_the_time_is_over() -> None:
    assert list(Stopwatch.of(Budget(100)).each("abc")) == ["a", "b", "c"]
    with pytest.raises(BudgetSpent):
        next(Stopwatch.of(Budget(0)).each("abc"))
    assert list(Stopwatch.of(Budget(0)).each("")) == []
