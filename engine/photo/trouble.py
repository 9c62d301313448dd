"""Guesses why no board was found in a picture."""

from collections.abc import Callable, Sequence
from typing import Final

import cv2
import numpy as np

from engine.photo.cells import Pixels
from engine.photo.grids import GOOD, SIZES, WORTH, best_grid, ridges
from engine.photo.picture import Grey, Picture
from engine.photo.quads import quads
from engine.photo.reading import Why

SMALL: Final = 160
"""A 9x9 board in a picture of fewer pixels has digits that nobody can read."""

_PLAIN: Final = 8.0
"""A picture whose grey varies less than this around its mean shows nothing."""

_FAINT: Final = 24.0
"""Levels of grey between ink and paper: with fewer nobody could tell a digit from a stain."""

_GRAINY: Final = 20.0
"""Levels of grey by which a pixel differs from what is around it, where grain hides all else."""

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
    return next((why for applies, why in _REASONS if applies(picture.small)), Why.NO_BOARD)


def _is_plain(grey: Grey) -> bool:
    return float(grey.std()) < _PLAIN


def _is_blurred(grey: Grey) -> bool:
    """Whether no edge is sharp: second differences vary little, once contrast is divided out."""
    return float(cv2.Laplacian(grey, cv2.CV_64F).var()) < _SHARP * float(grey.std()) ** 2


def _is_faint(grey: Grey) -> bool:
    """Whether a board would be seen if only its ink were stronger."""
    dark, light = np.percentile(cv2.GaussianBlur(grey, (0, 0), 1), (1, 99))
    if not 0 < light - dark < _FAINT:
        return False
    levels = (grey.astype(np.float32) - dark) * 255 / (light - dark)
    strong = np.clip(levels, 0, 255).astype(np.uint8)
    lines = ridges(strong)
    return any(best_grid(corners, lines).score >= GOOD for corners in quads(strong))


def _is_grainy(grey: Grey) -> bool:
    fine = cv2.absdiff(grey, cv2.GaussianBlur(grey, (0, 0), 1))
    return float(np.median(np.asarray(fine))) > _GRAINY


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
    found = (
        best_grid(corners, lines)
        for corners in quads(grey)
        if _corners_on_edge(corners, grey) >= 2 and cv2.contourArea(corners) >= grey.size / 10
    )
    # Lines of text are often as far apart as the few lines of a 4x4.
    return any(grid.score >= (GOOD if grid.size == min(SIZES) else WORTH) for grid in found)


def _corners_on_edge(corners: Pixels, grey: Grey) -> int:
    height, width = grey.shape
    near = _EDGE * max(grey.shape)
    ends = np.array([width - 1, height - 1])
    return int(((corners < near) | (corners > ends - near)).any(axis=1).sum())


_REASONS: Final[Sequence[tuple[Callable[[Grey], bool], Why]]] = (
    (_is_faint, Why.FAINT),
    (_is_plain, Why.NO_BOARD),
    (_is_shaken, Why.SHAKEN),
    (_is_blurred, Why.BLURRED),
    (_is_grainy, Why.GRAINY),
    (_has_board_at_edge, Why.OUTSIDE),
)
"""The usual reasons, in the order in which they are looked for."""
