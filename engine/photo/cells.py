"""Cuts the cells of a board out of a picture, and evens out their paper, ink and light."""

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

SIDE: Final = 32
"""The side of a cell in pixels, its lines included."""

_INSIDE: Final = slice(4, SIDE - 4)
_FAINT: Final = 0.3
"""Ink weaker than this share of the board's ink is not made stronger."""

_NOISE: Final = 10.0
"""Nor are differences smaller than this, in levels of grey out of 255."""

_WHITE: Final = 230.0
"""Paper is lighter than this in glare only, unless all of it is white."""

_KEPT: Final = 0.25
"""Ink in glare is not taken to be weaker than this share of what it was."""

_MARGIN: Final = 20
"""Pixels around a board that may be blurred into it."""

_FEW: Final = 8
"""The distance between places is measured at one in this many, in each direction."""

Pixels = NDArray[np.float32]


def cells_at(pixels: NDArray[np.uint8], places: Pixels) -> NDArray[np.uint8]:
    """The cells of a board: (rows, columns, SIDE, SIDE), and the colours if `pixels` have some.

    `places` holds x and y in the picture for each pixel of the flat board.
    """
    flat = sampled(pixels, places)
    size = len(flat) // SIDE
    return np.asarray(flat.reshape(size, SIDE, size, SIDE, *flat.shape[2:]).swapaxes(1, 2))


def sampled(pixels: NDArray[np.uint8], places: Pixels) -> NDArray[np.uint8]:
    """The picture's pixels at `places`; beyond the edge the outermost pixels are repeated."""
    part, corner = _around(pixels, places)
    moved = places - corner
    across, down = np.ascontiguousarray(moved[..., 0]), np.ascontiguousarray(moved[..., 1])
    edge = cv2.BORDER_REPLICATE
    kept = _blurred(part, places)
    return np.asarray(cv2.remap(kept, across, down, cv2.INTER_LINEAR, borderMode=edge), np.uint8)


def _around(pixels: NDArray[np.uint8], places: Pixels) -> tuple[NDArray[np.uint8], Pixels]:
    """The part of a picture in which the places lie, and its top left corner."""
    # The outermost places enclose all others.
    edges = np.concatenate([places[0], places[-1], places[:, 0], places[:, -1]])
    ends = np.array(pixels.shape[1::-1], np.float32) - 1
    left, top = np.clip(edges.min(axis=0) - _MARGIN, 0, ends).astype(int)
    right, bottom = np.clip(edges.max(axis=0) + _MARGIN, 0, ends).astype(int)
    return pixels[top : bottom + 1, left : right + 1], np.array([left, top], np.float32)


def _blurred(pixels: NDArray[np.uint8], places: Pixels) -> NDArray[np.uint8]:
    """Blurs a picture by the distance between places, or thin lines between them would be lost."""
    few = places[::_FEW, ::_FEW]
    step = float(np.linalg.norm(few[1:, 1:] - few[:-1, :-1], axis=2).mean()) / np.sqrt(2) / _FEW
    if step <= 1.3:
        return pixels
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), 0.4 * step), np.uint8)


def at_share(values: NDArray[Any], share: float, axis: int) -> Pixels:
    """The value that `share` of the values along an axis fall below.

    It is one of the values; a percentile interpolates, and takes several times as long.
    """
    at = round(share * (values.shape[axis] - 1))
    return np.asarray(np.partition(values, at, axis).take(at, axis), np.float32)


def normalised(cells: Pixels, ink: Pixels | None = None) -> Pixels:
    """Ink as 1 and paper as 0, whichever of the two is darker; values from -1 to 1.5.

    `cells` (count, SIDE, SIDE) belong to one board, unless `ink` says for each of them how strongly
    the ink of its board differs from the paper.
    """
    inside = cells[:, _INSIDE, _INSIDE].reshape(len(cells), -1)
    low, paper, high = np.percentile(inside, (2, 50, 98), axis=1)
    darker, lighter = paper - low, high - paper
    contrast = np.maximum(darker, lighter)
    # A blank cell holds only noise, which must not be stretched until it looks like ink.
    usual = np.float32(np.percentile(contrast, 85)) if ink is None else ink
    weakest = _FAINT * usual * (1 if ink is not None else _left_by_glare(paper))
    scale = np.maximum(np.maximum(contrast, weakest), _NOISE)
    scale *= np.where(lighter > darker, -1, 1)
    shown = (paper[:, None, None] - cells) / scale[:, None, None]
    return np.asarray(np.clip(shown, -1, 1.5), np.float32)


def _left_by_glare(paper: Pixels) -> Pixels:
    """The share of its ink's strength that a cell keeps which a lamp makes lighter than others."""
    usual = float(np.median(paper))
    if usual > _WHITE:
        return np.ones_like(paper)
    left = np.clip((255 - paper) / (255 - usual), _KEPT, 1)
    return np.asarray(np.where(paper > _WHITE, left, 1), np.float32)
