"""How far a page bulges between the corners of a board.

The sides of a board on a curled page are bows from corner to corner, and the lines between them are
nearly such bows. A few hundred bows are tried, each on all lines at once. A wrong one meets some
lines, since they lie evenly; only the right one meets all of them, and none beyond the board.
"""

from typing import Final

import cv2
import numpy as np

from engine.photo.picture import Grey

Bend = dict[tuple[int, int], float]
"""The factor of each power of the places across and along the lines, from -1 to 1."""

_HEIGHTS: Final = np.linspace(-0.15, 0.15, 31)
"""How far the bows rise, as a part of the board's side."""

_CHANGES: Final = np.linspace(-0.05, 0.05, 5)
"""How much farther the last line rises than the middle one."""

_SKEWS: Final = np.linspace(-0.06, 0.06, 7)
"""How much more a bow rises in its second half."""

_ROWS: Final = 4
"""Places of a line that are looked at in each cell."""

_NEAR: Final = 5
_CALM: Final = 0.3
"""What a bow costs by its height, so that of equal ones the flattest counts."""

_BEYOND: Final = 0.1
"""What a line beyond the board costs, where one of the board counts as a share of all."""


def bulge(flat: Grey, size: int, beyond: int) -> Bend:
    """The bow that fits the upright lines of a board laid flat, with `beyond` cells around it."""
    side = len(flat) * size // (size + 2 * beyond)
    cell, margin = side / size, side * beyond / size
    wide = cv2.dilate(flat, np.ones((_NEAR, _NEAR), np.uint8))
    clear = np.minimum(wide / max(float(np.quantile(wide[::4, ::4], 0.8)), 1.0), 1).astype(
        np.float32
    )
    along = (np.arange(size * _ROWS) + 0.5) / (size * _ROWS)
    lines = np.arange(-1, size + 2)
    y, x = 2 * along - 1, 2 * lines / size - 1
    bow = (1 - y**2)[:, None]
    height, change, skew = (
        one.reshape(-1, 1, 1) for one in np.meshgrid(_HEIGHTS, _CHANGES, _SKEWS)
    )
    moved = bow * (height + change * x + skew * y[:, None])
    columns = np.clip(margin + cell * lines + side * moved, 0, len(flat) - 1).astype(np.int64)
    rows = (margin + side * along).astype(np.int64)[:, None]
    seen = clear[rows, columns].mean(axis=1)
    scores = seen[:, 1:-1].mean(axis=1) - _BEYOND * seen[:, [0, -1]].sum(axis=1)
    best = int(np.argmax(scores - _CALM * np.abs(height.ravel()) / 10))
    a, b, c = (float(one.ravel()[best]) for one in (height, change, skew))
    return {(0, 0): a, (0, 2): -a, (1, 0): b, (1, 2): -b, (0, 1): c, (0, 3): -c}
