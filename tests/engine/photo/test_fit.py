import cv2
import numpy as np
import pytest

from engine.photo.fit import FITS, lines_in_place
from engine.photo.grids import FoundGrid
from engine.photo.mesh import Mesh
from tests.engine.photo.test_mesh import SIDE, SQUARE, lattice


def fit(lines: np.typing.NDArray[np.uint8], moves: object = 0, size: int = 9) -> float:
    """How well a flat board fits whose corners were moved."""
    corners = np.asarray(SQUARE + np.array(moves, np.float32), np.float32)
    return lines_in_place(FoundGrid(corners, size, 1.0, lines, Mesh.flat(corners)))


@pytest.mark.parametrize("size", [4, 6, 9, 16])
def test_the_lines_of_a_board_lie_where_it_was_cut(size: int) -> None:
    assert fit(lattice(size), size=size) == 1
    assert fit(lattice(size), (1, -1), size=size) == 1


def test_a_board_that_slides_from_line_to_line_does_not_fit() -> None:
    cell = SIDE / 9
    slid = [[0, 0], [0, 0], [cell, 0], [cell, 0]]
    assert fit(lattice(9), slid) < FITS - 0.1
    assert fit(lattice(9, 0, 20)) < FITS


def test_a_few_hidden_lines_change_little() -> None:
    lines = lattice(9)
    cv2.rectangle(lines, (200, 200), (290, 260), 0, -1)
    assert FITS < fit(lines) < 1
    assert fit(np.zeros_like(lines)) == 0
