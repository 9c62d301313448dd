"""Draws digits as hands write them: strokes through a few points, which every hand moves a little.

No picture of handwriting is needed. A hand has a way to write each digit, a slant, a pen and a
certain carelessness.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.float32]
Stroke = tuple[tuple[float, float], ...]
Way = tuple[Stroke, ...]

_CALM: Final = 6
"""Points of a smooth stroke between two of its given points."""

WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "1": (
        (((0.5, 0.0), (0.5, 0.5), (0.5, 1.0)),),
        (((0.2, 0.3), (0.4, 0.15), (0.55, 0.0)), ((0.55, 0.0), (0.54, 0.5), (0.52, 1.0))),
        (((0.3, 0.22), (0.55, 0.0)), ((0.55, 0.0), (0.55, 1.0)), ((0.3, 1.0), (0.8, 1.0))),
    ),
    "2": (
        (
            ((0.15, 0.2), (0.35, 0.02), (0.7, 0.05), (0.8, 0.3), (0.5, 0.65), (0.12, 1.0)),
            ((0.12, 1.0), (0.5, 0.98), (0.88, 1.0)),
        ),
        (
            ((0.15, 0.15), (0.5, 0.0), (0.78, 0.2), (0.6, 0.55), (0.25, 0.95), (0.12, 0.88)),
            ((0.12, 0.88), (0.3, 0.82), (0.6, 0.98), (0.9, 0.92)),
        ),
    ),
    "3": (
        (
            ((0.18, 0.1), (0.5, 0.0), (0.78, 0.18), (0.68, 0.4), (0.4, 0.48)),
            ((0.4, 0.48), (0.75, 0.55), (0.82, 0.8), (0.5, 1.0), (0.15, 0.9)),
        ),
        (
            ((0.15, 0.0), (0.8, 0.0)),
            ((0.8, 0.0), (0.42, 0.4)),
            ((0.42, 0.4), (0.75, 0.5), (0.82, 0.78), (0.5, 1.0), (0.15, 0.9)),
        ),
    ),
    "4": (
        (
            ((0.3, 0.0), (0.22, 0.35), (0.1, 0.6)),
            ((0.1, 0.6), (0.9, 0.6)),
            ((0.65, 0.3), (0.62, 1.0)),
        ),
        (((0.62, 0.0), (0.1, 0.68)), ((0.1, 0.68), (0.92, 0.66)), ((0.62, 0.0), (0.62, 1.0))),
        (
            ((0.18, 0.05), (0.15, 0.4), (0.4, 0.5), (0.75, 0.42)),
            ((0.8, 0.0), (0.76, 0.5), (0.7, 1.0)),
        ),
    ),
    "5": (
        (
            ((0.82, 0.02), (0.25, 0.02)),
            ((0.25, 0.02), (0.22, 0.42)),
            ((0.22, 0.42), (0.55, 0.35), (0.82, 0.6), (0.65, 0.95), (0.15, 0.95)),
        ),
        (
            (
                (0.8, 0.0),
                (0.35, 0.05),
                (0.25, 0.4),
                (0.65, 0.5),
                (0.75, 0.8),
                (0.4, 1.0),
                (0.1, 0.9),
            ),
        ),
    ),
    "6": (
        (
            (
                *((0.7, 0.0), (0.35, 0.3), (0.15, 0.7), (0.35, 1.0), (0.75, 0.92)),
                *((0.8, 0.65), (0.5, 0.5), (0.2, 0.68)),
            ),
        ),
        (
            (
                *((0.35, 0.0), (0.2, 0.45), (0.2, 0.85), (0.5, 1.0), (0.8, 0.8)),
                *((0.65, 0.55), (0.35, 0.6), (0.2, 0.8)),
            ),
        ),
    ),
    "7": (
        (((0.12, 0.04), (0.85, 0.02)), ((0.85, 0.02), (0.55, 0.5), (0.4, 1.0))),
        (
            ((0.12, 0.04), (0.85, 0.02)),
            ((0.85, 0.02), (0.55, 0.5), (0.4, 1.0)),
            ((0.3, 0.52), (0.8, 0.48)),
        ),
        (((0.1, 0.18), (0.14, 0.03), (0.85, 0.02)), ((0.85, 0.02), (0.5, 1.0))),
    ),
    "8": (
        (
            (
                *((0.72, 0.12), (0.4, 0.0), (0.2, 0.22), (0.5, 0.47), (0.8, 0.75)),
                *((0.5, 1.0), (0.18, 0.78), (0.5, 0.48), (0.75, 0.25), (0.7, 0.1)),
            ),
        ),
        (
            ((0.5, 0.48), (0.2, 0.25), (0.5, 0.0), (0.78, 0.25), (0.5, 0.48)),
            ((0.5, 0.48), (0.15, 0.75), (0.5, 1.0), (0.85, 0.75), (0.5, 0.48)),
        ),
    ),
    "9": (
        (
            (
                *((0.78, 0.2), (0.5, 0.0), (0.2, 0.2), (0.3, 0.48), (0.65, 0.45), (0.8, 0.15)),
                *((0.76, 0.5), (0.7, 1.0)),
            ),
        ),
        (
            ((0.75, 0.12), (0.4, 0.02), (0.2, 0.28), (0.45, 0.5), (0.76, 0.3)),
            ((0.78, 0.05), (0.76, 0.55), (0.55, 0.95), (0.2, 0.95)),
        ),
    ),
}
"""The strokes of each digit as points from the left and from the top, in several ways."""


def written(symbol: str, height: int, rng: np.random.Generator) -> Pixels:
    """A digit of that height as somebody writes it, ink 1 on paper 0."""
    ways = WAYS[symbol]
    way = ways[rng.integers(len(ways))]
    wide = height * rng.uniform(0.4, 0.75)
    slant, care = rng.normal(0.08, 0.14), rng.uniform(0.01, 0.055)
    margin = height // 2
    size = int(wide + abs(slant) * height) + 2 * margin, height + 2 * margin
    ink = np.zeros(size[::-1], np.float32)
    width = max(1, round(height * rng.uniform(0.05, 0.14)))
    shifts: dict[tuple[float, float], NDArray[np.float64]] = {}
    for stroke in way:
        moves = [shifts.setdefault(point, rng.normal(0, care, 2)) for point in stroke]
        points = _smooth(np.array(stroke) + np.array(moves))
        points[:, 0] += slant * (0.5 - points[:, 1]) * height / wide
        places = np.round(8 * (points * [wide, height] + margin)).astype(np.int32)
        cv2.polylines(ink, [places[:, None]], False, 1.0, width, cv2.LINE_AA, 3)  # noqa: FBT003
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    return ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _smooth(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """A curve through all points, by Catmull and Rom."""
    ends = np.concatenate([points[:1], points, points[-1:]])
    steps = np.linspace(0, 1, _CALM, endpoint=False)[:, None]
    parts = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        parts.append(
            b
            + 0.5 * steps * (c - a)
            + steps**2 * (a - 2.5 * b + 2 * c - 0.5 * d)
            + 0.5 * steps**3 * (3 * b - a - 3 * c + d)
        )
    return np.concatenate([*parts, points[-1:]])
