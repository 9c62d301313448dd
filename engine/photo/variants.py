"""Tells boards of other rules from ordinary ones by what is drawn on them.

Such a board is read as an ordinary one with a contradiction, or with several solutions, and people
are told to mend digits that are right. So its kind is named instead:

- the bold lines of a jigsaw part it into regions of equal size that are no boxes;
- a killer has dashed lines a little inside of the cells, and sums in their corners;
- two lines across the board make its diagonals units, and so does a shade of their own.

All of it is looked for on the board laid flat.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.board.geometry import Geometry
from engine.photo.cells import Pixels
from engine.photo.reading import Why

Flat = NDArray[np.uint8]

OTHER_RULES: Final = frozenset({Why.JIGSAW, Why.KILLER, Why.DIAGONALS})

_CELL: Final = 64
"""The side of a cell in pixels when the board is looked at."""

_BOLD: Final = 1.6
"""Bold lines have so many times as much ink as thin ones, at least."""

_REGIONS: Final = 0.7
"""The share of a jigsaw's regions that are seen whole, in spite of what hides a line."""

_LINE: Final = 12
"""Levels of grey by which a thin line is darker than both sides."""

_INSET: Final = range(4, 13)
"""How far from a side, in pixels, the dashes of a cage may lie."""

_DASHED: Final = (0.3, 0.9)
"""The part of a side that dashes cover: more is a line, less is a digit."""

_CAGED: Final = 0.28
"""The share of all sides along which dashes run, on a killer."""

_ALONG: Final = 0.9
"""The part of a cell that a line runs along at least, and dashes do not."""

_SUMS: Final = 8
"""Sums in the corners of its cells."""

_ALONE: Final = 0.3
"""The share of the cells of a blank board whose corners hold something: sums, if nothing else."""

_SHADED: Final = 6.0
"""How far the shade of the diagonals is from the other cells' at least, in the Lab space."""

_AS_SHADED: Final = 0.95
"""The share of the cells that are shaded on both diagonals and nowhere else."""

_CROSSED: Final = 0.75
"""The share of the cells on both diagonals that a line crosses from corner to corner."""


def variant_of(flat: Flat, geometry: Geometry, *, is_blank: bool = False) -> Why | None:
    """The kind of a board laid flat, in colours; None for an ordinary one.

    What is small on a board that `is_blank` otherwise can only be sums.
    """
    grey = _grey(flat, geometry)
    hat = cv2.morphologyEx(grey, cv2.MORPH_BLACKHAT, np.ones((11, 11), np.uint8))
    lines = np.asarray(hat, np.uint8)
    if _is_jigsaw(grey, geometry):
        return Why.JIGSAW
    if _is_killer(lines, geometry.size, is_blank=is_blank):
        return Why.KILLER
    return Why.DIAGONALS if _has_diagonals(lines, geometry.size) else None


def has_bold_boxes(flat: Flat, geometry: Geometry) -> bool:
    """Whether every line between boxes of a board laid flat is bolder than all other lines."""
    grey, size = _grey(flat, geometry), geometry.size
    upright, level = _weights(grey, size), _weights(np.ascontiguousarray(grey.T), size)
    ways = (upright, geometry.box_columns), (level, geometry.box_rows)
    weights = np.concatenate([np.median(lines, axis=0) for lines, _ in ways])
    is_of_boxes = np.concatenate([np.arange(1, size) % step == 0 for _, step in ways])
    thin = max(float(weights[~is_of_boxes].max()), 1.0)
    return float(weights[is_of_boxes].min()) >= _BOLD * thin


def has_shaded_diagonals(flat: Flat, size: int) -> bool:
    """Whether just the cells on both diagonals have a paper of their own, as nothing but a Sudoku
    with diagonals does: so its lines need not prove a board.
    """
    side = _CELL * size
    shown = cv2.resize(flat, (side, side), interpolation=cv2.INTER_AREA)
    lab = np.asarray(cv2.cvtColor(shown, cv2.COLOR_RGB2Lab), np.float32)
    cells = lab.reshape(size, _CELL, size, _CELL, 3).swapaxes(1, 2)[:, :, 8:-8, 8:-8]
    papers = np.median(cells.reshape(size, size, -1, 3), axis=2)
    eye = np.eye(size, dtype=np.bool_)
    is_on = eye | eye[::-1]
    beside = np.median(papers[~is_on], axis=0)
    shade = np.median(papers[is_on], axis=0) - beside
    if float(np.linalg.norm(shade)) < _SHADED:
        return False
    is_shaded = (papers - beside) @ shade > float(shade @ shade) / 2
    return float((is_shaded == is_on).mean()) >= _AS_SHADED


def _grey(flat: Flat, geometry: Geometry) -> Flat:
    """The board in grey, dark on light, its cells as large as they are looked at."""
    side = _CELL * geometry.size
    shown = cv2.resize(flat, (side, side), interpolation=cv2.INTER_AREA)
    grey = np.asarray(cv2.cvtColor(shown, cv2.COLOR_RGB2GRAY), np.uint8)
    return 255 - grey if np.median(grey) < 110 else grey


