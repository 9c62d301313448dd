"""Judges what the net saw in the cells of a board: givens, own digits, and what is no digit at all.

A net sees one cell. It cannot know that the faint 8 in it is the only faint digit of the board, or
that only a blank in its place leaves a puzzle. Three things are asked here, in this order: how
strong the ink is (`engine/photo/ink.py`), which colour it has (`engine/photo/hand.py`), and what
the rules of Sudoku say of both.

Faint digits are pencil if the other digits have one solution, with which most of the faint ones
agree; digits that shine through the paper agree by chance only, and are left out. They are givens
if the puzzle has one solution only with them. Whichever it is, they are doubtful: no digit is left
out without a mark.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from io import BytesIO
from math import isqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.photo.alike import copies_in, others_together, read_alike
from engine.photo.alone import are_two
from engine.photo.cells import Pixels
from engine.photo.expected import is_full, solution_of_full, with_solution
from engine.photo.hand import filled_in, mistaken, solution_without
from engine.photo.ink import VERY_FAINT, faint, left_by_glare, shares_of_usual, strengths
from engine.photo.net import NOTES, SYMBOLS
from engine.photo.reading import Reading
from engine.photo.repair import BOUND, Other, repaired, solution_count
from engine.photo.stopwatch import Stopwatch
from engine.photo.two_digits import looked_at_again
from engine.photo.values import likelihoods
from engine.search.search import differing_cells

DOUBT: Final = 1.5
"""A cell is doubtful if another value is less likely by less than this natural logarithm."""

DEEP_DOUBT: Final = 3.5
"""That of a board without exactly one solution, in which something must be wrong."""

_UNTOLD: Final = float(np.log(0.5))
"""A cell that holds nothing which the board may have is likelier not to be blank below this."""

AGREEING: Final = 0.7
"""The share of a player's own faint digits that is right, at least."""

FEW: Final = 3
"""So few digits that are very faint may agree with the solution by chance."""

_PALE: Final = 0.7
"""By how much less likely, as a natural logarithm, a faint digit is once it was left out."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board that was cut out of a picture and turned upright.

    `cells` are normalised, `colours` the same cells in colours, and `flat` is all of the board laid
    flat. `seen` holds the log-likelihoods of the net. Its lines prove a board that `is_clear`, and
    they lie where the cells were cut if it `is_in_place`. Of the boards of a look, the one with the
    lowest `rank` is most likely meant. One that `is_hurried` may be read better in more time.
    """

    cells: Pixels
    seen: Pixels
    colours: NDArray[np.uint8]
    flat: NDArray[np.uint8]
    is_clear: bool
    is_in_place: bool
    rank: int
    is_hurried: bool = False


@dataclass(frozen=True, slots=True)
class _Sorted:
    """What the digits of a board are: `own` ones are part of the grid, `pale` ones may be.

    Digits in the glare of a lamp are faint, but not pale.
    """

    grid: Grid
    own: tuple[int, ...]
    pale: tuple[int, ...]
    count: int | None


def judged(board: Board, time: Stopwatch) -> Reading:
    """What a board is read as; searches take what is left of the time."""
    seen = looked_at_again(board.cells, board.seen)
    values = likelihoods(seen, isqrt(len(seen)))
    copies = copies_in(board.cells, values)
    values, agreed = read_alike(values, copies)
    order = np.argsort(values, axis=1)[:, ::-1]
    cells = np.arange(len(values))
    best = values[cells, order[:, 0]]
    losses = best - values[cells, order[:, 1]]
    grid = Grid(Geometry.of_size(isqrt(len(seen))), order[:, 0].astype(np.uint8).tobytes())
    digits = [cell for cell, value in enumerate(grid.values) if value]
    shares = shares_of_usual(strengths(board.colours), digits)
    found = _sorted(board, grid, shares, time)
    losses[[*faint(shares, digits), *agreed]] = 0
    found = _as_expected(found, values, losses, time)
    mended = None
    if found.count != 1:
        others = _others(values, best) + others_together(values, copies) + _left_out(grid, found)
        mended = repaired(found.grid, others, time.share())
        mended = mended and _with_the_rest(mended, grid, found, time)
    doubt = DEEP_DOUBT if found.count != 1 and mended is None else DOUBT
    wrong = mistaken(found.grid, list(found.own), time.share())
    doubtful = set(np.flatnonzero(losses < doubt).tolist()) | wrong
    # Something stands in a cell that is neither blank nor of any value, and must not be dropped.
    untold = np.flatnonzero(np.logaddexp.reduce(values, axis=1) < _UNTOLD)
    doubtful |= {int(cell) for cell in untold if not found.grid[int(cell)]}
    noted = tuple(np.flatnonzero(seen.argmax(axis=1) == SYMBOLS.index(NOTES)).tolist())
    if noted:
        # Where there are notes, a net may take two of them for the clearer one, and be sure of it.
        doubtful |= {cell for cell in digits if found.grid[cell] and are_two(board.cells[cell])}
    if found.count != 1 and mended is None and not board.is_in_place:
        doubtful |= {cell for cell, value in enumerate(found.grid.values) if value}
    return Reading(
        mended or found.grid,
        tuple(sorted(doubtful, key=losses.__getitem__)),
        () if mended is None else differing_cells(found.grid, mended),
        noted,
        frozenset(found.own),
        _jpeg(board.flat),
        1 if mended else found.count,
    )


