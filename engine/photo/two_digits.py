"""Reads numbers of two digits a second time, since their digits are small in a whole cell.

All of them begin with 1. So the right half of the ink is cut out, made as large as a digit usually
is, and read alone; 15 and 16 then differ as much as 5 and 6 do.
"""

from typing import Final

import cv2
import numpy as np

from engine.photo.cells import SIDE, Pixels
from engine.photo.net import SYMBOLS, log_likelihoods

_LAST_DIGITS: Final = "0123456"
_NUMBERS: Final = np.array([SYMBOLS.index("1" + digit) for digit in _LAST_DIGITS])
_DIGITS: Final = [SYMBOLS.index(digit) for digit in _LAST_DIGITS]

_LIKELY: Final = float(np.log(0.5))
"""A cell that is less likely to hold two digits is not looked at again."""

_INK: Final = 0.4
_EDGE: Final = 3
"""Pixels along the sides of a cell that may show its lines."""

_LEFT: Final = 0.46
"""The part of a number's width that its 1 takes."""

_HEIGHT: Final = 0.62
"""How high a digit is made, as a part of the cell."""


def looked_at_again(cells: Pixels, seen: Pixels) -> Pixels:
    """The log-likelihoods of each cell, with more certainty about the second digit of numbers."""
    of_two = np.logaddexp.reduce(seen[:, _NUMBERS], axis=1)
    chosen = np.flatnonzero(of_two > _LIKELY)
    better = seen.copy()
    if len(chosen):
        last = log_likelihoods(np.array([_right_half(cell) for cell in cells[chosen]]))
        both = seen[np.ix_(chosen, _NUMBERS)] + last[:, _DIGITS]
        both -= np.logaddexp.reduce(both, axis=1, keepdims=True)
        # How likely a cell holds two digits at all stays as the whole cell shows it.
        better[np.ix_(chosen, _NUMBERS)] = both + of_two[chosen, None]
    return better


def _right_half(cell: Pixels) -> Pixels:
    """A cell that holds nothing but the ink to the right of the 1, enlarged."""
    inked = cell[_EDGE:-_EDGE, _EDGE:-_EDGE] > _INK
    rows, columns = (_EDGE + np.flatnonzero(inked.any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return np.zeros_like(cell)
    top, bottom, end = rows[0], rows[-1] + 1, columns[-1] + 1
    begin = columns[0] + _LEFT * (end - columns[0])
    scale = max(bottom - top, end - begin) / (_HEIGHT * SIDE)
    corner = (begin + end - scale * SIDE) / 2, (top + bottom - scale * SIDE) / 2
    matrix = np.array([[scale, 0, corner[0]], [0, scale, corner[1]]], np.float32)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    alone = np.asarray(cv2.warpAffine(cell, matrix, (SIDE, SIDE), flags=how), np.float32)
    left, right = (round((place - corner[0]) / scale) for place in (begin, end + 1))
    alone[:, : max(left, 0)] = 0
    alone[:, right:] = 0
    return alone
