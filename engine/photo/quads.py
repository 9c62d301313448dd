"""Four-sided shapes in a picture that may be the border of a board.

The largest contour of a picture is seldom the board: it is the frame of the page, or the board with
its title. So this module proposes many shapes, from several ways to tell ink from paper, and
`engine/photo/grids.py` chooses among them by what lies inside.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import cv2
import numpy as np

from engine.photo.cells import Pixels, at_share
from engine.photo.picture import Grey

MOST: Final = 28
"""Shapes that are looked at, the largest first."""

_WINDOWS: Final = (1 / 60, 1 / 18)
"""The neighbourhoods in which ink is told from paper, as parts of the picture's longer side."""

_SMALLEST: Final = 1 / 9
"""The least size of a border, as a part of the picture's shorter side."""

_SLIMMEST: Final = 0.4
"""The least length of a border's shortest side, as a part of its longest one."""

_LINES: Final = 0.15
"""The part of a picture that may be thin lines."""

_FAINT: Final = 4.0
"""A line differs from what is around it by at least this many levels of grey."""

_THIN: Final = 1 / 40
"""The greatest width of what is no area, as a part of the picture's longer side."""

MOST_EDGES: Final = 60_000
"""From here on specks are taken away before borders are followed. Photos have up to 43,000 edges;
noise and lattices have half a million, and each of their borders takes some 400 bytes.
"""

_CUT: Final = 6
"""Sides that a shape has at least if some of its corners are cut off."""

_SAME: Final = 0.02
"""Shapes whose corners lie closer than this part of the picture's longer side are the same."""


def quads(grey: Grey) -> list[Pixels]:
    """Arrays of four corners, clockwise from the top left one, the largest shapes first."""
    return largest(_all_quads(_inks(grey)), max(grey.shape))


def quads_of_lines(ridges: Iterable[Grey]) -> list[Pixels]:
    """Like `quads`, for borders of thin lines that are too faint to tell ink from paper."""
    inks = [np.asarray(255 * (lines > _clear(lines)), np.uint8) for lines in ridges]
    return largest(_all_quads(inks), max(inks[0].shape))


def quads_of_areas(channels: Iterable[Grey]) -> list[Pixels]:
    """Like `quads`, for light areas, whatever thin things cross or leave their borders."""
    areas = [_areas(channel) for channel in channels]
    return largest(_all_quads(areas), max(areas[0].shape))


def _areas(channel: Grey) -> Grey:
    """The areas that are lighter than the rest, 255 each, without anything thin in or on them."""
    _, light = cv2.threshold(channel, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    side = max(5, int(max(channel.shape) * _THIN) | 1)
    thin = np.ones((side, side), np.uint8)
    # Closing takes away dark lines inside an area, opening then light ones outside.
    whole = cv2.morphologyEx(light, cv2.MORPH_CLOSE, thin)
    return np.asarray(cv2.morphologyEx(whole, cv2.MORPH_OPEN, thin), np.uint8)


def _clear(lines: Grey) -> float:
    return max(_FAINT, float(at_share(lines[::4, ::4].ravel(), 1 - _LINES, 0)))


def largest(found: Iterable[Pixels], longest: int, most: int = MOST) -> list[Pixels]:
    """The largest shapes, one of each that differ by less than _SAME."""
    kept: list[Pixels] = []
    near = _SAME * longest
    for quad in sorted(found, key=cv2.contourArea, reverse=True):
        if all(np.abs(quad - other).max() > near for other in kept):
            kept.append(quad)
    return kept[:most]


def _all_quads(inks: Iterable[Grey]) -> Iterator[Pixels]:
    for ink in inks:
        smallest = (min(ink.shape) * _SMALLEST) ** 2
        cleared = without_specks(ink, smallest) if _is_restless(ink) else ink
        contours, _ = cv2.findContours(cleared, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            _, _, width, height = cv2.boundingRect(contour)
            if width * height >= smallest:
                hull = cv2.convexHull(contour)
                if cv2.contourArea(hull) >= smallest:
                    yield from _corners(hull)
                    yield from _tips(hull)
                    yield from _longest_sides(hull)


def _is_restless(ink: Grey) -> bool:
    """Whether there may be more than MOST_EDGES borders: each of them has an edge on its left."""
    return bool(np.count_nonzero(ink[:, 1:] > ink[:, :-1]) > MOST_EDGES)


def without_specks(ink: Grey, smallest: float) -> Grey:
    """Ink without what is too small to be a border, and without holes as small.

    No border that is large enough changes, since a hole does not reach the edge of the picture.
    """
    whole = ink | _specks(~ink, smallest, is_hole=True)
    return whole & ~_specks(whole, smallest)


def _specks(mask: Grey, smallest: float, *, is_hole: bool = False) -> Grey:
    """The connected parts of a mask whose borders are too small."""
    # Borders run along the ink, where neighbours at a corner touch, and so one pixel beside a hole.
    connectivity, beside = (4, 2) if is_hole else (8, 0)
    _, labels, found, _ = cv2.connectedComponentsWithStats(mask, connectivity=connectivity)
    left, top, wide, high = np.asarray(found)[:, :4].T
    is_speck = (wide + beside) * (high + beside) < smallest
    if is_hole:
        height, width = mask.shape
        is_speck &= (left > 0) & (top > 0) & (left + wide < width) & (top + high < height)
    is_speck[0] = False  # what the mask leaves out
    return np.where(is_speck, np.uint8(255), np.uint8(0))[np.asarray(labels)]


def _inks(grey: Grey) -> Iterator[Grey]:
    """Several opinions on what is ink, which is 255: dark on light, or light on dark."""
    for window in _WINDOWS:
        side = max(3, int(window * max(grey.shape)) | 1)
        for sign in (cv2.THRESH_BINARY_INV, cv2.THRESH_BINARY):
            edge = 7 if sign == cv2.THRESH_BINARY_INV else -7
            ink = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, sign, side, edge)
            yield np.asarray(ink, np.uint8)
    side = max(3, int(max(grey.shape) / 25) | 1)
    ink = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, side, 5
    )
    # Wider strokes close the gaps of a border that is worn or faint.
    yield np.asarray(cv2.dilate(ink, np.ones((3, 3), np.uint8)), np.uint8)


