from functools import partial

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.photo.blur import Blur, with_blur_undone
from engine.photo.cells import SIDE, Pixels, normalised
from engine.photo.net import SYMBOLS, log_likelihoods
from engine.photo.reader import read
from engine.photo.stopwatch import Stopwatch
from engine.search.budget import Budget, BudgetSpent
from tests.engine.photo.distorted import Distortion, blurred, moved, photo, puzzle_of
from tests.engine.photo.test_net import cells

DIGITS = "123456789"
BLANK = np.zeros((SIDE, SIDE), np.float32)
TIME = Stopwatch.of(Budget(float("inf")))


def board(width: float = 0.0) -> NDArray[np.uint8]:
    """A 4x4 board with nine digits and seven blanks in levels of grey, blurred as a whole."""
    drawn = np.concatenate([cells(*DIGITS), np.repeat(BLANK[None], 7, axis=0)])
    laid = (220 - 180 * np.clip(drawn, 0, 1)).reshape(4, 4, SIDE, SIDE).swapaxes(1, 2)
    flat = laid.reshape(4 * SIDE, 4 * SIDE).astype(np.float32)
    seen = cv2.GaussianBlur(flat, (0, 0), width) if width else flat
    noise = np.random.default_rng(1).normal(0, 1, flat.shape)
    levels = np.clip(seen + noise, 0, 255).astype(np.uint8)
    parts = levels.reshape(4, SIDE, 4, SIDE).swapaxes(1, 2)
    return np.ascontiguousarray(parts.reshape(-1, SIDE, SIDE))


def read_of(greys: NDArray[np.uint8]) -> tuple[Pixels, Pixels]:
    """The normalised cells and what the net says of them."""
    plain = normalised(greys.astype(np.float32))
    return plain, log_likelihoods(plain)


def right(seen: Pixels) -> int:
    return sum(SYMBOLS[at] == digit for at, digit in zip(seen.argmax(axis=1), DIGITS, strict=False))


def test_a_blurred_board_is_read_as_if_it_were_sharp() -> None:
    greys = board(3.0)
    plain, seen = read_of(greys)
    better, said = with_blur_undone(greys, plain, seen, TIME)
    assert right(seen) < 9
    assert right(said) == 9
    assert np.exp(said).sum(axis=1) == pytest.approx(1, abs=1e-4)
    # Its cells are those of the sharp board rather than those that were seen.
    sharp, _ = read_of(board())
    assert np.abs(better[:9] - sharp[:9]).mean() < 0.7 * np.abs(plain[:9] - sharp[:9]).mean()


def test_a_sharp_board_and_one_without_digits_stay_as_they_were() -> None:
    greys = board()
    plain, seen = read_of(greys)
    assert with_blur_undone(greys, plain, seen, TIME) == (plain, seen)
    none = np.full_like(greys, 200)
    plain, seen = read_of(none)
    assert with_blur_undone(none, plain, seen, TIME) == (plain, seen)


def test_blank_cells_are_not_read_again() -> None:
    greys = board(3.0)
    plain, seen = read_of(greys)
    better, said = with_blur_undone(greys, plain, seen, TIME)
    blank = seen.argmax(axis=1) == 0
    assert blank.any()
    assert np.array_equal(better[blank], plain[blank])
    assert np.array_equal(said[blank], seen[blank])


def test_a_spent_budget_ends_the_search_for_the_blur() -> None:
    greys = board(3.0)
    with pytest.raises(BudgetSpent):
        with_blur_undone(greys, *read_of(greys), Stopwatch.of(Budget(0)))


@pytest.mark.parametrize("blur", [Blur(width=2), Blur(length=5), Blur(length=5, angle=1)])
def test_a_blur_leaves_the_mean_of_a_picture_and_takes_what_is_fine(blur: Blur) -> None:
    spectrum = blur.spectrum((64, 64))
    assert spectrum[0, 0] == 1
    # The columns of the spectrum are frequencies from left to right, which each of these blurs.
    assert abs(spectrum[0, 20]) < 0.3


def test_a_movement_leaves_what_runs_along_it() -> None:
    across = Blur(length=5).spectrum((64, 64))
    assert across[20, 0] == pytest.approx(1)
    down = Blur(length=5, angle=np.pi / 2).spectrum((64, 64))
    assert down[0, 20] == pytest.approx(1)


@pytest.mark.long
@pytest.mark.parametrize(
    "distortion", [partial(moved, length=11), partial(blurred, sigma=5)], ids=["moved", "blurred"]
)
@pytest.mark.parametrize("seed", [0, 12])
def test_a_photo_that_the_net_alone_misreads_is_read(distortion: Distortion, seed: int) -> None:
    assert read(photo(distortion, seed), Budget(60))[0].grid == puzzle_of(seed)
