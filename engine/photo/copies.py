"""Tells digits that a hand wrote from printed ones by their shape: print repeats itself.

All printed 8s of a board are copies of one another, and printed digits are equally high. A hand
never writes the same digit twice alike. So nothing has to be known of fonts or of hands: each digit
is compared with the others of its value on the same board. One that has a copy and the height of
the copies is printed. One that stands alone on the board, as the only 5 does, is judged by its
height.

That holds as long as the picture is sharp enough for copies to look alike. Where they do not, as in
a blurred photo, nothing is told; nor where hardly any digit differs, since a crease or a line
across a cell changes a printed digit, too.

What failed: a net that was trained to tell fonts from drawn handwriting. It knew its own strokes
(89 %), and told digits on real pages little better than by chance.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from engine.board.grid import Grid
from engine.photo.cells import SIDE, Pixels

LARGEST: Final = 9
"""The largest board whose values are single digits, which have one shape each."""

_ALIKE: Final = 0.96
"""The correlation of a digit and its copy in a picture that is sharp enough, at least."""

_USUAL: Final = 0.75
"""A board's copies are as alike as this share of its digits and the digits most like them."""

_LESS: Final = 0.03
"""How much less alike than the board's copies a digit may be that is one."""

_SLIGHTLY: Final = 0.02
_MOST_UNLIKE: Final = 2.0
"""What likeness counts: a digit less alike by _SLIGHTLY counts as 1, and none as more than this."""

_TALLER: Final = 1.75
"""Pixels by which the height of a digit may differ from that of the copies."""

_SLIGHTLY_TALLER: Final = 0.5
_MOST_TALLER: Final = 1.5

_FEWEST: Final = 3
"""With fewer written digits a board is taken for printed."""

_CLEARLY: Final = 0.05
"""How much less alike than copies the written digits are, at the median."""

_EDGE: Final = 2
"""Pixels along the sides of a cell that show its lines."""

_INSIDE: Final = SIDE - 2 * _EDGE
_INK: Final = 0.45
_TOUCHING: Final = 0.2
"""What ink that touches the edge of a cell counts as, when the digit in it is looked for."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A digit with its middle in the middle, normalised for correlations, and its height."""

    pixels: Pixels
    height: float


def written(grid: Grid, cells: Pixels) -> list[int]:
    """The cells whose digits a hand wrote, the clearest first; none where that cannot be told.

    `cells` are normalised.
    """
    inked = [cell for cell, value in enumerate(grid.values) if value]
    if grid.geometry.size > LARGEST or len(inked) < 2:
        return []
    shapes = [shape_of(cells[cell]) for cell in inked]
    likeness = _likeness(np.array([shape.pixels for shape in shapes]), [grid[c] for c in inked])
    alone = likeness < 0
    if alone.all():
        return []
    usual = float(np.quantile(likeness[~alone], _USUAL))
    unlike = np.clip((usual - _LESS - likeness) / _SLIGHTLY, -_MOST_UNLIKE, _MOST_UNLIKE)
    heights = np.array([shape.height for shape in shapes])
    away = np.abs(heights - np.median(heights[likeness > usual - _LESS / 3]))
    taller = np.clip((away - _TALLER) / _SLIGHTLY_TALLER, -_MOST_TALLER, _MOST_TALLER)
    doubt = -(np.where(alone, 0, unlike) + taller)
    told = likeness[(doubt < 0) & ~alone]
    if usual < _ALIKE or len(told) < _FEWEST or np.median(told) > usual - _CLEARLY:
        return []
    return [inked[at] for at in np.lexsort((-away, doubt)) if doubt[at] < 0]


def _likeness(shapes: Pixels, values: list[int]) -> Pixels:
    """For each shape the highest correlation with another of its value; -1 if there is none."""
    flat = shapes.reshape(len(shapes), -1)
    found = np.full(len(values), -1, np.float32)
    for value in set(values):
        same = np.flatnonzero(np.array(values) == value)
        if len(same) > 1:
            pairs = flat[same] @ flat[same].T
            np.fill_diagonal(pairs, -1)
            found[same] = np.maximum(pairs.max(axis=1), 0)
    return found


def shape_of(cell: Pixels) -> Shape:
    """The digit in a normalised cell, without what else is in it."""
    ink = np.clip(cell[_EDGE:-_EDGE, _EDGE:-_EDGE], 0, 1)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(
        np.asarray(ink > _INK, np.uint8), connectivity=8
    )
    left, top, wide, high, area = np.asarray(stats, np.float32)[1:].T
    if not len(area):
        return Shape(np.zeros((_INSIDE, _INSIDE), np.float32), 0)
    touches = (left == 0) | (top == 0) | (left + wide == _INSIDE) | (top + high == _INSIDE)
    largest = int(np.argmax(area * np.where(touches, _TOUCHING, 1)))
    around = cv2.dilate(np.asarray(labels == 1 + largest, np.uint8), np.ones((3, 3), np.uint8))
    return Shape(_centred(np.asarray(ink * around, np.float32)), float(high[largest]))


def _centred(ink: Pixels) -> Pixels:
    down, across = np.mgrid[0:_INSIDE, 0:_INSIDE].astype(np.float32)
    total = float(ink.sum())
    x, y = float((ink * across).sum()) / total, float((ink * down).sum()) / total
    matrix = np.array([[1, 0, x - _INSIDE / 2], [0, 1, y - _INSIDE / 2]], np.float32)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    moved = cv2.warpAffine(ink, matrix, (_INSIDE, _INSIDE), flags=how)
    soft = np.asarray(cv2.GaussianBlur(moved, (0, 0), 0.7), np.float32)
    soft -= soft.mean()
    return np.asarray(soft / max(float(np.linalg.norm(soft)), 1e-6), np.float32)
