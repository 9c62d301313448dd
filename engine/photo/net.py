"""What stands in a cell, as a small convolutional net sees it; only numpy is needed to ask it.

Three times a convolution of 3x3, a bend at zero and the greatest of each 2x2, then two layers that
see the whole cell. `tests/engine/training/` makes the weights.
"""

from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from engine.photo.cells import Pixels

BLANK: Final = ""
NOTES: Final = "notes"
SYMBOLS: Final = (
    BLANK,
    *"123456789",
    *("10", "11", "12", "13", "14", "15", "16"),
    *"ABCDEFG",
    "0",
    NOTES,
)
"""What the net tells apart."""

_WEIGHTS: Final = "weights.npz"


def log_likelihoods(cells: Pixels) -> Pixels:
    """For each normalised cell, the logarithm of the likelihood of each of the SYMBOLS."""
    weights = _weights()
    seen = cells[..., None]
    for layer in ("1", "2", "3"):
        seen = _pooled(_convolved(seen, weights["kernel" + layer], weights["shift" + layer]))
    flat = seen.reshape(len(seen), -1)
    hidden = np.maximum(flat @ weights["dense4"] + weights["shift4"], 0)
    scores = hidden @ weights["dense5"] + weights["shift5"]
    scores -= scores.max(axis=1, keepdims=True)
    return np.asarray(scores - np.log(np.exp(scores).sum(axis=1, keepdims=True)), np.float32)


@cache
def _weights() -> dict[str, Pixels]:
    with (files(__package__) / _WEIGHTS).open("rb") as file, np.load(file) as kept:
        return {name: kept[name].astype(np.float32) for name in kept.files}


def _convolved(seen: Pixels, kernel: Pixels, shift: Pixels) -> Pixels:
    """The kernel has the rows 9 * channels, and a column for each new channel."""
    padded = np.pad(seen, ((0, 0), (1, 1), (1, 1), (0, 0)))
    windows = sliding_window_view(padded, (3, 3), axis=(1, 2))
    columns = windows.reshape(*seen.shape[:3], -1)
    return np.asarray(np.maximum(columns @ kernel + shift, 0), np.float32)


def _pooled(seen: Pixels) -> Pixels:
    count, rows, columns, channels = seen.shape
    blocks = seen.reshape(count, rows // 2, 2, columns // 2, 2, channels)
    return np.asarray(blocks.max(axis=(2, 4)), np.float32)
