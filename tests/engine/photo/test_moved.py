import numpy as np
import pytest

from engine.photo.moved import mean_of_moved
from engine.photo.net import SYMBOLS, log_likelihoods
from engine.photo.stopwatch import Stopwatch
from engine.search.budget import Budget
from tests.engine.photo.test_net import cells

DIGITS = cells(*"123456789")
TIME = Stopwatch.of(Budget(float("inf")))


def test_clear_digits_stay_what_they_are() -> None:
    mean = mean_of_moved(DIGITS, log_likelihoods(DIGITS), TIME)
    assert [SYMBOLS[at] for at in mean.argmax(axis=1)] == list("123456789")
    assert np.exp(mean.max(axis=1)).min() > 0.5
    assert np.exp(mean).sum(axis=1) == pytest.approx(1, abs=1e-4)


def test_what_was_seen_in_place_is_one_look_of_several() -> None:
    seen = log_likelihoods(DIGITS)
    wrong = np.roll(seen, 1, axis=0)
    mean = mean_of_moved(DIGITS, wrong, TIME)
    # One wrong look is outvoted, yet it counts.
    assert [SYMBOLS[at] for at in mean.argmax(axis=1)] == list("123456789")
    assert (mean.max(axis=1) <= mean_of_moved(DIGITS, seen, TIME).max(axis=1) + 1e-6).all()
    even = np.full_like(seen, -np.log(len(SYMBOLS)))
    assert (mean_of_moved(DIGITS, even, TIME) != mean).any()


def test_a_digit_beside_its_place_is_moved_to_all_sides_alike() -> None:
    shifted = [np.roll(DIGITS, by, axis=axis) for axis in (1, 2) for by in (-2, 2)]
    for cells_beside in shifted:
        mean = mean_of_moved(cells_beside, log_likelihoods(cells_beside), TIME)
        assert [SYMBOLS[at] for at in mean.argmax(axis=1)] == list("123456789")