def _corners(hull: cv2.typing.MatLike) -> Iterator[Pixels]:
    """The four corners of a hull, if it is roughly four-sided and not too slim."""
    length = cv2.arcLength(hull, closed=True)
    for tolerance in (0.02, 0.04, 0.07, 0.1):
        shape = cv2.approxPolyDP(hull, tolerance * length, closed=True)
        if len(shape) <= 4:
            break
    if len(shape) == 4:
        yield from _unless_slim(shape.reshape(4, 2).astype(np.float32))


def _tips(hull: cv2.typing.MatLike) -> Iterator[Pixels]:
    """The points that reach farthest into four corners: those of a shape whose sides are bows."""
    points = hull.reshape(-1, 2).astype(np.float32)
    _, _, degrees = cv2.minAreaRect(hull)
    angles = np.radians(degrees + np.array([45, 135, 225, 315]))
    ways = np.stack([np.cos(angles), np.sin(angles)])
    yield from _unless_slim(points[(points @ ways).argmax(axis=0)])


def _longest_sides(hull: cv2.typing.MatLike) -> Iterator[Pixels]:
    """Where the four longest sides meet, of a hull whose corners are cut off.

    A board without a border has such a hull: that of the ends of its lines.
    """
    length = cv2.arcLength(hull, closed=True)
    shape = cv2.approxPolyDP(hull, 0.01 * length, closed=True).reshape(-1, 2).astype(np.float64)
    if not _CUT <= len(shape) <= 2 * _CUT:
        return
    ends = np.roll(shape, -1, axis=0)
    chosen = np.sort(np.argsort(np.linalg.norm(ends - shape, axis=1))[-4:])
    # In homogeneous coordinates, lines through points and points on lines are cross products.
    begins, stops = (np.insert(some[chosen], 2, 1, axis=1) for some in (shape, ends))
    sides = np.cross(begins, stops)
    meet = np.cross(sides, np.roll(sides, -1, axis=0))
    if (np.abs(meet[:, 2]) < 1e-6 * np.abs(meet).max()).any():
        return
    quad = (meet[:, :2] / meet[:, 2:]).astype(np.float32)
    if cv2.isContourConvex(quad) and cv2.contourArea(quad) < 2 * cv2.contourArea(hull):
        yield from _unless_slim(quad)


def _unless_slim(corners: Pixels) -> Iterator[Pixels]:
    quad = _ordered(corners)
    sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
    if sides.min() >= _SLIMMEST * sides.max():
        yield quad


def _ordered(corners: Pixels) -> Pixels:
    """The corners clockwise, beginning with the one nearest to the top left."""
    middle = corners.mean(axis=0)
    angles = np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0])
    turned = corners[np.argsort(angles)]
    return np.roll(turned, -int(turned.sum(axis=1).argmin()), axis=0)
