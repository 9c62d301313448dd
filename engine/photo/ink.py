"""How strong the ink of each cell is, and which digits are too faint to be print.

Print from the back of thin paper, creases and shadows look like digits once a cell's contrast is
evened out, but their ink is weaker than that of the board's own digits. Strength alone does not say
what a faint digit is: pencil is faint too, and an app may show some of the givens in a lighter
grey. So this module only says which digits are faint; `engine/photo/verdict.py` asks the rules.

Strength is measured against the paper of the same cell, as a share of its light, so that a shadow
over a part of the page changes nothing.
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


def shares_of_usual(strength: Pixels, digits: list[int]) -> Pixels:
    """The strengths as shares of the board's usual ink."""
    if not digits:
        return np.ones_like(strength)
    usual = float(np.quantile(strength[digits], _USUAL))
    return np.asarray(strength / max(usual, 1e-3), np.float32)