def _as_expected(found: _Sorted, values: Pixels, losses: Pixels, time: Stopwatch) -> _Sorted:
    """Reads own digits, and those of a full page, with the solution in mind.

    What is read otherwise then is doubtful: its loss becomes 0. So are the other digits that differ
    from the solution of a full page.
    """
    if found.own:
        solution = solution_without(found.grid, list(found.own), time.share())
    elif found.count == 1:
        return found
    else:
        solution = solution_of_full(found.grid, losses, time.share())
    if solution is None:
        return found
    digits = [cell for cell, value in enumerate(found.grid.values) if value]
    blanks = found.grid.blanks() if is_full(found.grid) else ()
    cells = [*(found.own or digits), *blanks]
    changed = with_solution(values, found.grid, cells, solution)
    grid = found.grid.with_values(changed)
    wrong = [cell for cell in cells if grid[cell] != solution[cell]]
    losses[[*changed, *wrong]] = 0
    if found.own:
        own = sorted({*found.own, *(cell for cell in blanks if grid[cell])})
        return replace(found, grid=grid, own=tuple(own))
    return replace(found, grid=grid, count=solution_count(grid, time.share()))


def _sorted(board: Board, grid: Grid, seen: Pixels, time: Stopwatch) -> _Sorted:
    """Sorts the digits; `seen` holds the ink of each cell as a share of the usual one."""
    digits = [cell for cell, value in enumerate(grid.values) if value]
    shares = np.maximum(seen, np.minimum(seen / left_by_glare(board.colours), 1))
    pale = tuple(faint(shares, digits))
    if not pale:
        return _by_colour(board, grid, (), time)
    strong = _by_colour(board, _without(grid, pale), pale, time)
    if strong.count == 1:
        wrong = mistaken(_without(grid, strong.own), list(pale), time.share())
        is_own = len(pale) - len(wrong) >= AGREEING * len(pale)
        if is_own and (len(pale) > FEW or min(shares[list(pale)]) > VERY_FAINT):
            own = tuple(sorted({*strong.own, *pale}))
            return _Sorted(grid, own, pale, 1)
        return strong
    whole = _by_colour(board, grid, pale, time)
    if whole.count == 1:
        return whole
    fainter = [cell for cell in pale if shares[cell] < VERY_FAINT]
    return _by_colour(board, _without(grid, fainter), pale, time)


def _by_colour(board: Board, grid: Grid, pale: tuple[int, ...], time: Stopwatch) -> _Sorted:
    own = filled_in(grid, board.cells, board.colours, time.share())
    # Digits count as filled in only where the givens alone have exactly one solution.
    count = 1 if own else solution_count(grid, time.share())
    return _Sorted(grid, tuple(own), pale, count)


def _without(grid: Grid, cells: Iterable[int]) -> Grid:
    return grid.with_values(dict.fromkeys(cells, 0))


def _left_out(grid: Grid, found: _Sorted) -> list[Other]:
    """The faint digits as what else their cells may hold: the digit, or nothing."""
    return [(_PALE, (cell,), 0 if found.grid[cell] else grid[cell]) for cell in found.pale]


def _with_the_rest(mended: Grid, grid: Grid, found: _Sorted, time: Stopwatch) -> Grid:
    """A repaired board, with the last faint digits as well, where it needs most of them.

    They are givens in glare, then, and that they agree with the solution is no chance.
    """
    left = [cell for cell in found.pale if not mended[cell]]
    solution = solution_without(mended, left, time.share())
    if solution is None or 2 * len(left) >= len(found.pale):
        return mended
    return mended.with_values({cell: grid[cell] for cell in left if grid[cell] == solution[cell]})


def _jpeg(pixels: NDArray[np.uint8]) -> bytes:
    file = BytesIO()
    Image.fromarray(np.ascontiguousarray(pixels)).save(file, "JPEG", quality=80)
    return file.getvalue()


def _others(values: Pixels, best: Pixels) -> list[Other]:
    """The values that cells may have instead of the best one, within the BOUND."""
    losses = best[:, None] - values
    found = np.argwhere((losses > 0) & (losses <= BOUND))
    return [(float(losses[cell, value]), (int(cell),), int(value)) for cell, value in found]
