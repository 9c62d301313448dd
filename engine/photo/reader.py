"""Reads the boards in a picture: from the bytes of a file to the values of the cells.

Nothing says whether a picture shows a board, where, of which size, and which way up. No stage can
decide that for certain. So each stage makes several proposals, and a later one that knows more
chooses among them:

1. `quads` proposes four-sided shapes, and `find_grids` finds the places of boards among them, with
   several ways to lay each board.
2. A board is laid in each of these ways and turned by quarters; the net reads it best in the right
   one (`_clearest`, `_upright`). If it is read badly even so, it is read as if it were not blurred
   (`engine/photo/blur.py`).
3. Cells that are hard to read are read again in one colour at a time, and moved a little.
4. The digits filled in by hand are told from the givens and from what shines through the paper, and
   the rules of Sudoku decide between values that are nearly as likely (`engine/photo/verdict.py`).
5. A board whose digits clash in boxes that no bold lines show, or that nothing proves to be a
   Sudoku, is left out (`_is_jumble`). So is one of other rules, which is named
   (`engine/photo/variants.py`).

There are four looks at a picture, each at more shapes than the one before; the last one is at a
coarser copy, in which noise and moire are gone. The first look that
finds a puzzle with exactly one solution is the last one. Where none does, the boards of the first
look that found any are returned. What a look may cost is bounded by MOST_CELLS, whatever is in the
picture. A Stopwatch is asked before each step that takes long: each shape, each way to lay a board,
each reading of its cells, each board that is judged, and each search. So a reader whose time is
over ends soon, and returns the boards that it has judged until then.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isqrt
from time import process_time
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.photo.alone import with_digits_alone
from engine.photo.blur import with_blur_undone
from engine.photo.cells import SIDE, Pixels, cells_at, normalised, sampled
from engine.photo.fit import FITS, PROVES, lines_in_place
from engine.photo.grids import GOOD, SIZES, FoundGrid, coloured_ridges, find_grids, ridges
from engine.photo.moved import mean_of_moved
from engine.photo.net import BLANK, NOTES, SYMBOLS, log_likelihoods
from engine.photo.picture import Picture
from engine.photo.quads import quads, quads_of_areas, quads_of_lines
from engine.photo.reading import Reading, Unreadable, Why
from engine.photo.stopwatch import Stopwatch
from engine.photo.trouble import why_unreadable
from engine.photo.variants import (
    OTHER_RULES,
    has_bold_boxes,
    has_shaded_diagonals,
    variant_of,
)
from engine.photo.verdict import Board, judged
from engine.search.budget import Budget, BudgetSpent

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

FEWEST: Final = 1 / 8
"""A board with a smaller part of its cells filled is a table, or was not read at all."""

MOST_CLASHING: Final = 0.5
"""The part of the digits that may have an equal one in their row, column or box."""

TELLING: Final = 10
"""Clashes that are expected among digits drawn by lot, where their lack tells that they are not."""

IN_ORDER: Final = 0.2
"""The share of the expected clashes that a player's mistakes may make."""

MOST_UNSURE: Final = 0.4
"""The part of the digits that may be guesses; with more there is something else in the cells."""

_UNSURE: Final = float(np.log(0.5))

_HARD: Final = float(np.log(0.8))
_CLEAR: Final = float(np.log(0.9))
"""A cell is looked at again below the first likelihood, and believed then above the second one."""

_WAVERING: Final = float(np.log(0.65))
"""A cell below this likelihood is read again with its place moved."""

_USUAL: Final = 9
"""Up to this size the values of a board are digits, which follow the blank in SYMBOLS."""

_NO_DIGIT: Final = (SYMBOLS.index(BLANK), SYMBOLS.index(NOTES))


def read(content: bytes, budget: Budget) -> tuple[Reading, ...]:
    """All boards in the picture, the one that is most likely meant first.

    Raises Unreadable, and BudgetSpent as `read_within` does.
    """
    return read_within(content, budget)[0]


def read_within(
    content: bytes, budget: Budget, clock: Callable[[], float] = process_time
) -> tuple[tuple[Reading, ...], bool]:
    """The boards in the picture, and whether a longer look could not find better ones.

    The clock counts the seconds of the budget: in processor time, if no other one is given. Raises
    Unreadable, and BudgetSpent where no board was found in that time.
    """
    cv2.setNumThreads(1)
    try:
        return _read_within(content, Stopwatch.of(budget, clock))
    except (MemoryError, cv2.error) as error:
        if isinstance(error, cv2.error) and not _is_of_memory(error):
            raise
        raise Unreadable(Why.TOO_HARD) from error


def _is_of_memory(error: cv2.error) -> bool:
    return any(words in str(error) for words in ("Insufficient memory", "bad_alloc"))


