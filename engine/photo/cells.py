"""The cells of a board as small pictures, all of one look whatever paper and light they had."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

SIDE: Final = 32
"""Each cell is a square of so many pixels, its lines included."""

_INSIDE: Final = slice(4, SIDE - 4)
_FAINT: Final = 0.3
"""Ink that is weaker than that share of the board's is not made any stronger."""

_NOISE: Final = 10.0
"""Nor are differences below so many of 255 levels of grey."""

Pixels = NDArray[np.float32]


def cells_at(pixels: NDArray[np.uint8], places: Pixels) -> NDArray[np.uint8]:
    """Rows and columns of cells, in grey or colours as `pixels` are.

    `places` are where in the picture the pixels of all cells lie.
    """
    flat = sampled(pixels, places)
    size = len(flat) // SIDE
    return np.asarray(flat.reshape(size, SIDE, size, SIDE, *flat.shape[2:]).swapaxes(1, 2))


def sampled(pixels: NDArray[np.uint8], places: Pixels) -> NDArray[np.uint8]:
    """What a picture shows at each place; beyond its edge goes on what is there."""
    kept, across, down = _blurred(pixels, places), places[..., 0], places[..., 1]
    edge = cv2.BORDER_REPLICATE
    return np.asarray(cv2.remap(kept, across, down, cv2.INTER_LINEAR, borderMode=edge), np.uint8)


def _blurred(pixels: NDArray[np.uint8], places: Pixels) -> NDArray[np.uint8]:
    """Pixels between those that are taken are blurred into them, or thin lines would break."""
    step = float(np.linalg.norm(places[1:, 1:] - places[:-1, :-1], axis=2).mean()) / np.sqrt(2)
    if step <= 1.3:
        return pixels
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), 0.4 * step), np.uint8)


def normalised(cells: Pixels, ink: float | None = None) -> Pixels:
    """Ink as 1 and paper as 0, whichever of the two is darker; `cells` are of one board.

    `ink` is how strongly the ink of that board differs from its paper, where that is known.
    """
    inside = cells[:, _INSIDE, _INSIDE].reshape(len(cells), -1)
    low, paper, high = np.percentile(inside, (2, 50, 98), axis=1)
    darker, lighter = paper - low, high - paper
    contrast = np.maximum(darker, lighter)
    usual = np.float32(np.percentile(contrast, 85) if ink is None else ink)
    scale = np.maximum(np.maximum(contrast, _FAINT * usual), _NOISE)
    scale *= np.where(lighter > darker, -1, 1)
    shown = (paper[:, None, None] - cells) / scale[:, None, None]
    return np.asarray(np.clip(shown, -1, 1.5), np.float32)