def _is_jigsaw(grey: Flat, geometry: Geometry) -> bool:
    size = geometry.size
    upright, level = _weights(grey, size), _weights(np.ascontiguousarray(grey.T), size).T
    both = np.concatenate([upright.ravel(), level.ravel()])
    scaled = np.clip(both * 255 / max(float(both.max()), 1.0), 0, 255).astype(np.uint8)
    bound, _ = cv2.threshold(scaled, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    is_bold = scaled > bound
    if not is_bold.any() or both[is_bold].mean() < _BOLD * max(float(both[~is_bold].mean()), 1.0):
        return False
    walls = is_bold[: upright.size].reshape(upright.shape), is_bold[upright.size :]
    regions = _regions(walls[0], walls[1].reshape(level.shape))
    whole = [region for region in set(regions) if regions.count(region) == size]
    boxes = [geometry.box_of(cell) for cell in range(size * size)]
    of_box = [set(cells) for cells in _cells_by(boxes).values()]
    odd = [region for region in whole if _cells_by(regions)[region] not in of_box]
    return len(whole) >= _REGIONS * size and len(odd) >= size / 3


def _weights(grey: Flat, size: int) -> Pixels:
    """How much ink the upright line between two cells has: (rows, columns - 1)."""
    around = _CELL // 5
    found = np.empty((size, size - 1), np.float32)
    for row in range(size):
        part = slice(row * _CELL + _CELL // 5, (row + 1) * _CELL - _CELL // 5)
        for column in range(size - 1):
            at = (column + 1) * _CELL
            across = grey[part, at - around : at + around].astype(np.float32)
            darker = np.maximum(np.median(across, axis=1, keepdims=True) - across, 0)
            found[row, column] = np.median(darker.sum(axis=1))
    return found


def _regions(upright: NDArray[np.bool_], level: NDArray[np.bool_]) -> list[int]:
    """A number for each cell; cells have the same one if no wall parts them."""
    size = len(upright)
    open_to = np.zeros((3 * size, 3 * size), np.uint8)
    open_to[1::3, 1::3] = 255
    for row in range(size):
        for column in range(size):
            y, x = 3 * row + 1, 3 * column + 1
            if column + 1 < size and not upright[row, column]:
                open_to[y, x : x + 4] = 255
            if row + 1 < size and not level[row, column]:
                open_to[y : y + 4, x] = 255
    _, labels = cv2.connectedComponents(open_to, connectivity=4)
    return [int(label) for label in np.asarray(labels)[1::3, 1::3].ravel()]


def _cells_by(numbers: list[int]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for cell, number in enumerate(numbers):
        found.setdefault(number, set()).add(cell)
    return found


def _is_killer(lines: Flat, size: int, *, is_blank: bool) -> bool:
    dark = lines > _LINE
    # With few digits nothing tells which way the board is up.
    turned = [np.rot90(dark, turns) for turns in range(4)]
    sums = max(_sums(way, size) for way in turned)
    dashed = sum(_dashed_sides(way, size) for way in turned)
    is_caged = dashed > _CAGED * 4 * size * size and sums >= _SUMS
    return is_caged or (is_blank and sums > _ALONE * size * size)


def _dashed_sides(dark: NDArray[np.bool_], size: int) -> int:
    """How many cells have dashes along their left side."""
    least, most = _DASHED
    cover = _cells(dark, size)[:, 6:-6, list(_INSET)].mean(axis=1)
    best, usual = cover.max(axis=1), np.median(cover, axis=1)
    return int(((best > least) & (best < most) & (best > usual + 0.2)).sum())


def _sums(dark: NDArray[np.bool_], size: int) -> int:
    """How many cells have something in their top left corner and nothing in the middle.

    What runs all along a side is a line that lies a little inside of its cell.
    """
    cells = _cells(dark, size)
    is_line = [cells.mean(axis=along, keepdims=True) > _ALONG for along in (1, 2)]
    corners = (cells & ~is_line[0] & ~is_line[1])[:, 5:24, 5:28].mean(axis=(1, 2))
    middles = cells[:, 26:-12, 30:-12].mean(axis=(1, 2))
    return int(((corners > 0.08) & (middles < 0.05)).sum())


def _cells(board: NDArray[np.bool_], size: int) -> NDArray[np.bool_]:
    cells = board.reshape(size, _CELL, size, _CELL).swapaxes(1, 2)
    return cells.reshape(-1, _CELL, _CELL)


def _has_diagonals(lines: Flat, size: int) -> bool:
    dark = np.asarray(cv2.dilate(np.asarray(lines > _LINE, np.uint8), np.ones((3, 3), np.uint8)))
    for way in (dark, dark[:, ::-1]):
        along = way.diagonal().reshape(size, _CELL)
        ends = np.concatenate([along[:, 8:18], along[:, -18:-8]], axis=1)
        if float((ends.mean(axis=1) > 0.8).mean()) < _CROSSED:
            return False
    return True