def _read_within(content: bytes, time: Stopwatch) -> tuple[tuple[Reading, ...], bool]:
    picture = Picture.of(content)
    first: Sequence[Reading] = ()
    readings: list[Reading] = []
    reasons: list[Why] = []
    try:
        for found in looks(picture, time):
            readings = []
            _judge(found, time, readings, reasons)
            if any(reading.solutions == 1 for reading in readings):
                return tuple(readings), True
            if readings and (not first or _are_surer(readings, first)):
                first = readings
            if not first and OTHER_RULES.intersection(reasons):
                break
    except BudgetSpent:
        if not first and not readings:
            raise
        return tuple(first or readings), False
    if not first:
        raise Unreadable(_likeliest(reasons, why_unreadable(picture)))
    return tuple(first), True


def _are_surer(readings: Sequence[Reading], others: Sequence[Reading]) -> bool:
    """Whether the first board of a later look leaves much less to doubt."""
    return 2 * len(readings[0].doubtful) < len(others[0].doubtful)


_HIDING: Final = {Why.SHAKEN, Why.BLURRED, Why.TOO_SMALL, Why.FAINT, Why.GRAINY}


def _likeliest(reasons: Sequence[Why], trouble: Why) -> Why:
    """Why nothing was read: for what the boards are, unless nobody could see that."""
    if not reasons or trouble in _HIDING:
        return trouble
    return next((why for why in reasons if why is not Why.FEW_DIGITS), Why.FEW_DIGITS)


def _judge(
    boards: Iterable[Board], time: Stopwatch, readings: list[Reading], reasons: list[Why]
) -> None:
    """Adds what boards are read as, and why clear ones of other kinds were left out.

    Raises BudgetSpent; what was added until then is right.
    """
    for board in time.each(boards):
        reading = judged(board, time) if board.is_legible else None
        kind = None if reading and reading.solutions == 1 else _other_kind(board)
        if kind is not None:
            reasons.append(kind)
        elif reading is not None and not _is_jumble(board, reading):
            readings.append(reading)


def _other_kind(board: Board) -> Why | None:
    """What a board with clear lines, or with shaded diagonals, is instead of an ordinary puzzle."""
    if board.is_legible and has_shaded_diagonals(board.flat, isqrt(len(board.seen))):
        return Why.DIAGONALS
    if not board.is_clear:
        return None
    digits = int(_is_digit(board.seen).sum())
    is_blank = digits < FEWEST * len(board.seen)
    geometry = Geometry.of_size(isqrt(len(board.seen)))
    kind = variant_of(board.flat, geometry, is_blank=is_blank and board.is_in_place)
    if kind is Why.KILLER or (kind and board.is_in_place and not is_blank):
        return kind
    return Why.FEW_DIGITS if is_blank and digits and board.is_in_place else None


def looks(picture: Picture, time: Stopwatch) -> Iterator[list[Board]]:
    """The boards of each look at a picture: a quick one, a thorough one, one at light areas, and
    one at a coarser copy.

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
    coarse = picture.coarser()
    lines = ridges(coarse.small)
    shapes = [*quads(coarse.small), *quads_of_lines(lines)]
    yield _boards(coarse, find_grids(time.each(shapes), lines, is_thorough=True), time)


def _boards(picture: Picture, found: Iterable[Sequence[FoundGrid]], time: Stopwatch) -> list[Board]:
    """The boards at the found places, up to MOST_CELLS cells over all ways tried."""
    boards = []
    left = MOST_CELLS
    for ways in found:
        affordable = ways[: left // ways[0].size ** 2]
        left -= sum(way.size**2 for way in affordable)
        boards += [_clearest(picture, affordable, time)] if affordable else []
    return boards


def _is_jumble(board: Board, reading: Reading) -> bool:
    """Whether a board is no Sudoku: many digits clash, or neither its lines, nor a single solution,
    nor how few digits clash prove that it is one.

    Where bold lines show the boxes, digits that are read well may clash: they are misprinted.
    """
    clashing = {cell for pair in reading.grid.conflicts() for cell in pair.cells}
    # Of five digits drawn by lot on 4x4, one board in sixteen has a single solution, and a repair
    # makes more of them so: there it proves nothing.
    is_puzzle = reading.solutions == 1 and reading.grid.geometry.size > min(SIZES)
    is_proved = board.is_clear or is_puzzle or _is_in_order(reading.grid)
    if reading.grid.clue_count < FEWEST * len(board.seen):
        return True
    if len(clashing) > MOST_CLASHING * reading.grid.clue_count:
        return not _has_boxes(board, reading.grid.geometry)
    return not is_proved


def _has_boxes(board: Board, geometry: Geometry) -> bool:
    """Whether a board is read well and shows its boxes, as nothing but a Sudoku does."""
    is_plain = board.is_clear and board.is_in_place and _loss(board.seen, geometry.size) < WELL
    return is_plain and has_bold_boxes(board.flat, geometry)


def _is_in_order(grid: Grid) -> bool:
    """Whether far fewer digits clash than if they were drawn by lot, as a player's mistakes do."""
    digits = [cell for cell, value in enumerate(grid.values) if value]
    peers = [(one, other) for one in digits for other in grid.geometry.peers[one] if grid[other]]
    clashes = sum(grid[one] == grid[other] for one, other in peers) / 2
    by_lot = len(peers) / 2 / grid.geometry.size
    return by_lot >= TELLING and clashes <= IN_ORDER * by_lot


