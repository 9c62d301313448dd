"""Locked candidates, pairs and X-wings on the grid of a run, and what they rest on."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from engine.rating.advance import Advance, in_buckets
from engine.rating.board import (
    ALL,
    BITS,
    BOX,
    COLUMN,
    DIGITS,
    ROW,
    UNIT_CELLS,
    UNITS,
    Board,
    CandidateMasks,
    crossings,
)

_Found: TypeAlias = tuple[list[int], list[int]]
"""The candidates to remove, and those that had to be false first."""

# In the order of their masks as numbers.
_PAIRS = tuple((first, second) for second in range(1, 9) for first in range(second))


def locked_sets(board: Board, start: CandidateMasks, grid: CandidateMasks) -> list[Advance]:
    """What locked candidates, hidden pairs, naked pairs or X-wings remove from the grid of a run.

    Only the first of these families that finds anything is used. A set that rests on no false
    candidate was there before the run, and does not count.
    """
    families: tuple[Callable[[Board, CandidateMasks, CandidateMasks], Iterator[_Found]], ...]
    families = (_locked, _hidden_pairs, _naked_pairs, _x_wings)
    for family in families:
        found = [
            Advance(in_buckets(gone), rest)
            for gone, rest in family(board, start, grid)
            if gone and rest
        ]
        if found:
            return found
    return []


def _at(unit: int, places: int, digit: int) -> list[int]:
    return [9 * UNITS[unit][place] + digit for place in BITS[places]]


def _gone(start: CandidateMasks, grid: CandidateMasks, unit: int, digit: int) -> int:
    """The places of a digit in a unit that the run has removed."""
    return start.places[unit][digit] & ~grid.places[unit][digit]


def _crossing(unit: int, other: int) -> int:
    """The places in a unit of the cells that it shares with another one."""
    return sum(
        1 << place for place, cell in enumerate(UNITS[unit]) if UNIT_CELLS[other] >> cell & 1
    )


_CROSSINGS = [
    (digit, unit, other, _crossing(unit, other), _crossing(other, unit))
    for digit, unit, other in crossings()
]


def _locked(_board: Board, start: CandidateMasks, grid: CandidateMasks) -> Iterator[_Found]:
    for digit, unit, other, common, back in _CROSSINGS:
        places = grid.places[unit][digit]
        if len(BITS[places]) > 1 and not places & ~common:
            gone = _at(other, grid.places[other][digit] & ~back, digit)
            off = _gone(start, grid, unit, digit) & ~common
            yield gone, _at(unit, off, digit)


def _units(board: Board, least: int) -> Iterator[int]:
    for kind in (BOX, COLUMN, ROW):
        for unit in range(9 * kind, 9 * kind + 9):
            if board.empty_in[unit] >= least:
                yield unit


def _hidden_pairs(board: Board, start: CandidateMasks, grid: CandidateMasks) -> Iterator[_Found]:
    for unit in _units(board, 5):
        for one, other in _PAIRS:
            places = grid.places[unit][one]
            if len(BITS[places]) != 2 or grid.places[unit][other] != places:
                continue
            cells = [UNITS[unit][place] for place in BITS[places]]
            others = ALL & ~(1 << one | 1 << other)
            gone = [9 * c + digit for c in cells for digit in BITS[grid.digits[c] & others]]
            # What the run has removed of the two digits elsewhere in the unit.
            rest = [
                candidate
                for digit in (one, other)
                for candidate in _at(unit, start.places[unit][digit] & ~places, digit)
            ]
            yield gone, rest


def _naked_pairs(board: Board, start: CandidateMasks, grid: CandidateMasks) -> Iterator[_Found]:
    for unit in _units(board, 4):
        for first, second in _PAIRS:
            cells = UNITS[unit][first], UNITS[unit][second]
            pair = grid.digits[cells[0]]
            if len(BITS[pair]) != 2 or grid.digits[cells[1]] != pair:
                continue
            others = [cell for cell in UNITS[unit] if cell not in cells]
            gone = [9 * c + digit for c in others for digit in BITS[grid.digits[c] & pair]]
            off = [9 * c + d for c in cells for d in BITS[start.digits[c] & ~pair]]
            yield gone, off


def _x_wings(board: Board, start: CandidateMasks, grid: CandidateMasks) -> Iterator[_Found]:
    for base, cover in ((COLUMN, ROW), (ROW, COLUMN)):
        for first, second in _PAIRS:
            for digit in DIGITS:
                lines = 9 * base + first, 9 * base + second
                places = grid.places[lines[0]][digit]
                if len(BITS[places]) != 2 or grid.places[lines[1]][digit] != places:
                    continue
                # As for X-wings outside runs, the digit needs four open lines.
                if board.placed[digit] > 5:
                    continue
                kept = 1 << first | 1 << second
                gone = [
                    candidate
                    for unit in (9 * cover + place for place in BITS[places])
                    for candidate in _at(unit, grid.places[unit][digit] & ~kept, digit)
                ]
                off = [
                    candidate
                    for line in lines
                    for candidate in _at(line, _gone(start, grid, line, digit) & ~places, digit)
                ]
                yield gone, off
