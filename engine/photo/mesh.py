"""Where the cells of a board lie on a page that may be bent.

The four corners and a perspective give the place of each side of each cell on a flat page. The real
line is looked for near that place, and its distances from all these places are fitted with a smooth
surface over the board: a polynomial of degree 3, one for the upright lines and one for the others.
The fit is a robust one, so that a line that was missed, or taken for another one, moves next to
nothing.

The corners are only roughly known, and a polynomial that is free to bend would follow wrong lines
that are far off. So the first looks go far and fit the four straight terms alone, which is to say
that they move the corners. Only the last look bends the lines.

A page that bulges by more than a third of a cell has other lines nearer to those places than their
own. `Mesh.bulging` therefore tries many bulges as a whole (`engine/photo/bulge.py`) before it looks
for single lines.

What failed: following each line by itself, which loses its way at faint lines and at digits that
touch them.
"""

from dataclasses import dataclass, replace
from typing import Final, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.photo.bulge import bulge
from engine.photo.cells import Pixels, at_share
from engine.photo.picture import Grey

Points = NDArray[np.float64]

_CELL: Final = 24
"""The side of a cell on the flat board on which lines are looked for."""

_ROUNDS: Final = 6
_DEGREE: Final = 3
_POWERS: Final = sorted(
    ((i, j) for i in range(_DEGREE + 1) for j in range(_DEGREE + 1 - i)),
    key=lambda power: (max(power), sum(power)),
)
"""Of u and of v in each term, the straight ones first: 1, u, v and uv."""

_SWAPPED: Final = [_POWERS.index((j, i)) for i, j in _POWERS]

_WIDE: Final = 3
"""Half of the width of a line in pixels of the flat board, at most."""

_STRAIGHT: Final = 4


@dataclass(frozen=True, slots=True)
class _Look:
    """One look for the lines, up to `reach` pixels on both sides of their places.

    Each pixel of distance costs `cost`, where a line that is as clear as most counts 1. The first
    `terms` of the polynomial are fitted to what is found; what lies farther from it than `trust`, a
    part of the board's side, counts little.
    """

    reach: int
    cost: float
    trust: float
    terms: int = _STRAIGHT


_LOOKS: Final = (
    _Look(reach=9, cost=0.02, trust=1 / 40),
    _Look(reach=8, cost=0.03, trust=1 / 80),
    _Look(reach=6, cost=0.05, trust=1 / 150),
    _Look(reach=6, cost=0.06, trust=1 / 250, terms=len(_POWERS)),
)
"""The first ones move the corners to where straight lines lie; the last one bends the lines."""

_CLOSER_LOOKS: Final = (
    _Look(reach=8, cost=0.04, trust=1 / 100, terms=len(_POWERS)),
    _Look(reach=6, cost=0.05, trust=1 / 180, terms=len(_POWERS)),
    _Look(reach=5, cost=0.06, trust=1 / 250, terms=len(_POWERS)),
)
"""Those at a page that bulges, whose lines are already nearly in their places."""

_BEYOND: Final = 2
"""Cells around a board into which it may bulge."""


@dataclass(frozen=True, slots=True)
class Mesh:
    """The four corners of a board, and how far the page is bent `across` and `down`.

    Both are polynomials over the board, whose side is 1: a factor for each of the _POWERS.
    """

    corners: Pixels
    across: Points
    down: Points

    @classmethod
    def flat(cls, corners: Pixels) -> Self:
        """A page that is not bent."""
        return cls(corners, np.zeros(len(_POWERS)), np.zeros(len(_POWERS)))

    @classmethod
    def fitted(cls, corners: Pixels, size: int, lines: Grey) -> Self:
        """The mesh that fits the lines of a board; `lines` shows how clear they are."""
        for look in _LOOKS[:-1]:
            corners = cls._along(corners, size, lines, look).moved_corners()
        return cls._along(corners, size, lines, _LOOKS[-1])

    @classmethod
    def bulging(cls, corners: Pixels, size: int, lines: Grey) -> Self:
        """The mesh of a page that may bulge by a cell or more between its corners."""
        flat = laid_flat(lines, corners, size * _CELL, margin=_BEYOND * _CELL)
        bends = (bulge(way, size, _BEYOND) for way in (flat, np.ascontiguousarray(flat.T)))
        found = [np.array([bend.get(power, 0.0) for power in _POWERS]) for bend in bends]
        # Rows of a bend run along the lines: for level lines these are columns.
        mesh = cls(corners, found[0], found[1][_SWAPPED])
        for look in _CLOSER_LOOKS:
            mesh = mesh._closer(size, lines, look)
        return mesh

    def _closer(self, size: int, lines: Grey, look: _Look) -> Self:
        places = self.places(size * _CELL, margin=_CELL)
        flat = cv2.remap(lines, places[..., 0], places[..., 1], cv2.INTER_LINEAR)
        seen = np.asarray(flat, np.uint8)
        across, down = _bend(seen, size, look), _bend(seen.T, size, look, is_down=True)
        return replace(self, across=self.across + across, down=self.down + down)

    @classmethod
    def _along(cls, corners: Pixels, size: int, lines: Grey, look: _Look) -> Self:
        """The mesh that one look finds; the terms that it does not fit are 0."""
        flat = laid_flat(lines, corners, size * _CELL, margin=_CELL)
        bends = _bend(flat, size, look), _bend(flat.T, size, look, is_down=True)
        across, down = (np.pad(bend, (0, len(_POWERS) - look.terms)) for bend in bends)
        return cls(corners, across, down)

    def moved_corners(self) -> Pixels:
        """The corners after the polynomials have moved them."""
        square = _square(1).astype(np.float64)
        terms = _terms(square[:, 0], square[:, 1])
        moved = square + np.stack([terms @ self.across, terms @ self.down], axis=1)
        matrix = cv2.getPerspectiveTransform(_square(1), self.corners)
        return np.asarray(cv2.perspectiveTransform(moved[None], matrix)[0], np.float32)

    def places(self, count: int, margin: int = 0) -> Pixels:
        """The middles of `count` times `count` equal parts of the board: x and y in the picture.

        `margin` is how many more such parts are added on each side.
        """
        steps = (np.arange(-margin, count + margin) + 0.5) / count
        powers = ((2 * steps - 1)[:, None] ** np.arange(_DEGREE + 1)).astype(np.float32)
        moved = np.empty((len(steps), len(steps), 2), np.float32)
        # One row at a time: a product of all rows is large enough to start threads.
        rows = powers[:, None]
        moved[..., 0] = steps[None, :] + (rows @ (_table(self.across) @ powers.T))[:, 0]
        moved[..., 1] = steps[:, None] + (rows @ (_table(self.down) @ powers.T))[:, 0]
        matrix = cv2.getPerspectiveTransform(_square(1), self.corners)
        return np.asarray(cv2.perspectiveTransform(moved, matrix), np.float32)


