"""Print and handwriting on the same board, in the same ink."""

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from engine.board.grid import Grid
from engine.notation.notation import parse
from engine.photo.cells import SIDE, Pixels, normalised
from engine.photo.copies import written
from engine.photo.hand import filled_in
from engine.search.budget import Budget
from engine.search.search import solve
from tests.engine.training.strokes import written as by_a_hand

PUZZLE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLUTION = solve(PUZZLE)
BLANKS = PUZZLE.blanks()
BIG = 4 * SIDE
SECOND = Budget(1)


def cells_of(grid: Grid, own: list[int], *, blur: float = 0) -> Pixels:
    """The cells of a board: print, and in the cells of `own` what a hand wrote."""
    rng = np.random.default_rng(3)
    font = ImageFont.load_default(88)
    seen = []
    for cell, value in enumerate(grid.values):
        big = Image.new("L", (BIG, BIG), 240)
        at = BIG / 2 + rng.uniform(-5, 5), BIG / 2 + rng.uniform(-5, 5)
        if value and cell in own:
            height = int(rng.integers(64, 96))
            ink = Image.fromarray(np.asarray(255 * by_a_hand(str(value), height, rng), np.uint8))
            big.paste(30, (int(at[0] - ink.width / 2), int(at[1] - ink.height / 2)), ink)
        elif value:
            ImageDraw.Draw(big).text(at, str(value), 30, font, anchor="mm")
        seen.append(np.asarray(big.resize((SIDE, SIDE), Image.Resampling.BOX), np.float32))
    noisy = np.array(seen) + rng.normal(0, 3 + blur, (len(seen), SIDE, SIDE))
    return normalised(noisy.astype(np.float32))


def in_one_ink(cells: Pixels) -> NDArray[np.uint8]:
    grey = np.clip(240 - 200 * cells, 0, 255).astype(np.uint8)
    return np.repeat(grey[..., None], 3, axis=3)


@pytest.mark.parametrize("share", [1, 2, 4])
def test_a_hand_is_told_from_print_in_the_same_ink(share: int) -> None:
    own = list(BLANKS[::share])
    grid = PUZZLE.with_values({cell: SOLUTION[cell] for cell in own})
    found = set(written(grid, cells_of(grid, own)))
    digits = [cell for cell, value in enumerate(grid.values) if value]
    wrong = found.symmetric_difference(own)
    assert len(wrong) <= 0.05 * len(digits)


def test_printed_boards_have_nothing_written_on_them() -> None:
    for grid in (PUZZLE, SOLUTION):
        assert written(grid, cells_of(grid, [])) == []


def test_copies_that_noise_makes_unlike_prove_nothing() -> None:
    own = list(BLANKS[::2])
    grid = PUZZLE.with_values({cell: SOLUTION[cell] for cell in own})
    assert written(grid, cells_of(grid, own, blur=60)) == []


def test_boards_without_two_digits_alike_are_not_told() -> None:
    blank = Grid.blank(PUZZLE.geometry)
    for grid in (blank, blank.with_values({4: 5}), blank.with_values({4: 5, 40: 3})):
        assert written(grid, cells_of(grid, [])) == []


def test_values_of_two_digits_have_no_shape_of_their_own() -> None:
    large = Grid.blank(PUZZLE.geometry.of_size(16)).with_values({4: 5, 40: 5})
    assert written(large, np.zeros((256, SIDE, SIDE), np.float32)) == []


def test_a_given_that_looks_written_is_spared_if_the_puzzle_needs_it() -> None:
    own = list(BLANKS[::2])
    grid = PUZZLE.with_values({cell: SOLUTION[cell] for cell in own})
    cells = cells_of(grid, own)
    # A crease through two of the givens: they have no copy any more.
    creased = [cell for cell, value in enumerate(PUZZLE.values) if value][3:5]
    cells[creased, 6:26, 14:17] = 1
    colours = in_one_ink(cells)
    assert set(creased) <= set(written(grid, cells))
    found = filled_in(grid, cells, colours, SECOND)
    assert solve(grid.with_values(dict.fromkeys(found, 0))) == SOLUTION
    assert len(set(found).symmetric_difference(own)) <= 4


def test_typed_digits_in_another_colour_are_told_by_their_colour() -> None:
    own = list(BLANKS[::2])
    grid = PUZZLE.with_values({cell: SOLUTION[cell] for cell in own})
    cells = cells_of(grid, [])
    colours = in_one_ink(cells)
    colours[own, ..., 2] = 240
    assert filled_in(grid, cells, colours, SECOND) == own
