"""Guesses why no board was found in a picture."""

from typing import Final

import cv2
import numpy as np

from engine.photo.cells import Pixels
from engine.photo.grids import WORTH, best_grid, ridges
from engine.photo.picture import Grey, Picture
from engine.photo.quads import quads
from engine.photo.reading import Why

SMALL: Final = 160
"""A 9x9 board in a picture of fewer pixels has digits that nobody can read."""

_PLAIN: Final = 8.0
"""A picture whose grey varies less than this around its mean shows nothing."""

_SHARP: Final = 0.004
"""In a sharp picture at least this part of the differences lies between neighbours."""

_STEP: Final = 3
"""Pixels between places whose differences show a movement."""

_ONE_WAY: Final = (3.0, 1.45)
"""How many times as sharp a shaken picture is in one direction as across it: along its sides, and
aslant, where a picture that was held still is as sharp both ways.
"""

_SOFT: Final = 0.045
"""Across its movement no shaken picture has more of the differences between places."""

_EDGE: Final = 0.015
"""A corner lies on the edge of a picture if it is nearer to it than this part of its side."""


def why_unreadable(picture: Picture) -> Why:
    """The first of the usual reasons that applies to a picture without a readable board."""
    if min(picture.grey.shape) < SMALL:
        return Why.TOO_SMALL
    grey = picture.small
    spread = float(grey.std())
    if spread < _PLAIN:
        return Why.NO_BOARD
    if _is_shaken(grey):
        return Why.SHAKEN
    # The variance of second differences says how sharp edges are, once contrast is divided out.
    if float(cv2.Laplacian(grey, cv2.CV_64F).var()) < _SHARP * spread**2:
        return Why.BLURRED
    return Why.OUTSIDE if _has_board_at_edge(grey) else Why.NO_BOARD


def _is_shaken(grey: Grey) -> bool:
    """Whether edges are much sharper in one direction than across it."""
    smooth = cv2.GaussianBlur(grey, (0, 0), 1).astype(np.float32)
    slant = _STEP * 2 // 3
    straight, aslant = (
        sorted(_differences(smooth, *way) for way in ways)
        for ways in (((0, _STEP), (_STEP, 0)), ((slant, slant), (slant, -slant)))
    )
    soft = _SOFT * float(grey.std()) ** 2
    return any(
        least < soft and most > ratio * least
        for (least, most), ratio in zip((straight, aslant), _ONE_WAY, strict=True)
    )


def _differences(smooth: Pixels, down: int, right: int) -> float:
    """The mean square of second differences between places that lie so far apart."""
    edge = _STEP
    height, width = smooth.shape
    middle = smooth[edge : height - edge, edge : width - edge]
    beside = (
        smooth[edge + way * down : height - edge + way * down][
            :, edge + way * right : width - edge + way * right
        ]
        for way in (-1, 1)
    )
    return float(((sum(beside) - 2 * middle) ** 2).mean()) + 1e-6


def _has_board_at_edge(grey: Grey) -> bool:
    """Whether a large shape with lines like those of a board goes on beyond the edge."""
    lines = ridges(grey)
    return any(
        best_grid(corners, lines).score >= WORTH
        for corners in quads(grey)
        if _corners_on_edge(corners, grey) >= 2 and cv2.contourArea(corners) >= grey.size / 10
    )


def _corners_on_edge(corners: Pixels, grey: Grey) -> int:
    height, width = grey.shape
    near = _EDGE * max(grey.shape)
    ends = np.array([width - 1, height - 1])
    return int(((corners < near) | (corners > ends - near)).any(axis=1).sum())
