import numpy as np
import pytest
from numpy.typing import NDArray

from engine.photo.bulge import bulge

CELL = 24
BEYOND = 2


def upright(size: int, bow: NDArray[np.float64], grow: float = 0) -> NDArray[np.uint8]:
    """The upright lines of a board, moved by a share of its side in each row."""
    side, margin = size * CELL, BEYOND * CELL
    flat = np.zeros((side + 2 * margin,) * 2, np.uint8)
    for line in range(size + 1):
        at = margin + CELL * line + side * bow * (1 + grow * (2 * line / size - 1))
        for row, column in enumerate(np.round(at).astype(int)):
            flat[margin + row, column - 1 : column + 2] = 200
    return flat


def bow_of(size: int) -> NDArray[np.float64]:
    along = (np.arange(size * CELL) + 0.5) / (size * CELL)
    return np.sin(np.pi * along)


@pytest.mark.parametrize("size", [6, 9, 16])
@pytest.mark.parametrize("height", [-0.12, -0.04, 0, 0.05, 0.1])
def test_the_height_of_a_bow_is_found_though_other_lines_are_nearer(
    size: int, height: float
) -> None:
    found = bulge(upright(size, height * bow_of(size)), size, BEYOND)
    assert found[0, 0] == pytest.approx(height, abs=0.021)
    assert found[0, 2] == -found[0, 0]


def test_one_side_may_bulge_more_than_the_other() -> None:
    found = bulge(upright(9, 0.08 * bow_of(9), grow=0.5), 9, BEYOND)
    assert found[0, 0] == pytest.approx(0.08, abs=0.016)
    assert found[1, 0] == pytest.approx(0.04, abs=0.026)


def test_a_bow_may_rise_near_one_end() -> None:
    y = 2 * (np.arange(9 * CELL) + 0.5) / (9 * CELL) - 1
    found = bulge(upright(9, (1 - y**2) * (0.08 + 0.04 * y)), 9, BEYOND)
    assert found[0, 1] == pytest.approx(0.04, abs=0.021)
    assert found[0, 3] == -found[0, 1]


def test_nothing_bulges_where_there_are_no_lines() -> None:
    found = bulge(np.zeros((13 * CELL,) * 2, np.uint8), 9, BEYOND)
    assert abs(found[0, 0]) < 0.01
