"""Reads the boards in a picture: from the bytes of a file to the values of the cells.

Nothing says whether a picture shows a board, where, of which size, and which way up. No stage can
decide that for certain. So each stage makes several proposals, and a later one that knows more
chooses among them:

1. `quads` proposes four-sided shapes, and `find_grids` finds the places of boards among them, with
   several ways to lay each board.
2. A board is laid in each of these ways and turned by quarters; the net reads it best in the right
   one (`engine/photo/boards.py`). If it is read badly even so, it is read as if it were not blurred
   (`engine/photo/blur.py`).
3. Cells that are hard to read are read again in one colour at a time, and moved a little.
4. Printed digits that are copies of one another are read alike (`engine/photo/alike.py`). The
   digits filled in by hand are told from the givens and from what shines through the paper, and the
   rules of Sudoku decide between values that are nearly as likely (`engine/photo/verdict.py`).
5. A board whose digits clash in boxes that no bold lines show, or that nothing proves to be a
   Sudoku, is left out (`_is_jumble`). So is one of other rules, which is named
   (`engine/photo/variants.py`).

There are five looks at a picture, the first three each at more shapes than the one before. Two are
at other copies: a coarser one, in which noise and moire are gone, and a larger one, in which the
lines of small cells lie apart. The first look that finds a puzzle with exactly one solution is the
last one. Where none does, the boards of the first look that found any are returned.
What a look may cost is bounded by MOST_CELLS, whatever is in the picture. A Stopwatch is asked
before each step that takes long: each shape, each way to lay a board, each reading of its cells,
each board that is judged, and each search. So a reader whose time is over ends soon, and returns
the boards that it has judged until then.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import isqrt
from time import process_time
from typing import Final

import cv2
import numpy as np

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.photo.boards import WELL, is_digit, looks, loss
from engine.photo.cells import Pixels
from engine.photo.grids import SIZES
from engine.photo.picture import Picture
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
    first: tuple[Reading, ...] = ()
    seen = _Seen()
    try:
        for boards in looks(picture, time):
            seen.look(boards, time)
            readings = seen.in_order()
            if any(reading.solutions == 1 for reading in readings):
                return readings, not seen.is_hurried
            if readings and (not first or _are_surer(readings, first)):
                first = readings
            if not first and OTHER_RULES.intersection(seen.reasons):
                break
    except BudgetSpent:
        found = first or seen.in_order()
        if not found:
            raise
        return found, False
    if first:
        return first, not seen.is_hurried
    if seen.is_hurried:
        raise BudgetSpent
    raise Unreadable(_likeliest(seen.reasons, why_unreadable(picture)))


def _are_surer(readings: Sequence[Reading], others: Sequence[Reading]) -> bool:
    """Whether the first board of a later look leaves much less to doubt."""
    return 2 * len(readings[0].doubtful) < len(others[0].doubtful)


_HIDING: Final = {Why.SHAKEN, Why.BLURRED, Why.TOO_SMALL, Why.FAINT, Why.GRAINY}


def _likeliest(reasons: Sequence[Why], trouble: Why) -> Why:
    """Why nothing was read: for what the boards are, unless nobody could see that."""
    if not reasons or trouble in _HIDING:
        return trouble
    return next((why for why in reasons if why is not Why.FEW_DIGITS), Why.FEW_DIGITS)


@dataclass(slots=True)
class _Seen:
    """What has come of a picture until now.

    `readings` are those of the latest look, by the ranks of their boards, and `reasons` say why
    clear boards of other kinds were left out. It `is_hurried` once any board was.
    """

    readings: dict[int, Reading] = field(default_factory=dict)
    reasons: list[Why] = field(default_factory=list)
    is_hurried: bool = False

    def look(self, boards: Iterable[Board], time: Stopwatch) -> None:
        """Judges the boards of another look.

        Raises BudgetSpent; what was added until then is right.
        """
        self.readings.clear()
        for board in time.each(boards):
            self.is_hurried |= board.is_hurried
            reading = judged(board, time) if _is_legible(board.seen) else None
            kind = None if reading and reading.solutions == 1 else _other_kind(board)
            if kind is not None:
                self.reasons.append(kind)
            elif reading is not None and not _is_jumble(board, reading):
                self.readings[board.rank] = reading

    def in_order(self) -> tuple[Reading, ...]:
        """The readings, the one that is most likely meant first."""
        return tuple(self.readings[rank] for rank in sorted(self.readings))


def _other_kind(board: Board) -> Why | None:
    """What a board with clear lines, or with shaded diagonals, is instead of an ordinary puzzle."""
    if _is_legible(board.seen) and has_shaded_diagonals(board.flat, isqrt(len(board.seen))):
        return Why.DIAGONALS
    if not board.is_clear:
        return None
    digits = int(is_digit(board.seen).sum())
    is_blank = digits < FEWEST * len(board.seen)
    geometry = Geometry.of_size(isqrt(len(board.seen)))
    kind = variant_of(board.flat, geometry, is_blank=is_blank and board.is_in_place)
    if kind is Why.KILLER or (kind and board.is_in_place and not is_blank):
        return kind
    return Why.FEW_DIGITS if is_blank and digits and board.is_in_place else None


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
    is_plain = board.is_clear and board.is_in_place and loss(board.seen, geometry.size) < WELL
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
    digits = seen.max(axis=1)[is_digit(seen)]
    if len(digits) < FEWEST * len(seen):
        return False
    return float((digits < _UNSURE).mean()) <= MOST_UNSURE
