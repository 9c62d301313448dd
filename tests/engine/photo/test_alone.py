import cv2
import numpy as np
import pytest

from engine.photo.alone import COUNTS, alone, are_two, with_digits_alone
from engine.photo.cells import SIDE, Pixels
from engine.photo.net import SYMBOLS, log_likelihoods
from tests.engine.photo.test_net import cells, read

DIGITS = cells(*"123456789")


def lying(cell: Pixels, scale: float, right: float, down: float) -> Pixels:
    """A cell whose digit is smaller, with its middle so far from that of the cell."""
    beside = SIDE * (1 - scale) / 2
    matrix = np.array([[scale, 0, beside + right], [0, scale, beside + down]], np.float32)
    return np.asarray(cv2.warpAffine(cell, matrix, (SIDE, SIDE)), np.float32)


def extent(cell: Pixels) -> tuple[float, float, int]:
    """The middle of the ink, and its longer side."""
    rows, columns = (np.flatnonzero((cell > 0.5).any(axis=axis)) for axis in (1, 0))
    longer = int(max(rows[-1] - rows[0], columns[-1] - columns[0])) + 1
    return float(columns[0] + columns[-1]) / 2, float(rows[0] + rows[-1]) / 2, longer


@pytest.mark.parametrize(("right", "down"), [(-5, -6), (6, -4), (-6, 5), (5, 6), (0, 0)])
def test_a_digit_is_moved_to_the_middle_and_made_as_high_as_print(right: int, down: int) -> None:
    for digit in DIGITS:
        found = alone(lying(digit, 0.7, right, down))
        assert found is not None
        x, y, longer = extent(found)
        assert (x, y) == pytest.approx((SIDE / 2, SIDE / 2), abs=1.6)
        assert 18 <= longer <= 22


def test_digits_in_a_corner_are_read_once_they_are_alone() -> None:
    aside = [lying(digit, 0.65, -8, 7) for digit in DIGITS]
    found = [digit for digit in map(alone, aside) if digit is not None]
    assert read(np.array(found)) == list("123456789")
    assert read(np.array(aside)) != list("123456789")


def test_a_clear_digit_alone_is_one_look_of_several() -> None:
    aside = np.array([lying(digit, 0.65, -8, 7) for digit in DIGITS])
    even = np.full((9, len(SYMBOLS)), -np.log(len(SYMBOLS)), np.float32)
    both = with_digits_alone(aside, even, is_large=False)
    assert [SYMBOLS[at] for at in both.argmax(axis=1)] == list("123456789")
    assert np.exp(both).sum(axis=1) == pytest.approx(1, abs=1e-4)
    # What was clear before stays, but not without doubt.
    other = log_likelihoods(np.roll(DIGITS, 1, axis=0))
    doubted = with_digits_alone(aside, other, is_large=False)
    assert (doubted.argmax(axis=1) == other.argmax(axis=1)).all()
    assert np.exp(doubted.max(axis=1)) == pytest.approx(1 - COUNTS, abs=0.05)


def test_small_boards_have_no_letters() -> None:
    letters = cells(*"BG")
    even = np.full((2, len(SYMBOLS)), -np.log(len(SYMBOLS)), np.float32)
    assert with_digits_alone(letters, even, is_large=True).argmax(axis=1).tolist() == [
        SYMBOLS.index("B"),
        SYMBOLS.index("G"),
    ]
    small = with_digits_alone(letters, even, is_large=False).argmax(axis=1)
    assert not {SYMBOLS[at] for at in small} & set("ABCDEFG")


def test_cells_without_digits_stay_what_they_were() -> None:
    blank = np.zeros((2, SIDE, SIDE), np.float32)
    seen = log_likelihoods(DIGITS[:2])
    assert (with_digits_alone(blank, seen, is_large=False) == seen).all()


def test_lines_and_specks_beside_a_digit_are_left_out() -> None:
    cell = lying(DIGITS[4], 0.7, 4, 0)
    marked = cell.copy()
    marked[:, 5] = 0.8
    marked[:, :2] = 1
    marked[5:8, 27] = 0.9
    expected, found = alone(cell), alone(marked)
    assert expected is not None
    assert found == pytest.approx(expected, abs=0.05)


def test_a_cell_without_a_digit_has_none() -> None:
    blank = np.zeros((SIDE, SIDE), np.float32)
    assert alone(blank) is None
    specks, line, level = blank.copy(), blank.copy(), blank.copy()
    specks[10:14, 10:14] = specks[20:25, 22:24] = 1
    line[:, 9:11] = 1
    level[25] = 1
    assert alone(specks) is None
    assert alone(line) is None
    assert alone(level) is None


def test_two_small_digits_are_notes() -> None:
    both = np.maximum(lying(DIGITS[4], 0.6, -7, -6), lying(DIGITS[7], 0.6, 6, -6))
    assert alone(both) is None
    assert are_two(both)


def test_a_digit_with_something_else_in_its_cell_is_one() -> None:
    digit = lying(DIGITS[4], 0.6, -7, -6)
    assert not are_two(np.zeros((SIDE, SIDE), np.float32))
    assert not are_two(digit)
    flat, below = digit.copy(), digit.copy()
    flat[10:14, 18:28] = 1
    below[20:28, 4:12] = 1
    for cell in (flat, below):
        assert not are_two(cell)
