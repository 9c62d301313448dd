"""A small convolutional net that recognises what stands in a cell; it runs on numpy alone.

It has three convolutions of 3x3, each with a ReLU and max pooling of 2x2, and then two dense
layers. `tests/engine/training/` trains the weights.
"""

from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

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
"""The classes that the net tells apart."""

_WEIGHTS: Final = "weights.npz"
_SEED: Final = "seed"

_AT_ONCE: Final = 16
"""Cells that go through the net together: few enough to stay in the caches."""


_PARTS: Final = 8
"""The largest matrix product is split into this many parts. As a whole it would start threads, and
they would take far more processor time to wait for one another than the product itself takes.
"""


def log_likelihoods(cells: Pixels) -> Pixels:
    """For each normalised cell the log-likelihood of each of the SYMBOLS: (cells, symbols)."""
    parts = [_of_few(cells[at : at + _AT_ONCE]) for at in range(0, len(cells), _AT_ONCE)]
    return np.concatenate(parts)


def _of_few(cells: Pixels) -> Pixels:
    weights = _weights()
    seen = cells[..., None]
    for layer in ("1", "2", "3"):
        seen = _convolved(seen, weights["kernel" + layer], weights["shift" + layer])
    flat, dense = seen.reshape(len(seen), _PARTS, -1), weights["dense4"]
    products = flat.swapaxes(0, 1) @ dense.reshape(_PARTS, -1, dense.shape[1])
    hidden = np.maximum(products.sum(axis=0) + weights["shift4"], 0)
    scores = hidden @ weights["dense5"] + weights["shift5"]
    scores -= scores.max(axis=1, keepdims=True)
    return np.asarray(scores - np.log(np.exp(scores).sum(axis=1, keepdims=True)), np.float32)


def trained_with() -> int:
    """The seed with which the weights were trained."""
    return int(_kept()[_SEED])


@cache
def _weights() -> dict[str, Pixels]:
    weights = {name: one.astype(np.float32) for name, one in _kept().items() if name != _SEED}
    return {name: _by_places(one) if "kernel" in name else one for name, one in weights.items()}


def _kept() -> dict[str, NDArray[Any]]:
    with (files(__package__) / _WEIGHTS).open("rb") as file, np.load(file) as kept:
        return {name: kept[name] for name in kept.files}


def _by_places(kernel: Pixels) -> Pixels:
    """Orders the rows of a kernel as pixels lie in memory: by place, then by channel."""
    return kernel.reshape(-1, 9, kernel.shape[1]).swapaxes(0, 1).reshape(kernel.shape)


def _convolved(seen: Pixels, kernel: Pixels, shift: Pixels) -> Pixels:
    """Convolution, ReLU and max pooling; `kernel` is (9 * channels, new channels)."""
    padded = np.pad(seen, ((0, 0), (1, 1), (1, 1), (0, 0)))
    windows = np.moveaxis(sliding_window_view(padded, (3, 3), axis=(1, 2)), 3, -1)
    # Pooling comes first, since the rest keeps the order and then has a quarter of the work.
    greatest = _pooled(windows.reshape(*seen.shape[:3], -1) @ kernel)
    return np.asarray(np.maximum(greatest + shift, 0), np.float32)


def _pooled(seen: Pixels) -> Pixels:
    lines = np.maximum(seen[:, ::2], seen[:, 1::2])
    return np.maximum(lines[:, :, ::2], lines[:, :, 1::2])
