"""Locked candidates, naked and hidden subsets, and fish."""

from collections.abc import Iterator

from engine.rating.board import (
    ALL,
    BITS,
    BOX,
    COLUMN,
    DIGITS,
    ROW,
    SUBSETS,
    UNIT_CELLS,
    UNITS,
    Board,
    cells_at,
)
from engine.rating.step import RatedStep, elimination
from engine.techniques.fish import JELLYFISH, SWORDFISH, X_WING
from engine.techniques.locked import CLAIMING, POINTING
from engine.techniques.subsets import (
    HIDDEN_PAIR,
    HIDDEN_QUAD,
    HIDDEN_TRIPLE,
    NAKED_PAIR,
    NAKED_QUAD,
    NAKED_TRIPLE,
)

_NAKED = {2: NAKED_PAIR, 3: NAKED_TRIPLE, 4: NAKED_QUAD}
_HIDDEN = {2: HIDDEN_PAIR, 3: HIDDEN_TRIPLE, 4: HIDDEN_QUAD}
_FISH = {2: X_WING, 3: SWORDFISH, 4: JELLYFISH}


def _units(board: Board, least: int) -> Iterator[int]:
    """Yields boxes, columns and rows with at least that many empty cells."""
    for kind in (BOX, COLUMN, ROW):
        for unit in range(9 * kind, 9 * kind + 9):
            if board.empty_in[unit] >= least:
                yield unit


def hidden_places(board: Board, unit: int, digits: int) -> int:
    """The places of a hidden subset, as many as its digits; 0 if the digits are none.

    Each of the digits must have two places or more.
    """
    places = 0
    for digit in BITS[digits]:
        own = board.candidates.places[unit][digit]
        if len(BITS[own]) < 2:
            return 0
        places |= own
    return places if len(BITS[places]) == len(BITS[digits]) else 0


def hidden_subset(board: Board, size: int) -> RatedStep | None:
    """As many digits of a unit as they have places (3.4, 4.0, 5.4)."""
    # With fewer empty cells, the others are a naked subset that was tried before.
    for unit in _units(board, 2 * size + 1):
        for digits in SUBSETS[size]:
            places = hidden_places(board, unit, digits)
            if places and (
                step := elimination(
                    _HIDDEN[size], board.holding(ALL & ~digits, cells_at(unit, places))
                )
            ):
                return step
    return None


def _naked_digits(board: Board, unit: int, places: int) -> int:
    digits = 0
    for place in BITS[places]:
        own = board.candidates.digits[UNITS[unit][place]]
        if len(BITS[own]) < 2:
            return 0
        digits |= own
    return digits if len(BITS[digits]) == len(BITS[places]) else 0


def naked_subset(board: Board, size: int) -> RatedStep | None:
    """As many cells of a unit as they have digits (3.0, 3.6, 5.0)."""
    # With fewer empty cells, the others are a hidden subset that was tried before.
    for unit in _units(board, 2 * size):
        for places in SUBSETS[size]:
            digits = _naked_digits(board, unit, places)
            if digits and (
                step := elimination(
                    _NAKED[size], board.holding(digits, cells_at(unit, ALL & ~places))
                )
            ):
                return step
    return None


def locked(board: Board) -> RatedStep | None:
    """A digit whose places in one unit all lie in another is gone elsewhere there (2.6, 2.8)."""
    for one, other in ((BOX, COLUMN), (BOX, ROW), (COLUMN, BOX), (ROW, BOX)):
        for digit in DIGITS:
            for unit in range(9 * one, 9 * one + 9):
                cells = board.cells_with[digit] & UNIT_CELLS[unit]
                if cells.bit_count() < 2:
                    continue
                for crossed in range(9 * other, 9 * other + 9):
                    if cells & ~UNIT_CELLS[crossed]:
                        continue
                    if step := _lock(board, digit, unit, crossed):
                        return step
    return None


def _lock(board: Board, digit: int, unit: int, crossed: int) -> RatedStep | None:
    technique = POINTING if unit < 9 else CLAIMING
    gone = board.holding(1 << digit, UNIT_CELLS[crossed] & ~UNIT_CELLS[unit])
    return elimination(technique, gone)


def fish(board: Board, size: int) -> RatedStep | None:
    """A digit in as many lines as crossing lines (3.2, 3.8, 5.2); columns are tried first."""
    for base, cover in ((COLUMN, ROW), (ROW, COLUMN)):
        for lines in SUBSETS[size]:
            for digit in DIGITS:
                # With fewer lines open, the others are a smaller fish that was tried before.
                if board.placed[digit] + 2 * size > 9:
                    continue
                if step := _fish_at(board, base, cover, lines, digit):
                    return step
    return None


def _fish_at(board: Board, base: int, cover: int, lines: int, digit: int) -> RatedStep | None:
    places = 0
    for line in BITS[lines]:
        own = board.candidates.places[9 * base + line][digit]
        if len(BITS[own]) < 2:
            return None
        places |= own
    size = len(BITS[lines])
    if len(BITS[places]) != size:
        return None
    # Parallel lines share no cell, so their sum is their union.
    covered = sum(UNIT_CELLS[9 * cover + line] for line in BITS[places])
    kept = sum(UNIT_CELLS[9 * base + line] for line in BITS[lines])
    return elimination(_FISH[size], board.holding(1 << digit, covered & ~kept))
