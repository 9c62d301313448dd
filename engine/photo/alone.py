"""Takes the digit of a cell out of it, as high and as much in the middle as print is.

The net has learnt from print, which fills its cell and stands in its middle. A hand writes a digit
small, in a corner, or across a line. So where the net is not sure of a cell, its largest ink is cut
out and laid into the middle of an empty cell, at the height of print.

This is one more look at a cell, no better one: in a shadow the largest ink is no digit. So it
counts only if it shows a digit clearly, and less than the other looks. The likelihoods are added,
not their logarithms, so that a cell which looks like two digits stays doubtful.
"""

from operator import attrgetter
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.photo.cells import SIDE, Pixels
from engine.photo.net import BLANK, NOTES, SYMBOLS, log_likelihoods

COUNTS: Final = 0.4
"""What a look at a digit alone counts; the looks at its cell count the rest."""

_CLEAR: Final = float(np.log(0.9))
_DIGITS: Final = [SYMBOLS.index(digit) for digit in "123456789"]
_NO_DIGIT: Final = [SYMBOLS.index(BLANK), SYMBOLS.index(NOTES)]

_EDGE: Final = 3
"""Pixels along the sides of a cell that may show its lines."""

_INK: Final = 0.35
_LEAST: Final = 7
"""The least height of a digit in pixels; what is lower is a speck."""

_MOST_BESIDE: Final = 0.4
"""The part of its ink that something beside a digit may have: two notes are nearly as large."""

_LONGEST: Final = 20
"""The longer side of a digit in the middle of its cell."""

_AROUND: Final = np.ones((5, 5), np.uint8)


def with_digits_alone(cells: Pixels, seen: Pixels, *, is_large: bool) -> Pixels:
    """The log-likelihoods of cells after one more look at each digit alone.

    `cells` are normalised, and `seen` holds their log-likelihoods until now. Letters and numbers of
    two digits stand on boards that are large.
    """
    found = [alone(cell) for cell in cells]
    digits = [digit for digit in found if digit is not None]
    if not digits:
        return seen
    said = log_likelihoods(np.array(digits))
    if not is_large:
        said = _of_digits(said)
    clear = (said.max(axis=1) > _CLEAR) & ~np.isin(said.argmax(axis=1), _NO_DIGIT)
    at = np.array([cell for cell, digit in enumerate(found) if digit is not None])[clear]
    both = seen.copy()
    both[at] = np.logaddexp(seen[at] + np.log(1 - COUNTS), said[clear] + np.log(COUNTS))
    return both


def _of_digits(said: Pixels) -> Pixels:
    """The log-likelihoods where nothing but single digits can stand."""
    kept = np.full_like(said, -np.inf)
    possible = [*_NO_DIGIT, *_DIGITS]
    kept[:, possible] = said[:, possible]
    return np.asarray(kept - np.logaddexp.reduce(kept, axis=1, keepdims=True), np.float32)


class _Ink(NamedTuple):
    """Ink that hangs together: its number, its place and its size in pixels."""

    number: int
    left: int
    top: int
    wide: int
    high: int
    area: int


def _inks(cell: Pixels) -> tuple[NDArray[np.int32], list[_Ink]]:
    """The number of the ink of each pixel, and what is no line of the board, the largest first."""
    inside = np.zeros(cell.shape, np.uint8)
    inside[_EDGE:-_EDGE, _EDGE:-_EDGE] = cell[_EDGE:-_EDGE, _EDGE:-_EDGE] > _INK
    _, labels, stats, _ = cv2.connectedComponentsWithStats(inside, connectivity=8)
    # The first one is the paper.
    inks = [_Ink(at, *map(int, one)) for at, one in enumerate(np.asarray(stats)) if at]
    # What goes from side to side is a line.
    inks = [one for one in inks if max(one.wide, one.high) < SIDE - 2 * _EDGE]
    return np.asarray(labels, np.int32), sorted(inks, key=attrgetter("area"), reverse=True)


def _is_beside(largest: _Ink, other: _Ink | None = None) -> bool:
    """Whether the next ink is so large that both may be digits."""
    return other is not None and other.area > _MOST_BESIDE * largest.area


def are_two(cell: Pixels) -> bool:
    """Whether two digits seem to stand side by side in a normalised cell, as notes do."""
    _, inks = _inks(cell)
    if len(inks) < 2 or not _is_beside(*inks[:2]):
        return False
    left, right = sorted(inks[:2], key=attrgetter("left"))
    return left.left + left.wide <= right.left + 1 and min(left.high, right.high) >= _LEAST


def alone(cell: Pixels) -> Pixels | None:
    """A normalised cell with nothing but its digit, in its middle; None without a single one."""
    labels, inks = _inks(cell)
    if not inks or inks[0].high < _LEAST or _is_beside(*inks[:2]):
        return None
    number, left, top, wide, high, _ = inks[0]
    digit = np.clip(cell, 0, 1) * cv2.dilate(np.asarray(labels == number, np.uint8), _AROUND)
    scale = _LONGEST / max(wide, high)
    right, down = (SIDE / 2 - scale * middle for middle in (left + wide / 2, top + high / 2))
    matrix = np.array([[scale, 0, right], [0, scale, down]], np.float32)
    return np.asarray(cv2.warpAffine(digit, matrix, (SIDE, SIDE)), np.float32)
