"""Unique rectangles and loops: cells of two digits that would have two fillings.

A cell of a loop is rich if it has candidates besides the pair of digits. The types of deductions,
which also order those of equal difficulty, are:

1. One rich cell loses the pair.
2. Rich cells share one extra digit, which falls where it sees all of them.
3. Two rich cells act as one cell of a naked or hidden subset.
4. Two rich cells hold all places of one digit of the pair in a unit, and lose the other digit.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from engine.rating.board import (
    ALL,
    BITS,
    KINDS,
    PLACE_IN,
    SUBSETS,
    UNIT_CELLS,
    UNIT_OF,
    UNITS,
    Board,
    cells_at,
    cells_of,
    seen_by_all,
)
from engine.rating.step import RatedStep
from engine.techniques.scale import UNIQUE_LOOP, UNIQUE_RECTANGLE
from engine.techniques.technique import Technique


@dataclass(frozen=True, slots=True)
class _Loop:
    """Cells in order, and the pair of digits that they all have."""

    cells: tuple[int, ...]
    pair: int

    @property
    def difficulty(self) -> float:
        easiest, length = UNIQUE_RECTANGLE.rating, len(self.cells)
        if length >= 10:
            return easiest + 0.3 + 0.2
        return easiest + (0.2 if length >= 8 else 0.1 if length >= 6 else 0)

    @property
    def technique(self) -> Technique:
        rectangle = len(self.cells) == 4
        return UNIQUE_RECTANGLE if rectangle else UNIQUE_LOOP

    def is_deadly(self) -> bool:
        """Whether each unit met holds one cell of either colour; the colours alternate."""
        met: list[set[int]] = [set(), set()]
        for index, cell in enumerate(self.cells):
            units = met[index % 2]
            if not units.isdisjoint(UNIT_OF[cell]):
                return False
            units.update(UNIT_OF[cell])
        return met[0] == met[1]


_Found: TypeAlias = tuple[float, int, dict[int, int]]
"""Added difficulty, type of deduction, and what it removes."""


def unique_loop(board: Board) -> RatedStep | None:
    """The easiest deduction from a unique loop (4.5-5.0, more with subsets)."""
    best: tuple[float, int] | None = None
    step = None
    for loop in _loops(board):
        if not loop.is_deadly():
            continue
        for added, kind, removed in _deductions(board, loop):
            rank = (loop.difficulty + added, kind)
            # Of equal ones the first is kept.
            if removed and (best is None or rank < best):
                best, step = rank, RatedStep(loop.technique, rank[0], removed)
    return step


def _loops(board: Board) -> Iterator[_Loop]:
    for cell, digits in enumerate(board.candidates.digits):
        if len(BITS[digits]) == 2:
            for cells in _Growth(board, digits).loops((cell,), 2, 0, -1):
                yield _Loop(cells, digits)


class _Growth:
    """Grows paths of cells that have a pair of digits until they close."""

    __slots__ = ("board", "pair")

    def __init__(self, board: Board, pair: int) -> None:
        self.board = board
        self.pair = pair

    def loops(
        self, cells: tuple[int, ...], rich: int, added: int, kind_before: int
    ) -> Iterator[tuple[int, ...]]:
        """Yields loops that begin with a path.

        `rich` is how many more cells may have other candidates, which are `added` so far; any
        number of cells may if all of them add the same digit. Two links in turn are through units
        of different kinds.
        """
        for kind in KINDS:
            if kind == kind_before:
                continue
            for cell in UNITS[UNIT_OF[cells[-1]][kind]]:
                digits = self.board.candidates.digits[cell]
                if cell == cells[0] and len(cells) >= 4:
                    yield cells
                elif digits & self.pair == self.pair and cell not in cells:
                    more = (added | digits) & ~self.pair
                    extra = len(BITS[digits]) > 2
                    if not extra or rich > 0 or len(BITS[more]) == 1:
                        yield from self.loops((*cells, cell), rich - extra, more, kind)


def _deductions(board: Board, loop: _Loop) -> Iterator[_Found]:
    digits = board.candidates.digits
    rich = [cell for cell in loop.cells if len(BITS[digits[cell]]) > 2]
    if not rich:
        return
    if len(rich) == 1:
        yield 0, 1, {rich[0]: loop.pair}
        return
    extra = 0
    for cell in rich:
        extra |= digits[cell] & ~loop.pair
    # More than two such cells are only met with a single extra digit.
    if len(rich) > 2 or len(BITS[extra]) == 1:
        seen = seen_by_all(sum(1 << cell for cell in rich))
        low = digits[rich[0]] & ~loop.pair
        yield 0, 2, board.holding(low & -low, seen)
    else:
        yield from _with_subsets(board, loop, (rich[0], rich[1]))
    if len(rich) == 2:
        yield from _locked_digit(board, loop, (rich[0], rich[1]))


def _with_subsets(board: Board, loop: _Loop, rich: tuple[int, int]) -> Iterator[_Found]:
    """The two rich cells act as one cell of a naked or hidden subset."""
    digits = board.candidates.digits
    one, other = rich
    extra = len(BITS[(digits[one] | digits[other]) & ~loop.pair])
    for size in range(2, 8):
        for unit, shared in zip(UNIT_OF[one], UNIT_OF[other], strict=True):
            if unit != shared:
                continue
            # The limits of empty cells are those of other subsets.
            if extra <= size and 2 * size <= board.empty_in[unit]:
                yield from _naked(board, loop, unit, rich, size)
            if 2 * size < board.empty_in[unit]:
                yield from _hidden(board, loop, unit, rich, size)


def _naked(
    board: Board, loop: _Loop, unit: int, rich: tuple[int, int], size: int
) -> Iterator[_Found]:
    digits = board.candidates.digits
    one, other = rich
    extra = (digits[one] | digits[other]) & ~loop.pair
    common = digits[one] & digits[other] & extra
    first, second = (1 << PLACE_IN[cell][unit // 9] for cell in rich)
    for places in SUBSETS[size]:
        # `first` stands for both cells, so that each subset is tried once.
        if not places & first or places & second:
            continue
        owned = [digits[UNITS[unit][place]] for place in BITS[places & ~first]]
        union = 0
        for own in owned:
            union |= own
        if any(len(BITS[own]) < 2 for own in owned):
            continue
        if len(BITS[union | common]) == len(BITS[union | extra]) == size:
            outside = cells_at(unit, ALL & ~(places | second))
            yield (size - 1) * 0.1, 3, board.holding(union | extra, outside)


def _hidden(
    board: Board, loop: _Loop, unit: int, rich: tuple[int, int], size: int
) -> Iterator[_Found]:
    digits = board.candidates.digits
    one, other = rich
    free = BITS[ALL & ~(digits[one] | digits[other])]
    first, second = (1 << PLACE_IN[cell][unit // 9] for cell in rich)
    if not free:
        return
    # In the order of the masks of digits, which `combinations` does not follow.
    ascending = sorted(
        sum(1 << digit for digit in chosen) for chosen in combinations(free, size - 2)
    )
    for chosen in ascending:
        hidden = chosen | loop.pair
        owned = [board.candidates.places[unit][digit] & ~second for digit in BITS[hidden]]
        union = 0
        for own in owned:
            union |= own
        if all(owned) and len(BITS[union]) == size:
            cells = cells_at(unit, union & ~first)
            yield (size - 2) * 0.1, 3, board.holding(ALL & ~hidden, cells)


def _locked_digit(board: Board, loop: _Loop, rich: tuple[int, int]) -> Iterator[_Found]:
    """If a digit of the pair has no other place in a unit of both cells, the other digit goes."""
    one, other = rich
    both = 1 << one | 1 << other
    low, high = BITS[loop.pair]
    for locked, gone in ((low, high), (high, low)):
        for unit, shared in zip(UNIT_OF[one], UNIT_OF[other], strict=True):
            others = board.cells_with[locked] & UNIT_CELLS[unit] & ~both
            if unit == shared and not others:
                yield 0, 4, dict.fromkeys(cells_of(both), 1 << gone)
                return
