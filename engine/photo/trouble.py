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

_EDGE: Final = 0.015
"""A corner lies on the edge of a picture if it is nearer to it than this part of its side."""


def why_unreadable(picture: Picture) -> Why:
    """The first of the usual reasons that applies to a picture without a readable board."""
    if min(picture.grey.shape) < SMALL:
        return Why.TOO_SMALL
    grey = picture.small
    # The variance of second differences says how sharp edges are, once contrast is divided out.
    spread = float(grey.std())
    if spread < _PLAIN:
        return Why.NO_BOARD
    if float(cv2.Laplacian(grey, cv2.CV_64F).var()) < _SHARP * spread**2:
        return Why.BLURRED
    return Why.OUTSIDE if _has_board_at_edge(grey) else Why.NO_BOARD


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
