"""The boards in a picture, cut out and turned upright, with what the net sees in their cells.

A place may be no board at all but a table of letters, in which the net is sure of nothing. That is
just how a blurred board looks, and undoing a blur takes long. So places that are read badly come
last, and all of them together get half of the time that is left then.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import isqrt
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.photo.alone import with_digits_alone
from engine.photo.blur import with_blur_undone
from engine.photo.cells import SIDE, Pixels, cells_at, normalised, sampled
from engine.photo.fit import FITS, PROVES, lines_in_place
from engine.photo.grids import GOOD, FoundGrid, coloured_ridges, find_grids, fine_ridges, ridges
from engine.photo.moved import mean_of_moved
from engine.photo.net import BLANK, NOTES, SYMBOLS, log_likelihoods
from engine.photo.picture import Picture
from engine.photo.quads import quads, quads_of_areas, quads_of_lines
from engine.photo.stopwatch import Stopwatch
from engine.photo.verdict import Board
from engine.search.budget import BudgetSpent

UPRIGHT: Final = 0.15
"""A board that stands upright is read with a smaller mean loss than this."""

BLURRED: Final = 0.15
"""A board that is read with a greater mean loss may be blurred."""

_TO_TURN: Final = 48
"""Digits that are enough to tell which way is up."""

MOST_CELLS: Final = 2_500
"""Cells that are read in one look, over all ways to lay all boards."""

WELL: Final = 0.05
"""A board that is read with a smaller loss need not be laid in another way."""

SHOWN: Final = 640
"""The side in pixels of the board that is laid flat for people to look at."""

_HARD: Final = float(np.log(0.8))
_CLEAR: Final = float(np.log(0.9))
"""A cell is looked at again below the first likelihood, and believed then above the second one."""

_WAVERING: Final = float(np.log(0.65))
"""A cell below this likelihood is read again with its place moved."""

_USUAL: Final = 9
"""Up to this size the values of a board are digits, which follow the blank in SYMBOLS."""

_NO_DIGIT: Final = (SYMBOLS.index(BLANK), SYMBOLS.index(NOTES))
_VALUES: Final = [at for at in range(len(SYMBOLS)) if at not in _NO_DIGIT]


def looks(picture: Picture, time: Stopwatch) -> Iterator[Iterator[Board]]:
    """The boards of each look at a picture: a quick one, a thorough one, one at light areas, one at
    a coarser copy and one at a larger copy. The last two change places for a small picture, since
    small cells are likelier there than noise.

    Raises BudgetSpent.
    """
    shapes = quads(picture.small)
    yield _boards(picture, find_grids(time.each(shapes), ridges(picture.small)), time)
    colours = picture.small_colours()
    lines = coloured_ridges(colours)
    shapes += quads_of_lines(lines)
    yield _boards(picture, find_grids(time.each(shapes), lines, is_thorough=True), time)
    areas = quads_of_areas([picture.small, *(colours[..., colour] for colour in range(3))])
    yield _boards(picture, find_grids(time.each(areas), lines), time)
    copies = (_of_coarser, _of_larger) if picture.scale >= 1 else (_of_larger, _of_coarser)
    for boards_of in copies:
        yield boards_of(picture, time)


def _of_coarser(picture: Picture, time: Stopwatch) -> Iterator[Board]:
    """The boards of a copy in which noise and moire are gone."""
    coarse = picture.coarser()
    lines = ridges(coarse.small)
    shapes = [*quads(coarse.small), *quads_of_lines(lines)]
    return _boards(coarse, find_grids(time.each(shapes), lines, is_thorough=True), time)


def _of_larger(picture: Picture, time: Stopwatch) -> Iterator[Board]:
    """The boards of a copy in which small cells are larger; their lines and digits are thin."""
    larger = picture.larger()
    lines = fine_ridges(larger.small)
    shapes = [*quads(larger.small), *quads_of_lines(lines)]
    return _boards(larger, find_grids(time.each(shapes), lines), time)


def _boards(
    picture: Picture, found: Iterable[Sequence[FoundGrid]], time: Stopwatch
) -> Iterator[Board]:
    """The boards at the found places, up to MOST_CELLS cells over all ways tried.

    Those that are read well come first, and those that are read worst last.
    """
    boards: list[Board] = []
    left = MOST_CELLS
    for ways in found:
        affordable = ways[: left // ways[0].size ** 2]
        left -= sum(way.size**2 for way in affordable)
        boards += [_clearest(picture, affordable, time, len(boards))] if affordable else []
    losses = [loss(board.seen, isqrt(len(board.seen))) for board in boards]
    for board, lost in zip(boards, losses, strict=True):
        if lost < BLURRED:
            yield _through_filters(board, time)
    best_first = sorted(range(len(boards)), key=losses.__getitem__)
    badly = [boards[rank] for rank in best_first if losses[rank] >= BLURRED]
    half = time.half()
    for board in [_sharpened(board, half) for board in badly]:
        yield _through_filters(board, time)


def _clearest(picture: Picture, ways: Iterable[FoundGrid], time: Stopwatch, rank: int) -> Board:
    """A board in the first way to lay it that is read well, or in the one that is read best."""
    tried = []
    for way in time.each(ways):
        tried.append((way, *_upright(picture, way)))
        if loss(tried[-1][-1], way.size) < WELL:
            break
    grid, turns, cells, seen = min(tried, key=lambda one: loss(one[-1], one[0].size))
    coloured = cells_at(picture.colours, picture.places(grid.mesh.places(grid.size * SIDE)))
    shown = sampled(picture.colours, picture.places(grid.mesh.places(SHOWN)))
    turned = _turned(coloured, turns).reshape(-1, SIDE, SIDE, 3)
    in_place = lines_in_place(grid)
    return Board(
        cells,
        seen,
        turned,
        np.ascontiguousarray(np.rot90(shown, turns)),
        is_clear=grid.score >= GOOD and in_place >= PROVES,
        is_in_place=in_place >= FITS,
        rank=rank,
    )


def _sharpened(board: Board, time: Stopwatch) -> Board:
    """A board whose blur is undone, or one that is hurried, where the time is over before that."""
    greys = cv2.cvtColor(board.colours.reshape(-1, SIDE, 3), cv2.COLOR_RGB2GRAY)
    greys = np.asarray(greys, np.uint8).reshape(-1, SIDE, SIDE)
    try:
        cells, seen = with_blur_undone(greys, board.cells, board.seen, time)
    except BudgetSpent:
        return replace(board, is_hurried=True)
    return replace(board, cells=cells, seen=seen)


def _through_filters(board: Board, time: Stopwatch) -> Board:
    """Reads hard cells in red, green and blue alone, and keeps what one of them shows clearly.

    What wavers even then is read again with its place moved, and without what is around it.
    """
    cells, seen = board.cells.copy(), board.seen.copy()
    for colour in time.each(range(3)):
        hard = np.flatnonzero(seen.max(axis=1) < _HARD)
        if len(hard):
            others = normalised(board.colours[..., colour].astype(np.float32))[hard]
            said = log_likelihoods(others)
            clear = (said.max(axis=1) > _CLEAR) & ~np.isin(said.argmax(axis=1), _NO_DIGIT)
            cells[hard[clear]], seen[hard[clear]] = others[clear], said[clear]
    hard = np.flatnonzero(seen.max(axis=1) < _WAVERING)
    if len(hard):
        moved = mean_of_moved(cells[hard], seen[hard], time)
        seen[hard] = with_digits_alone(cells[hard], moved, is_large=len(cells) > _USUAL**2)
    return replace(board, cells=cells, seen=seen)


def _upright(picture: Picture, grid: FoundGrid) -> tuple[int, Pixels, Pixels]:
    """The quarter turns with which the net reads a board best, its cells and what the net says."""
    lying = cells_at(picture.grey, picture.places(grid.mesh.places(grid.size * SIDE)))
    cells = _normalised(lying)
    seen = log_likelihoods(cells)
    inked = np.flatnonzero(seen.argmax(axis=1) > 0)
    # All four turns are read only if the first one reads badly, and then on few cells.
    inked = inked[:: 1 + len(inked) // _TO_TURN]
    if loss(seen, grid.size) < UPRIGHT or not len(inked):
        return 0, cells, seen
    numbers = np.arange(len(seen)).reshape(grid.size, grid.size)
    sureness = [_sureness(seen[inked], grid.size)]
    for turns in (1, 2, 3):
        # Where the chosen cells are after the turn.
        few = np.isin(np.rot90(numbers, turns), inked)
        turned = _normalised(_turned(lying, turns))[few.ravel()]
        sureness.append(_sureness(log_likelihoods(turned), grid.size))
    turns = int(np.argmax(sureness))
    cells = _normalised(_turned(lying, turns))
    return turns, cells, log_likelihoods(cells)


def _normalised(cells: NDArray[np.uint8]) -> Pixels:
    return normalised(cells.reshape(-1, SIDE, SIDE).astype(np.float32))


def _turned(cells: NDArray[np.uint8], turns: int) -> NDArray[np.uint8]:
    """A board turned by quarters: the order of its cells, and each of them."""
    return np.rot90(np.rot90(cells, turns), turns, axes=(2, 3))


def loss(seen: Pixels, size: int) -> float:
    """How far the net is from being sure of the digits that a board of that size may have.

    It is a mean negative log-likelihood, and 9 where there are no digits.
    """
    digits = seen[is_digit(seen)]
    digits = digits[:, 1 : size + 1] if size <= _USUAL else digits
    return float(-digits.max(axis=1).mean()) if len(digits) else 9.0


def _sureness(seen: Pixels, size: int) -> float:
    """The mean likelihood, in cells with ink, of the values that a board of that size may have.

    A loss would do, but for handwriting: there a few symbols that no such board has, a 1 taken for
    an A, cost more than all other digits upside down. Cells that look like notes count as well: of
    a blurred board that lies on its side, most do, and the rest look like digits.
    """
    values = seen[:, 1 : size + 1] if size <= _USUAL else seen[:, _VALUES]
    return float(np.exp(values.max(axis=1)).mean())


def is_digit(seen: Pixels) -> NDArray[np.bool_]:
    return ~np.isin(seen.argmax(axis=1), _NO_DIGIT)
