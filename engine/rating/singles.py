"""Placements: full houses, singles, and hidden singles that a locked digit or subset leaves."""

from engine.rating.board import (
    BITS,
    BOX,
    COLUMN,
    ROW,
    SUBSETS,
    UNIT_CELLS,
    UNITS,
    Board,
    cells_of,
    crossings,
)
from engine.rating.step import RatedStep
from engine.rating.subsets import hidden_places
from engine.techniques.locked import DIRECT_CLAIMING, DIRECT_POINTING
from engine.techniques.singles import FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE
from engine.techniques.subsets import DIRECT_HIDDEN_PAIR, DIRECT_HIDDEN_TRIPLE
from engine.techniques.technique import Technique

_BY_KIND = (BOX, COLUMN, ROW)


def _placement(technique: Technique, cell: int, digit: int, *, added: float = 0) -> RatedStep:
    return RatedStep(technique, technique.rating + added, cell=cell, digit=digit)


def full_house_or_hidden_single(board: Board) -> RatedStep | None:
    """The last empty cell of a unit (1.0), else a digit's only place in a box (1.2) or line (1.5).

    Boxes come before columns before rows.
    """
    for last in (True, False):
        for kind in _BY_KIND:
            if step := _hidden_single(board, kind, last=last):
                return step
    return None


def _hidden_single(board: Board, kind: int, *, last: bool) -> RatedStep | None:
    for unit in range(9 * kind, 9 * kind + 9):
        if (board.empty_in[unit] == 1) != last:
            continue
        for digit, places in enumerate(board.candidates.places[unit]):
            if len(BITS[places]) == 1:
                cell = UNITS[unit][BITS[places][0]]
                if last:
                    return _placement(FULL_HOUSE, cell, digit)
                return _placement(HIDDEN_SINGLE, cell, digit, added=0.0 if kind == BOX else 0.3)
    return None


def naked_single(board: Board) -> RatedStep | None:
    """A cell with one candidate (2.3)."""
    for cell, digits in enumerate(board.candidates.digits):
        if len(BITS[digits]) == 1:
            return _placement(NAKED_SINGLE, cell, BITS[digits][0])
    return None


def direct_locked(board: Board) -> RatedStep | None:
    """Locked candidates that leave a digit one place (1.7 pointing, 1.9 claiming)."""
    for digit, unit, crossed in crossings():
        cells = board.cells_with[digit] & UNIT_CELLS[unit]
        if cells.bit_count() < 2 or cells & ~UNIT_CELLS[crossed]:
            continue
        if step := _single_after_lock(board, digit, unit, crossed):
            return step
    return None


def _single_after_lock(board: Board, digit: int, unit: int, crossed: int) -> RatedStep | None:
    """A hidden single that a digit locked in a crossing leaves in a third unit."""
    pointing = unit < 9
    for third in range(unit // 9 * 9, unit // 9 * 9 + 9):
        if third == unit or not UNIT_CELLS[third] & UNIT_CELLS[crossed]:
            continue
        cells = board.cells_with[digit] & UNIT_CELLS[third]
        left = cells & ~UNIT_CELLS[crossed]
        # The digit is locked in the crossed unit, so it goes where that meets the third.
        if cells.bit_count() > 1 and left.bit_count() == 1:
            technique = DIRECT_POINTING if pointing else DIRECT_CLAIMING
            return _placement(technique, next(cells_of(left)), digit)
    return None


def direct_hidden_pair(board: Board) -> RatedStep | None:
    """A hidden pair that leaves another digit of its unit one place (2.0)."""
    return _direct_hidden(board, 2, DIRECT_HIDDEN_PAIR)


def direct_hidden_triple(board: Board) -> RatedStep | None:
    """A hidden triple that leaves another digit of its unit one place (2.5)."""
    return _direct_hidden(board, 3, DIRECT_HIDDEN_TRIPLE)


def _direct_hidden(board: Board, size: int, technique: Technique) -> RatedStep | None:
    for kind in _BY_KIND:
        for unit in range(9 * kind, 9 * kind + 9):
            # A subset of all empty cells leaves no cell for another digit.
            if board.empty_in[unit] <= size:
                continue
            for digits in SUBSETS[size]:
                places = hidden_places(board, unit, digits)
                if places and (left := _single_after_subset(board, unit, digits, places)):
                    return _placement(technique, *left)
    return None


def _single_after_subset(
    board: Board, unit: int, digits: int, places: int
) -> tuple[int, int] | None:
    for digit, own in enumerate(board.candidates.places[unit]):
        left = BITS[own & ~places]
        if not digits >> digit & 1 and len(BITS[own]) > 1 and len(left) == 1:
            return UNITS[unit][left[0]], digit
    return None
