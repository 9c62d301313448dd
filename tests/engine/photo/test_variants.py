"""Boards of other rules, as drawn by `tests/engine/photo/variants.py`, are named."""

from io import BytesIO

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from engine import Grid
from engine.photo.reader import read
from engine.photo.reading import Unreadable, Why
from engine.photo.variants import has_bold_boxes, has_shaded_diagonals, variant_of
from engine.search.budget import Budget
from tests.engine.photo.distorted import GROUPS, jpeg
from tests.engine.photo.drawn import Look, drawn
from tests.engine.photo.test_verdict import PUZZLE
from tests.engine.photo.variants import VARIANTS


def why(content: bytes) -> Why | None:
    try:
        read(content, Budget(10))
    except Unreadable as error:
        return error.why
    return None


@pytest.mark.parametrize("name", VARIANTS)
def test_a_board_of_other_rules_is_named(name: str) -> None:
    assert why(jpeg(VARIANTS[name](0))) == name.split(maxsplit=1)[0]


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_nearly_all_boards_of_other_rules_are_named(name: str) -> None:
    said = [why(jpeg(VARIANTS[name](seed))) for seed in range(1, 11)]
    assert said.count(Why(name.split(maxsplit=1)[0])) >= 9


@pytest.mark.long
def test_bold_lines_around_few_digits_are_no_sums() -> None:
    few = Grid.blank(PUZZLE.geometry).with_values({8: 1, 12: 6, 16: 2, 40: 6, 53: 5, 63: 4})
    assert why(drawn(few, Look(thick=9))) is Why.FEW_DIGITS


@pytest.mark.long
@pytest.mark.parametrize("group", ["creases", "show-through 20%", "curl 5%", "noise"])
def test_no_ordinary_board_is_taken_for_another(group: str) -> None:
    assert {why(GROUPS[group](seed)) for seed in range(3)} == {None}


@pytest.mark.parametrize("look", [Look(), Look(theme=2), Look(thick=1), Look(thin=2, thick=6)])
def test_the_lines_of_an_ordinary_board_are_those_of_its_boxes(look: Look) -> None:
    (reading,) = read(drawn(PUZZLE, look), Budget(10))
    with Image.open(BytesIO(reading.cut_out)) as image:
        assert variant_of(np.asarray(image), PUZZLE.geometry) is None


def test_boxes_are_bold_if_all_their_lines_are() -> None:
    bold, thin = (read(drawn(PUZZLE, Look(thick=width)), Budget(10))[0] for width in (6, 1))
    flat = [np.asarray(Image.open(BytesIO(reading.cut_out))) for reading in (bold, thin)]
    assert [has_bold_boxes(pixels, PUZZLE.geometry) for pixels in flat] == [True, False]


def test_shaded_cells_elsewhere_are_no_diagonals() -> None:
    diagonals = {cell for at in range(9) for cell in (10 * at, 8 * at + 8)}
    assert has_shaded_diagonals(_board(diagonals), 9)
    assert has_shaded_diagonals(_board(diagonals, (252, 238, 190)), 9)
    assert not has_shaded_diagonals(_board(set()), 9)
    assert not has_shaded_diagonals(_board(set(range(0, 81, 10))), 9)
    boxes = {cell for cell in range(81) if PUZZLE.geometry.box_of(cell) % 2}
    assert not has_shaded_diagonals(_board(boxes), 9)
    assert not has_shaded_diagonals(_board(diagonals | {1, 2, 3, 5, 6, 7}), 9)


def _board(shaded: set[int], shade: tuple[int, int, int] = (205, 205, 205)) -> NDArray[np.uint8]:
    """Cells with dark lines around them, those that are shaded on other paper."""
    board = np.full((9, 9, 64, 64, 3), 245, np.uint8)
    for cell in shaded:
        board[divmod(cell, 9)] = shade
    board[:, :, :2] = board[:, :, :, :2] = 30
    board[::2, ::2, 20:44, 28:36] = 30  # as if there were digits
    return board.swapaxes(1, 2).reshape(576, 576, 3)
