"""How strong the ink of each cell is, and which digits are too faint to be print.

Print from the back of thin paper, creases and shadows look like digits once a cell's contrast is
evened out, but their ink is weaker than that of the board's own digits. Strength alone does not say
what a faint digit is: pencil is faint too, and an app may show some of the givens in a lighter
grey. So this module only says which digits are faint; `engine/photo/verdict.py` asks the rules.

Strength is measured against the paper of the same cell, as a share of its light, so that a shadow
over a part of the page changes nothing. The glare of a lamp does: it lies over ink and paper alike.
But it lies over the lines of the cell as well and makes them faint, while the lines around a digit
that shines through are as strong as any.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.photo.cells import SIDE, Pixels

_INSIDE: Final = slice(SIDE // 6, SIDE - SIDE // 6)
_USUAL: Final = 0.7
"""This share of the digits has less ink than the board's usual ink: print is what most digits are,
and where it is not, it is still the strongest ink.
"""

FAINT: Final = 0.42
"""Digits with less of the board's usual ink than this are faint."""

_GAP: Final = 1.25
"""Digits that are less than so many times as strong as a faint one are faint too."""

_MOST: Final = 0.6
"""Beyond this share of the usual ink no digit is faint, whatever is close to it."""

_LIGHTER: Final = 1.1
"""Paper in glare is so many times as light as the board's usual paper, at least."""

_PALER: Final = 0.8
"""Lines in glare have so much of their usual strength left at most."""

_KEPT: Final = 0.1
"""Ink in glare is not taken to have less than this share of its strength left."""

_LINES: Final = 5
"""The percentage of the pixels around a cell that are its lines at least."""

VERY_FAINT: Final = 0.3
"""Digits with less ink than this are hardly ever print."""


def strengths(colours: NDArray[np.uint8]) -> Pixels:
    """For each cell how far its ink is from its paper, at most 1; `colours` are cells in colours.

    The colour counts in which the two differ most.
    """
    inside = colours[:, _INSIDE, _INSIDE].reshape(len(colours), -1, 3).astype(np.float32)
    low, paper, high = np.percentile(inside, (2, 50, 98), axis=1)
    # Light ink on dark paper reflects more than its paper: there the black level is what is left.
    darker = (paper - low) / np.maximum(paper, 1)
    lighter = (high - paper) / np.maximum(256 - paper, 1)
    is_light = float((high - paper).sum()) > float((paper - low).sum())
    return np.asarray((lighter if is_light else np.maximum(darker, 0)).max(axis=1), np.float32)


def faint(shares: Pixels, digits: list[int]) -> list[int]:
    """The cells among `digits` whose ink is weaker than FAINT, and those that are hardly stronger.

    `shares` holds the ink of each cell as a share of the usual one.
    """
    found: list[int] = []
    bound = FAINT
    for cell in sorted(digits, key=shares.__getitem__):
        if shares[cell] >= bound:
            break
        found.append(cell)
        bound = max(FAINT, min(_GAP * float(shares[cell]), _MOST))
    return sorted(found)


def left_by_glare(colours: NDArray[np.uint8]) -> Pixels:
    """The share of its strength that ink has left in each cell: 1 where no lamp is mirrored."""
    grey = colours.mean(axis=3, dtype=np.float32)
    paper = np.median(grey[:, _INSIDE, _INSIDE].reshape(len(grey), -1), axis=1)
    grey[:, _INSIDE, _INSIDE] = np.inf
    around = grey.reshape(len(grey), -1)
    at = _LINES * int(np.isfinite(around[0]).sum()) // 100
    lines = 1 - np.partition(around, at, axis=1)[:, at] / np.maximum(paper, 1)
    by_lines = lines / max(float(np.median(lines)), 1e-3)
    usual = float(np.median(paper))
    by_paper = (255 - paper) / max(255 - usual, 1) * usual / np.maximum(paper, 1)
    is_lit = (paper > _LIGHTER * usual) & (by_lines < _PALER) & (np.median(lines) > 0)
    left = np.clip(np.minimum(by_lines, by_paper), _KEPT, 1)
    return np.asarray(np.where(is_lit, left, 1), np.float32)


def shares_of_usual(strength: Pixels, digits: list[int]) -> Pixels:
    """The strengths as shares of the board's usual ink."""
    if not digits:
        return np.ones_like(strength)
    usual = float(np.quantile(strength[digits], _USUAL))
    return np.asarray(strength / max(usual, 1e-3), np.float32)
