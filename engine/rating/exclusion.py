"""Aligned pair and triple exclusion: combinations that leave a common peer without a digit.

Every combination of digits in two or three cells is tried. It is impossible if cells that see each
other hold the same digit, or if it takes all candidates of a cell that sees all of them. A digit
that is in no possible combination falls.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from engine.rating.board import BITS, CELLS, PEER_CELLS, Board, cells_of
from engine.rating.step import RatedStep, elimination
from engine.techniques.scale import ALIGNED_PAIR_EXCLUSION, ALIGNED_TRIPLE_EXCLUSION

_EXCLUSIONS = {2: ALIGNED_PAIR_EXCLUSION, 3: ALIGNED_TRIPLE_EXCLUSION}


def _excluders(board: Board, size: int) -> dict[int, int]:
    """By cell that can take part, its peers with two to `size` candidates."""
    few = single = 0
    for cell, digits in enumerate(board.candidates.digits):
        count = len(BITS[digits])
        few |= (2 <= count <= size) << cell
        single |= (count == 1) << cell
    return {
        cell: PEER_CELLS[cell] & few
        for cell in CELLS
        if len(BITS[board.candidates.digits[cell]]) > 1
        and not PEER_CELLS[cell] & single
        and PEER_CELLS[cell] & few
    }


def aligned_exclusion(board: Board, size: int) -> RatedStep | None:
    """Two (6.2) or three (7.5) cells some of whose digits stand in no allowed combination."""
    near = _excluders(board, size)
    for cells, common in _pairs(near) if size == 2 else _triples(near):
        if common.bit_count() > 1 and (step := _exclude(board, cells, common)):
            return step
    return None


def _pairs(near: dict[int, int]) -> Iterator[tuple[tuple[int, ...], int]]:
    usable = list(near)
    for j, other in enumerate(usable):
        for one in usable[:j]:
            yield (one, other), near[one] & near[other]


def _triples(near: dict[int, int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yields three cells, the third near the first or else the second, and what all three see."""
    usable = sum(1 << cell for cell in near)
    for (one, other), common in _pairs(near):
        if common.bit_count() < 2:
            continue
        spared = ~usable | 1 << one | 1 << other
        first = near[one] & ~spared
        second = near[other] & ~spared & ~first
        for third in (*cells_of(first), *cells_of(second)):
            yield (one, other, third), common & near[third]


def _exclude(board: Board, cells: Sequence[int], common: int) -> RatedStep | None:
    digits = board.candidates.digits
    masks = {digits[cell] for cell in cells_of(common)}
    pairs = combinations(range(len(cells)), 2)
    peers = [(i, j) for i, j in pairs if PEER_CELLS[cells[i]] >> cells[j] & 1]
    allowed = [0] * len(cells)
    for combination in product(*(BITS[digits[cell]] for cell in cells)):
        # Cells that see each other cannot hold the same digit.
        if any(combination[i] == combination[j] for i, j in peers):
            continue
        union = 0
        for digit in combination:
            union |= 1 << digit
        # The combination would leave a common peer without a candidate.
        if any(not mask & ~union for mask in masks):
            continue
        for index, digit in enumerate(combination):
            allowed[index] |= 1 << digit
    removed = {
        cell: digits[cell] & ~kept
        for cell, kept in zip(cells, allowed, strict=True)
        if digits[cell] & ~kept
    }
    return elimination(_EXCLUSIONS[len(cells)], removed)
