"""The values that the symbols of a board stand for, and how likely each one is in each cell."""

from typing import Final

import numpy as np

from engine.photo.cells import Pixels
from engine.photo.net import BLANK, NOTES, SYMBOLS

_DIGITS: Final = tuple("123456789")
_WAYS: Final = {
    12: (
        (*_DIGITS, "10", "11", "12"),
        (*_DIGITS, "A", "B", "C"),
    ),
    16: (
        (*_DIGITS, *(str(number) for number in range(10, 17))),
        (*_DIGITS, *"ABCDEFG"),
        (*_DIGITS, *"ABCDEF", "0"),
    ),
}
"""How the values of large boards are written: as numbers, as letters, or with a zero."""


def likelihoods(seen: Pixels, size: int) -> Pixels:
    """For each cell the log-likelihood of a blank, of 1, of 2, and so on: (cells, size + 1).

    `seen` holds the log-likelihoods of the net. Of several ways to write the values of a large
    board the likeliest one is taken for all of its cells.
    """
    ways = _WAYS.get(size, (_DIGITS[:size],))
    return max((_in_way(seen, way) for way in ways), key=_likelihood)


def _in_way(seen: Pixels, way: tuple[str, ...]) -> Pixels:
    blank = np.logaddexp(seen[:, SYMBOLS.index(BLANK)], seen[:, SYMBOLS.index(NOTES)])
    values = seen[:, [SYMBOLS.index(symbol) for symbol in way]]
    return np.asarray(np.column_stack([blank, values]), np.float32)


def _likelihood(values: Pixels) -> float:
    # No single cell may rule out a way of writing: it may be smudged.
    return float(values.max(axis=1).clip(-6).sum())
