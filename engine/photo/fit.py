"""A last check that the lines of a board lie where its cells were cut.

The lines of a bent page may be taken for their neighbours: the board is then cut out along lines
that are there, yet it slides from one to the next on the way, and is read shifted. Where it slides,
a side of a cell has no line in its place. The score of `engine/photo/grids.py` does not show that,
since it has to find lines that lie a sixth of a cell beside their places.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.photo.cells import Pixels, at_share
from engine.photo.grids import FLAT, FoundGrid

FITS: Final = 0.9
"""The share of the inner sides that have a line, on a board that lies as it was cut."""

PROVES: Final = 0.8
"""The share that proves, with the score, that it is a board; glare may hide the other lines."""

_NEAR: Final = 1 / 9
"""How far from its place a line may lie, as a part of a cell."""

_FAINT: Final = 3.0
_BROKEN: Final = 0.3
"""The part of a side along which its line may be fainter."""


def lines_in_place(grid: FoundGrid) -> float:
    """The share of the sides between two cells that have a line where the board was cut."""
    cell = FLAT // grid.size
    places = grid.mesh.places(FLAT)
    flat = cv2.remap(grid.lines, places[..., 0], places[..., 1], cv2.INTER_LINEAR)
    seen = np.concatenate([_along(np.asarray(way, np.uint8), cell) for way in (flat, flat.T)])
    clear = max(_FAINT, 0.4 * float(np.median(seen)))
    return float((seen > clear).mean())


def _along(way: NDArray[np.uint8], cell: int) -> Pixels:
    """How clear a line is along each inner side."""
    near = np.ones((1, 2 * max(1, int(cell * _NEAR)) + 1), np.uint8)
    wide = np.asarray(cv2.dilate(np.ascontiguousarray(way), near), np.uint8)
    inner = wide[:, cell : FLAT - 1 : cell].reshape(FLAT // cell, cell, -1)
    return at_share(inner[:, cell // 5 : -(cell // 5)], _BROKEN, 1)
