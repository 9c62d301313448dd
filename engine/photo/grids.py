"""Finds the boards in a picture: which shapes have the lines of a board inside, and of which size.

A picture is full of four-sided shapes: the page, the board with its title, each box, each cell. A
shape alone does not tell whether it is a board. So each one is laid flat as a square, in which the
lines of a board of each size would lie in known places. The score is the share of cell sides that
have a line there, less a penalty if many cell middles have one too. The penalty tells an 8x8 from a
16x16, which has all lines of an 8x8 and more, and a board from a page of text.

Lines are ridges: thin things that are darker, or lighter, than what is around them. A page may be
bent, so the most likely shapes are fitted again with a mesh. A fit may also go wrong. Therefore
every place of a board keeps several ways to lay it, bent and flat, and the reader takes the one
whose digits it can read.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.photo.cells import Pixels, at_share
from engine.photo.mesh import Mesh, laid_flat
from engine.photo.picture import Grey
from engine.photo.quads import largest

SIZES: Final = (16, 12, 9, 8, 6, 4)
"""The sizes of boards that are looked for."""

FLAT: Final = 288
"""The side of a shape that is laid flat: a multiple of every size."""

GOOD: Final = 0.6
"""A shape with this score is a board."""

AS_LARGE: Final = 0.8
"""A board is about as large as another one with at least this part of its area."""

CLEAR: Final = 0.9
"""Beside a shape with this score no other boards are looked for."""

CERTAIN: Final = 0.98
"""A board with this score lies as it was laid."""

WORTH: Final = 0.33
"""A shape with this score is worth a look at how the page is bent."""

_BETTER: Final = 0.05
"""By how much a smaller board must score better, since half of its lines are lines of the larger
one.
"""

_REACH: Final = 1 / 6
"""How far a line may lie from its place, as a part of a cell."""

_FAINT: Final = 3.0
"""Levels of grey by which a line differs from both sides, at least."""

_FINE: Final = (5, 7, 9)
"""The widths in pixels below which lines are fine; which one tells them from digits depends on how
sharp the picture is.
"""

_FEWEST: Final = 0.015
"""The least part of a board that its lines take up."""

DIGITS: Final = 0.2
"""The share of the middles of cells that may look like lines, as large digits do."""

MOST: Final = 6
"""Boards of one picture that are read."""

_ALIKE: Final = 0.05
"""Scores that differ by less say nothing."""

_WHOLE: Final = 0.6
"""A shape with a smaller part of the area of another one shows a part of its board."""

_BULGING: Final = 6
"""Shapes that are tried as boards on a page that bulges."""

_USUAL: Final = 9
"""The size of a board whose lines do not yet tell it."""

WAYS: Final = 4
"""Ways to lay one board that are tried."""


@dataclass(frozen=True, slots=True)
class FoundGrid:
    """A board of `size` within four corners; `lines` shows where its lines are in the picture."""

    corners: Pixels
    size: int
    score: float
    lines: Grey
    mesh: Mesh


def find_grids(
    shapes: Iterable[Pixels], both: Sequence[Grey], *, is_thorough: bool = False
) -> list[list[FoundGrid]]:
    """The places of boards that do not overlap, the best first: large ones with clear lines.

    People aim at what they mean: of boards that are about as large as the best one, that in the
    middle of the picture comes first. `shapes` have four corners each; `both` are the dark and the
    light ridges of the picture. Each place has up to WAYS ways to lay a board, the best fit first.
    A thorough look asks whether the page bulges.
    """
    looked_at = list[Pixels]()
    likely = sorted(_likely(shapes, both, looked_at), key=_worth, reverse=True)[:MOST]
    laid = [*map(_bent, likely), *likely]  # of equal ones, sorting leaves the bent ones first
    if is_thorough and all(grid.score < CERTAIN for grid in laid):
        laid += _bulging(looked_at, likely, both)
    found: list[list[FoundGrid]] = []
    for grid in sorted(laid, key=_worth, reverse=True):
        here = next((ways for ways in found if _overlap(grid.corners, ways[0])), None)
        if here is None:
            found.append([grid])
        elif not _is_smaller(grid.corners, here[0]):
            here.append(grid)
    as_large = [ways for ways in found if _may_be_meant(ways[0], found[0][0])]
    if as_large:
        meant = min(as_large, key=lambda ways: _off_middle(ways[0]))
        found.sort(key=lambda ways: ways is not meant)
    return [sorted(ways, key=_fit, reverse=True)[:WAYS] for ways in found]


def _likely(
    shapes: Iterable[Pixels], both: Sequence[Grey], looked_at: list[Pixels]
) -> list[FoundGrid]:
    """The boards worth a look, without the boxes and cells of a board that was found already.

    All shapes are added to those that were looked at.
    """
    likely: list[FoundGrid] = []
    clear: list[FoundGrid] = []
    for corners in shapes:
        looked_at.append(corners)
        if any(_is_smaller(corners, grid) and _overlap(corners, grid) for grid in clear):
            continue
        grid = best_grid(corners, both)
        likely += [grid] if grid.score >= WORTH else []
        clear += [grid] if grid.score >= CLEAR else []
    return likely


def best_grid(corners: Pixels, ridges: Iterable[Grey]) -> FoundGrid:
    """The most likely board within four corners, however unlikely it is."""
    flat_mesh = Mesh.flat(corners)
    best = FoundGrid(corners, 9, -1.0, np.zeros((1, 1), np.uint8), flat_mesh)
    for lines in ridges:
        flat = laid_flat(lines, corners, FLAT)
        # A shape that is nearly empty inside is no board; a quarter of the pixels shows that.
        if float((flat[::2, ::2] > _FAINT).mean()) < _FEWEST:
            continue
        for size in SIZES:
            score = _score(flat, size)
            if score > best.score + _BETTER:
                best = FoundGrid(corners, size, score, lines, flat_mesh)
    return best


def _bent(grid: FoundGrid) -> FoundGrid:
    """The board with a mesh fitted to its lines, as the page may be bent."""
    mesh = Mesh.fitted(grid.corners, grid.size, grid.lines)
    return _laid(replace(grid, corners=mesh.corners, mesh=mesh))


def _bulging(
    shapes: Sequence[Pixels], likely: Sequence[FoundGrid], both: Sequence[Grey]
) -> list[FoundGrid]:
    """The largest shapes as boards on pages that bulge, where that fits well."""
    sizes = {grid.size for grid in likely[:1]} | {_USUAL}
    lines = max(both, key=np.mean)
    inside = (corners for corners in shapes if _is_within(corners, lines))
    tried = [
        _laid(FoundGrid(corners, size, 0, lines, Mesh.bulging(corners, size, lines)))
        for corners in largest(inside, max(lines.shape), _BULGING)
        for size in sizes
    ]
    return [grid for grid in tried if grid.score >= GOOD]


def _is_within(corners: Pixels, lines: Grey) -> bool:
    """Whether all corners lie in the picture; straight sides of a bent page may meet beyond it."""
    ends = np.array(lines.shape[::-1])
    return bool((corners >= 0).all() and (corners < ends).all())


def _laid(grid: FoundGrid) -> FoundGrid:
    """The board with the score that its mesh gives it."""
    places = grid.mesh.places(FLAT)
    flat = cv2.remap(grid.lines, places[..., 0], places[..., 1], cv2.INTER_LINEAR)
    return replace(grid, score=_score(np.asarray(flat, np.uint8), grid.size))


def ridges(grey: Grey, wide: int | None = None) -> tuple[Grey, Grey]:
    """How much darker, and how much lighter, the pixels of thin things are than what is around.

    Thin things are less wide than `wide` pixels, which depends on the picture if it is not given.
    """
    wide = wide or max(5, int(max(grey.shape) / 70) | 1)
    around = cv2.getStructuringElement(cv2.MORPH_RECT, (wide, wide))
    smooth = cv2.GaussianBlur(grey, (3, 3), 0)
    dark = cv2.morphologyEx(smooth, cv2.MORPH_BLACKHAT, around)
    light = cv2.morphologyEx(smooth, cv2.MORPH_TOPHAT, around)
    return _widened(dark), _widened(light)


def fine_ridges(grey: Grey) -> list[Grey]:
    """The dark and the light ridges of lines that lie close together.

    The digits between such lines are as thin as the lines of a board with larger cells.
    """
    return [lines for wide in _FINE for lines in ridges(grey, wide)]


def coloured_ridges(colours: NDArray[np.uint8]) -> tuple[Grey, Grey]:
    """The strongest ridges of three colours: they show lines that are no darker than the cells."""
    dark, light = zip(
        *(ridges(np.ascontiguousarray(one)) for one in cv2.split(colours)), strict=True
    )
    return np.maximum.reduce(dark), np.maximum.reduce(light)


def _widened(lines: cv2.typing.MatLike) -> Grey:
    """Widens thin lines, which could fall between the pixels of a shape that is laid flat."""
    return np.asarray(cv2.dilate(lines, np.ones((3, 3), np.uint8)), np.uint8)


def _score(flat: Grey, size: int) -> float:
    """How well the lines of a flat shape fit a board of a size: at most 1, and below 0 if badly."""
    cell = FLAT // size
    reach = 2 * max(1, int(cell * _REACH)) + 1
    sides, middles = list[Pixels](), list[Pixels]()
    for way in (flat, flat.T):
        wide = cv2.dilate(np.ascontiguousarray(way), np.ones((1, reach), np.uint8))
        widened = np.asarray(wide, np.uint8)
        sides.append(_along(widened[:, cell : FLAT - 1 : cell], size))
        middles.append(_throughout(widened[:, cell // 2 :: cell], size))
    at_sides, at_middles = np.concatenate(sides, axis=1), np.concatenate(middles, axis=1)
    usual = float(np.median(at_sides))
    clear = max(_FAINT, 0.4 * usual)
    # The cells of a larger board may be parted by fainter lines than its boxes.
    seen = clear if 2 * size > max(SIZES) else max(_FAINT, 0.15 * usual)
    # A shape that is larger than the board has its lines in the middle, and none along its edges.
    weakest = min(float(at_share((part > clear).mean(axis=1), 0.2, 0)) for part in sides)
    share = 0.5 * weakest + 0.5 * float((at_sides > clear).mean())
    return share - 1.5 * max(0.0, float((at_middles > seen).mean()) - DIGITS)


def _along(columns: Grey, size: int) -> Pixels:
    """How clear a line is beside each cell: 70 % of its length is clearer, its ends left out."""
    beside = columns.reshape(size, FLAT // size, -1)
    edge = FLAT // size // 5
    return at_share(beside[:, edge:-edge], 0.3, 1)


def _throughout(columns: Grey, size: int) -> Pixels:
    """How clear a line is through the middle of each cell, from side to side, unlike any digit."""
    within = columns.reshape(size, FLAT // size, -1)
    return at_share(within, 0.12, 1)


def _overlap(corners: Pixels, grid: FoundGrid) -> bool:
    shared, _ = cv2.intersectConvexConvex(corners, grid.corners)
    return shared > 0.2 * min(cv2.contourArea(corners), cv2.contourArea(grid.corners))


def _is_smaller(corners: Pixels, grid: FoundGrid) -> bool:
    """Whether a shape is too small to be more than a part of the board, if they overlap."""
    return cv2.contourArea(corners) <= _WHOLE * cv2.contourArea(grid.corners)


def _worth(grid: FoundGrid) -> float:
    return cv2.contourArea(grid.corners) * grid.score**3


def _may_be_meant(grid: FoundGrid, best: FoundGrid) -> bool:
    """Whether a place is a board that is about as large as the best one, or that one itself."""
    least = AS_LARGE * cv2.contourArea(best.corners)
    return grid is best or (grid.score >= GOOD and cv2.contourArea(grid.corners) >= least)


def _off_middle(grid: FoundGrid) -> float:
    """How far the middle of a board is from that of the picture, in pixels."""
    middle = np.array(grid.lines.shape[::-1]) / 2
    return float(np.linalg.norm(grid.corners.mean(axis=0) - middle))


def _fit(grid: FoundGrid) -> float:
    """The score in steps of _ALIKE: ways in one step keep the order of their worth when sorted."""
    return round(grid.score / _ALIKE)
