import numpy as np
import pytest

from engine.photo.net import SYMBOLS, log_likelihoods
from engine.photo.two_digits import looked_at_again
from tests.engine.photo.test_net import cells

NUMBERS = ["10", "11", "12", "13", "14", "15", "16"]
PLACES = [SYMBOLS.index(number) for number in NUMBERS]


def undecided(likelihood: float) -> np.ndarray:
    """What a net says that is so sure of two digits, but not of which."""
    seen = np.full((len(NUMBERS), len(SYMBOLS)), np.log((1 - likelihood) / 20), np.float32)
    seen[:, PLACES] = np.log(likelihood / len(NUMBERS))
    return seen


@pytest.mark.parametrize("height", [19, 22, 25])
def test_the_second_digit_is_read_where_nothing_else_tells_the_number(height: int) -> None:
    drawn = cells(*NUMBERS, height=height)
    again = looked_at_again(drawn, undecided(0.9))
    assert [SYMBOLS[at] for at in again.argmax(axis=1)] == NUMBERS
    assert np.exp(again.max(axis=1)).min() > 0.45


def test_how_likely_two_digits_are_stays_the_same() -> None:
    drawn, seen = cells(*NUMBERS), undecided(0.7)
    again = looked_at_again(drawn, seen)
    assert np.exp(again[:, PLACES]).sum(axis=1) == pytest.approx(0.7, abs=1e-4)
    others = [at for at in range(len(SYMBOLS)) if at not in PLACES]
    assert (again[:, others] == seen[:, others]).all()
    assert (seen == undecided(0.7)).all()


def test_cells_that_hardly_hold_two_digits_are_left_alone() -> None:
    seen = undecided(0.49)
    assert (looked_at_again(cells(*NUMBERS), seen) == seen).all()
    assert (looked_at_again(cells(*NUMBERS), undecided(0.51)) != undecided(0.51)).any()
    digits = cells(*"123456789")
    plain = log_likelihoods(digits)
    assert looked_at_again(digits, plain) == pytest.approx(plain, abs=1e-4)


def test_both_looks_count() -> None:
    drawn, seen = cells(*NUMBERS), undecided(0.9)
    seen[:, SYMBOLS.index("13")] += 40
    assert {SYMBOLS[at] for at in looked_at_again(drawn, seen).argmax(axis=1)} == {"13"}


def test_a_cell_without_ink_is_no_obstacle() -> None:
    again = looked_at_again(cells(*[" "] * len(NUMBERS)), undecided(0.9))
    assert np.isfinite(again).all()