def laid_flat(pixels: Grey, corners: Pixels, side: int, margin: int = 0) -> Grey:
    """What lies within four corners as a square of `side` pixels, with `margin` pixels around."""
    matrix = cv2.getPerspectiveTransform(corners, _square(side) + np.float32(margin))
    whole = side + 2 * margin
    return np.asarray(cv2.warpPerspective(pixels, matrix, (whole, whole)), np.uint8)


def _square(side: int) -> Pixels:
    return np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)


def _bend(lines: Grey, size: int, look: _Look, *, is_down: bool = False) -> Points:
    """Fits a surface to how far the upright lines lie beside their places."""
    wide = cv2.dilate(np.ascontiguousarray(lines[_CELL:-_CELL]), np.ones((1, 3), np.uint8))
    # A line is clear along a whole cell, a digit is not.
    beside_cell = at_share(wide.reshape(size, _CELL, -1), 0.35, 1)
    at = _CELL * np.arange(1, size + 2)
    offsets = np.arange(-look.reach, look.reach + 1)
    far = offsets.astype(np.float64)
    found = beside_cell[:, at[:, None] + offsets[None, :]]
    # More than the usual clearness does not count, or a bold line would win its neighbours' places.
    usual = max(float(at_share(found.max(axis=2).ravel(), 0.6, 0)), 1e-3)
    found = np.minimum(found / usual, 1) - look.cost * np.abs(offsets)
    beside = _middles(found, far) / (size * _CELL)
    # Where no offset stands out there is no line to see, and the place gets next to no weight.
    clear = np.maximum(found.max(axis=2) - np.median(found, axis=2), 1e-3)
    u, v = np.meshgrid(np.arange(size + 1) / size, (np.arange(size) + 0.5) / size)
    terms = _terms(v.ravel(), u.ravel()) if is_down else _terms(u.ravel(), v.ravel())
    return _fitted(terms[:, : look.terms], beside.ravel(), np.minimum(clear.ravel(), 1), look.trust)


def _middles(found: Points, offsets: Points) -> Points:
    """The middle of the line at the best offset, since a wide line is clear at several offsets."""
    near = np.abs(offsets - offsets[found.argmax(axis=2)][..., None]) <= _WIDE
    height = np.maximum(found - found.max(axis=2, keepdims=True) + 0.4, 0) * near
    return np.asarray((height * offsets).sum(axis=2) / height.sum(axis=2), np.float64)


def _fitted(terms: Points, beside: Points, weights: Points, trust: float) -> Points:
    """Least squares, reweighted in several rounds: what lies far from the surface loses weight."""
    kept = weights
    surface: Points = np.zeros(terms.shape[1])
    # Ridge regression: terms that few lines say anything about stay near zero.
    calm = np.eye(terms.shape[1]) * 0.02 * max(float(weights.sum()), 1e-6) / len(terms)
    for _ in range(_ROUNDS):
        weighted = terms * kept[:, None]
        solved = np.linalg.solve(terms.T @ weighted + calm, weighted.T @ beside)
        surface = np.asarray(solved, np.float64)
        away = np.abs(terms @ surface - beside)
        kept = weights / (1 + (away / trust) ** 2)
    return surface


def _terms(u: Points, v: Points) -> Points:
    """The terms of a polynomial in both directions, up to a sum of degrees."""
    x, y = 2 * u - 1, 2 * v - 1
    return np.stack([x**i * y**j for i, j in _POWERS], axis=1)


def _table(surface: Points) -> Pixels:
    """The factors of a polynomial by the powers of v (rows) and of u (columns)."""
    table = np.zeros((_DEGREE + 1, _DEGREE + 1), np.float32)
    for factor, (i, j) in zip(surface, _POWERS, strict=True):
        table[j, i] = factor
    return table
