import pytest

from tests.crash import Figures
from tests.waits import most_in_a_second, percentile


@pytest.mark.parametrize("count", [0, 1, 2, 100])
def test_a_run_tells_its_figures_however_few_answers_it_measured(count: int) -> None:
    assert "nothing lost" in str(Figures(back_after=[0.5] * count))


def test_a_percentile_is_one_of_the_values() -> None:
    assert percentile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert percentile([float(value) for value in range(100)], 0.99) == 99.0
    assert percentile([], 0.99) == float("inf")


def test_the_fullest_second_begins_at_any_instant() -> None:
    assert most_in_a_second([0.0, 0.9, 1.0, 1.8, 3.0]) == 3
    assert most_in_a_second([0.0, 1.0, 2.0]) == 1
    assert most_in_a_second([]) == 0
