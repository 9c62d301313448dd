"""What the symbols of a board mean: which value stands in each cell, and how likely each one is."""

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
    """For each cell the logarithm of the likelihood of a blank, of 1, of 2, and so on.

    `seen` is what the net says of each cell. Of several ways to write the values of a large board
    the likeliest is taken for all of its cells.
    """
    ways = _WAYS.get(size, (_DIGITS[:size],))
    return max((_in_way(seen, way) for way in ways), key=_likelihood)


def _in_way(seen: Pixels, way: tuple[str, ...]) -> Pixels:
    blank = np.logaddexp(seen[:, SYMBOLS.index(BLANK)], seen[:, SYMBOLS.index(NOTES)])
    values = seen[:, [SYMBOLS.index(symbol) for symbol in way]]
    return np.asarray(np.column_stack([blank, values]), np.float32)


def _likelihood(values: Pixels) -> float:
    return float(values.max(axis=1).clip(-6).sum())
