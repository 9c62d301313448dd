"""Reads hard cells again, each shifted and scaled a little in several ways, and takes the mean.

Where a digit lies in its cell says nothing about what it is. Yet it sways the net when the digit is
blurred: a 5 becomes a 6 and then a 5 again. The mean of several looks wavers less than one look.
"""

from typing import Final

import cv2
import numpy as np

from engine.photo.cells import SIDE, Pixels
from engine.photo.net import log_likelihoods
from engine.photo.stopwatch import Stopwatch

_STEP: Final = 1.5
"""Pixels to each side."""

_SCALE: Final = 1.07

_MOVES: Final = [
    *((1.0, x, y) for x, y in ((-_STEP, 0.0), (_STEP, 0.0), (0.0, -_STEP), (0.0, _STEP))),
    (_SCALE, 0.0, 0.0),
    (1 / _SCALE, 0.0, 0.0),
]
"""How much larger, how far to the right and how far down."""


def mean_of_moved(cells: Pixels, seen: Pixels, time: Stopwatch) -> Pixels:
    """The mean log-likelihoods of cells and their moved copies, normalised.

    `seen` holds the log-likelihoods of the cells in their places. Raises BudgetSpent.
    """
    looks = [seen, *(log_likelihoods(_moved(cells, *move)) for move in time.each(_MOVES))]
    mean = np.mean(looks, axis=0)
    return np.asarray(mean - np.logaddexp.reduce(mean, axis=1, keepdims=True), np.float32)


def _moved(cells: Pixels, scale: float, right: float, down: float) -> Pixels:
    beside = SIDE * (1 - scale) / 2
    matrix = np.array([[scale, 0, beside + right], [0, scale, beside + down]], np.float32)
    edge = cv2.BORDER_REPLICATE
    moved = (cv2.warpAffine(cell, matrix, (SIDE, SIDE), borderMode=edge) for cell in cells)
    return np.array(list(moved), np.float32)
