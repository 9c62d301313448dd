import pytest

from bot.game.statistics import Solve, Sums, Times, bands, seconds_of, sizes, sums, times
from engine.difficulty import Difficulty


def test_the_average_of_five_is_that_of_speed_cubing() -> None:
    """WCA regulation 9f8: without the best and the worst of five."""
    assert times([10, 20, 30, 40, 900]) == Times(10, 30, 30)
    assert times([1, 10, 20, 30, 40, 900]) == Times(1, 20, 30)


def test_there_is_no_average_before_the_fifth_time() -> None:
    assert times([4, 2, 3, 1]) == Times(1, 2, None)


def test_no_times_are_a_bug() -> None:
    with pytest.raises(ValueError, match="no times"):
        times([])


def test_the_average_of_five_takes_the_last_five_and_is_rounded() -> None:
    assert times([7, 10, 20, 30, 40, 50]).of_five == 30
    assert times([10, 20, 21, 21, 900]).of_five == 21
    assert times([10, 20, 20, 21, 900]).of_five == 20


SOLVES = (
    Solve(9, Difficulty.HARD, 300, hints=2),
    Solve(4, None, None, mistakes=1),
    Solve(9, Difficulty.EASY, 100, hints=1, mistakes=3),
)


def test_sums_are_over_all_solves_and_times_over_those_that_count() -> None:
    assert sums(SOLVES) == Sums(3, Times(100, 100, None), 3, 4)
    assert seconds_of(SOLVES) == [300, 100]
    assert sums(SOLVES[1:2]) == Sums(1, None, 0, 1)
    assert sums(()) == Sums(0, None, 0, 0)


def test_sizes_and_difficulties_are_those_that_were_solved_in_their_order() -> None:
    assert sizes(SOLVES) == [4, 9]
    assert bands(SOLVES) == [Difficulty.EASY, Difficulty.HARD, None]
    assert bands(SOLVES[:1]) == [Difficulty.HARD]
