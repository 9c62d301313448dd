import pytest

from bot.game.statistics import Times, times


def test_the_average_of_five_is_that_of_speed_cubing() -> None:
    """WCA regulation 9f8: without the best and the worst of five."""
    assert times([10, 20, 30, 40, 900]) == Times(10, 30, 30)
    assert times([1, 10, 20, 30, 40, 900]) == Times(1, 20, 30)


def test_there_is_no_average_before_the_fifth_time() -> None:
    assert times([4, 2, 3, 1]) == Times(1, 2, None)


def test_no_times_are_a_bug() -> None:
    with pytest.raises(ValueError, match="no times"):
        times([])
