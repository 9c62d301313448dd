"""Reads the boards in a picture: from the bytes of a file to the values of the cells."""

from dataclasses import dataclass
from io import BytesIO
from math import isqrt
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.budget import Budget
from engine.geometry import Geometry
from engine.grid import Grid
from engine.photo.cells import SIDE, Pixels, cells_at, normalised, sampled
from engine.photo.grids import FoundGrid, find_grids
from engine.photo.hand import filled_in
from engine.photo.net import BLANK, NOTES, SYMBOLS, log_likelihoods
from engine.photo.picture import Grey, read_picture
from engine.photo.reading import Reading, Unreadable, Why
from engine.photo.repair import BOUND, Other, repaired, solution_count
from engine.photo.trouble import why_unreadable
from engine.photo.values import likelihoods
from engine.search import differing_cells

SEARCHED: Final = 1000
"""Boards are looked for in a picture of so many pixels; the cells are cut from the larger one."""

UPRIGHT: Final = 0.15
"""A board that stands right is read with a smaller mean loss than this."""

SHOWN: Final = 640
"""The side in pixels of the board that is laid flat for people to look at."""

FEWEST: Final = 1 / 8
"""A board with fewer digits for its cells is a table, or was not read at all."""

MOST_CLASHING: Final = 0.5
"""That part of the digits may have an equal one in their row, column or box."""

MOST_UNSURE: Final = 0.4
"""That part of the digits may be guesses; where more are, there is something else in the cells."""

_UNSURE: Final = float(np.log(0.5))

_NO_DIGIT: Final = (SYMBOLS.index(BLANK), SYMBOLS.index(NOTES))

DOUBT: Final = 1.5
"""A cell is doubtful, if another value is less likely by less than this natural logarithm."""

DEEP_DOUBT: Final = 3.5
"""That of a board without exactly one solution, in which something must be wrong."""


@dataclass(frozen=True, slots=True)
class Board:
    """The cells of a board, normalised and in colours, what the net says of them, and the whole of
    it laid flat; all upright.
    """

    cells: Pixels
    seen: Pixels
    colours: NDArray[np.uint8]
    flat: NDArray[np.uint8]


def read(content: bytes, budget: Budget) -> tuple[Reading, ...]:
    """All boards in the picture, the one that is most likely meant first.

    Raises Unreadable.
    """
    readings = tuple(_reading(board, budget) for board in boards(content))
    if all(map(_is_jumble, readings)):
        raise Unreadable(Why.NO_BOARD)
    return tuple(reading for reading in readings if not _is_jumble(reading))


def _is_jumble(reading: Reading) -> bool:
    """Whether so many digits clash that it must be another kind of puzzle."""
    clashing = {cell for pair in reading.grid.conflicts() for cell in pair.cells}
    return len(clashing) > MOST_CLASHING * reading.grid.clue_count


def boards(content: bytes) -> list[Board]:
    """The boards in a picture, turned so that they stand upright; raises Unreadable."""
    cv2.setNumThreads(1)
    grey, colours = read_picture(content)
    searched, scale = _searched(grey)
    found = [_board(grey, colours, grid, scale) for grid in find_grids(searched)]
    legible = [board for board in found if _is_legible(board.seen)]
    if not legible:
        raise Unreadable(why_unreadable(searched))
    return legible


def _is_legible(seen: Pixels) -> bool:
    """Whether there are digits enough, and the net is sure of most of them."""
    digits = seen.max(axis=1)[~np.isin(seen.argmax(axis=1), _NO_DIGIT)]
    if len(digits) < FEWEST * len(seen):
        return False
    return float((digits < _UNSURE).mean()) <= MOST_UNSURE


def _board(grey: Grey, colours: NDArray[np.uint8], grid: FoundGrid, scale: float) -> Board:
    places = _scaled(grid.mesh.places(grid.size * SIDE), scale)
    turns, cells, seen = _upright(cells_at(grey, places))
    shown = sampled(colours, _scaled(grid.mesh.places(SHOWN), scale))
    coloured = _turned(cells_at(colours, places), turns).reshape(-1, SIDE, SIDE, 3)
    return Board(cells, seen, coloured, np.rot90(shown, turns))


def _scaled(places: Pixels, scale: float) -> Pixels:
    """Places in a picture that is larger by `scale`; pixels have their places in their middles."""
    return np.asarray((places + 0.5) * scale - 0.5, np.float32)


def _searched(grey: Grey) -> tuple[Grey, float]:
    """The picture in the size in which boards are looked for, and how much larger it is itself."""
    longest = max(grey.shape)
    scale = longest / SEARCHED
    if scale <= 1:
        return grey, 1.0
    height, width = (round(length / scale) for length in grey.shape)
    return np.asarray(cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA)), scale


def _upright(cells: NDArray[np.uint8]) -> tuple[int, Pixels, Pixels]:
    """By how many quarters to turn a board until the net reads it best; its cells, what it says."""
    tried = []
    for turns in range(4):
        turned = normalised(_turned(cells, turns).reshape(-1, SIDE, SIDE).astype(np.float32))
        tried.append((turns, turned, log_likelihoods(turned)))
        if _loss(tried[-1][2]) < UPRIGHT:
            break
    return min(tried, key=lambda one: _loss(one[2]))


def _turned(cells: NDArray[np.uint8], turns: int) -> NDArray[np.uint8]:
    """A board turned by quarters: its cells, and each of them."""
    return np.rot90(np.rot90(cells, turns), turns, axes=(2, 3))


def _loss(seen: Pixels) -> float:
    """How far the net is from being sure, in the mean of the cells that are not blank."""
    inked = seen.argmax(axis=1) > 0
    return float(-seen.max(axis=1)[inked].mean()) if inked.any() else 9.0


def _reading(board: Board, budget: Budget) -> Reading:
    seen = board.seen
    values = likelihoods(seen, isqrt(len(seen)))
    order = np.argsort(values, axis=1)[:, ::-1]
    cells = np.arange(len(values))
    best = values[cells, order[:, 0]]
    losses = best - values[cells, order[:, 1]]
    grid = Grid(Geometry.of_size(isqrt(len(seen))), order[:, 0].astype(np.uint8).tobytes())
    by_hand = filled_in(grid, board.cells, board.colours, budget)
    count = 1 if by_hand else solution_count(grid, budget)
    mended = None if count == 1 else repaired(grid, _others(values, best), budget)
    doubt = DEEP_DOUBT if count != 1 and mended is None else DOUBT
    return Reading(
        mended or grid,
        tuple(sorted(np.flatnonzero(losses < doubt).tolist(), key=losses.__getitem__)),
        () if mended is None else differing_cells(grid, mended),
        tuple(np.flatnonzero(seen.argmax(axis=1) == SYMBOLS.index(NOTES)).tolist()),
        frozenset(by_hand),
        _jpeg(board.flat),
        1 if mended else count,
    )


def _jpeg(pixels: NDArray[np.uint8]) -> bytes:
    file = BytesIO()
    Image.fromarray(np.ascontiguousarray(pixels)).save(file, "JPEG", quality=80)
    return file.getvalue()


def _others(values: Pixels, best: Pixels) -> list[Other]:
    losses = best[:, None] - values
    found = np.argwhere((losses > 0) & (losses <= BOUND))
    return [(float(losses[cell, value]), int(cell), int(value)) for cell, value in found]