def _is_legible(seen: Pixels) -> bool:
    """Whether a board has enough digits, and the net is sure of most of them."""
    digits = seen.max(axis=1)[_is_digit(seen)]
    if len(digits) < FEWEST * len(seen):
        return False
    return float((digits < _UNSURE).mean()) <= MOST_UNSURE


def _is_digit(seen: Pixels) -> NDArray[np.bool_]:
    return ~np.isin(seen.argmax(axis=1), _NO_DIGIT)


def _clearest(picture: Picture, ways: Iterable[FoundGrid], time: Stopwatch) -> Board:
    """The first way to lay a board that is read well, or the one that is read best."""
    tried = []
    for way in time.each(ways):
        tried.append((way, *_upright(picture, way)))
        if _loss(tried[-1][-1], way.size) < WELL:
            break
    grid, turns, cells, seen = min(tried, key=lambda one: _loss(one[-1], one[0].size))
    coloured = cells_at(picture.colours, picture.places(grid.mesh.places(grid.size * SIDE)))
    shown = sampled(picture.colours, picture.places(grid.mesh.places(SHOWN)))
    turned = _turned(coloured, turns).reshape(-1, SIDE, SIDE, 3)
    if _loss(seen, grid.size) >= BLURRED:
        greys = cv2.cvtColor(turned.reshape(-1, SIDE, 3), cv2.COLOR_RGB2GRAY)
        greys = np.asarray(greys, np.uint8).reshape(-1, SIDE, SIDE)
        cells, seen = with_blur_undone(greys, cells, seen, time)
    cells, seen = _through_filters(turned, cells, seen, time)
    in_place = lines_in_place(grid)
    return Board(
        cells,
        seen,
        turned,
        np.ascontiguousarray(np.rot90(shown, turns)),
        is_clear=grid.score >= GOOD and in_place >= PROVES,
        is_in_place=in_place >= FITS,
        is_legible=_is_legible(seen),
    )


def _through_filters(
    colours: NDArray[np.uint8], cells: Pixels, seen: Pixels, time: Stopwatch
) -> tuple[Pixels, Pixels]:
    """Reads hard cells in red, green and blue alone, and keeps what one of them shows clearly.

    What wavers even then is read again with its place moved, and without what is around it.
    """
    cells, seen = cells.copy(), seen.copy()
    for colour in time.each(range(3)):
        hard = np.flatnonzero(seen.max(axis=1) < _HARD)
        if len(hard):
            others = normalised(colours[..., colour].astype(np.float32))[hard]
            said = log_likelihoods(others)
            clear = (said.max(axis=1) > _CLEAR) & ~np.isin(said.argmax(axis=1), _NO_DIGIT)
            cells[hard[clear]], seen[hard[clear]] = others[clear], said[clear]
    hard = np.flatnonzero(seen.max(axis=1) < _WAVERING)
    if len(hard):
        moved = mean_of_moved(cells[hard], seen[hard], time)
        seen[hard] = with_digits_alone(cells[hard], moved, is_large=len(cells) > _USUAL**2)
    return cells, seen


def _upright(picture: Picture, grid: FoundGrid) -> tuple[int, Pixels, Pixels]:
    """The quarter turns with which the net reads a board best, its cells and what the net says."""
    lying = cells_at(picture.grey, picture.places(grid.mesh.places(grid.size * SIDE)))
    cells = _normalised(lying)
    seen = log_likelihoods(cells)
    inked = np.flatnonzero(seen.argmax(axis=1) > 0)
    # All four turns are read only if the first one reads badly, and then on few cells.
    inked = inked[:: 1 + len(inked) // _TO_TURN]
    if _loss(seen, grid.size) < UPRIGHT or not len(inked):
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


def _loss(seen: Pixels, size: int) -> float:
    """How far the net is from being sure of the digits that a board of that size may have.

    It is a mean negative log-likelihood, and 9 where there are no digits.
    """
    digits = _of_digits(seen, size)
    return float(-digits.max(axis=1).mean()) if len(digits) else 9.0


def _sureness(seen: Pixels, size: int) -> float:
    """The mean likelihood of the digits that a board of that size may have; 0 without digits.

    A loss would do, but for handwriting: there a few symbols that no such board has, a 1 taken for
    an A, cost more than all other digits upside down.
    """
    digits = _of_digits(seen, size)
    return float(np.exp(digits.max(axis=1)).mean()) if len(digits) else 0.0


def _of_digits(seen: Pixels, size: int) -> Pixels:
    """The log-likelihoods of the values of a board, in the cells that hold some digit."""
    digits = seen[_is_digit(seen)]
    return digits[:, 1 : size + 1] if size <= _USUAL else digits
