"""The 9x9 board of the rater: bit masks of candidates by cell, by unit and by digit.

Units are numbered 0-8 boxes, 9-17 rows, 18-26 columns; a unit's cells have places 0-8. Digits
are 0-8 inside the rater. Sets of cells are ints of 81 bits, of digits or places ints of 9 bits.
"""

from collections.abc import Iterator, Sequence

BOX, ROW, COLUMN = range(3)
KINDS = (BOX, ROW, COLUMN)
CELLS = range(81)
DIGITS = range(9)
ALL = 0x1FF
EVERYWHERE = (1 << 81) - 1

UNIT_OF = tuple((c // 27 * 3 + c % 9 // 3, 9 + c // 9, 18 + c % 9) for c in CELLS)
PLACE_IN = tuple((c // 9 % 3 * 3 + c % 3, c % 9, c // 9) for c in CELLS)
UNITS = tuple(tuple(c for c in CELLS if unit in UNIT_OF[c]) for unit in range(27))
UNIT_CELLS = tuple(sum(1 << cell for cell in unit) for unit in UNITS)
PEER_CELLS = tuple(
    (UNIT_CELLS[box] | UNIT_CELLS[row] | UNIT_CELLS[column]) & ~(1 << cell)
    for cell, (box, row, column) in enumerate(UNIT_OF)
)
BITS = tuple(tuple(bit for bit in range(9) if mask >> bit & 1) for mask in range(512))
SUBSETS = tuple(tuple(mask for mask in range(512) if len(BITS[mask]) == size) for size in range(10))


def cells_of(cells: int) -> Iterator[int]:
    """The members of a set of cells, ascending."""
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


def cells_at(unit: int, places: int) -> int:
    """The set of cells at some places of a unit."""
    return sum(1 << UNITS[unit][place] for place in BITS[places])


def seen_by_all(cells: int) -> int:
    """The set of cells that see every one of some cells."""
    seen = EVERYWHERE
    for cell in cells_of(cells):
        seen &= PEER_CELLS[cell]
    return seen


def crossings() -> Iterator[tuple[int, int, int]]:
    """Yields digits with two crossing units, a box and a line either way, in the order tried."""
    for one, other in ((BOX, COLUMN), (BOX, ROW), (COLUMN, BOX), (ROW, BOX)):
        for digit in DIGITS:
            for unit in range(9 * one, 9 * one + 9):
                for crossed in range(9 * other, 9 * other + 9):
                    if UNIT_CELLS[unit] & UNIT_CELLS[crossed]:
                        yield digit, unit, crossed


class CandidateMasks:
    """Candidate digits by cell and, in step with them, places by unit and digit."""

    __slots__ = ("digits", "places")

    def __init__(self, digits: list[int], places: list[list[int]]) -> None:
        self.digits = digits
        self.places = places

    def copy(self) -> "CandidateMasks":
        """A copy with these candidates."""
        return CandidateMasks(self.digits[:], [places[:] for places in self.places])

    def remove(self, cell: int, digit: int) -> None:
        """Removes a candidate, if it is there."""
        self.digits[cell] &= ~(1 << digit)
        for unit, place in zip(UNIT_OF[cell], PLACE_IN[cell], strict=True):
            self.places[unit][digit] &= ~(1 << place)


class Board:
    """A puzzle under way: its candidates, and what the finders ask about empty and filled cells.

    Raises ValueError when two equal givens see each other.
    """

    __slots__ = ("candidates", "cells_with", "empty", "empty_in", "placed")

    def __init__(self, givens: Sequence[int]) -> None:
        self.candidates = CandidateMasks([ALL] * 81, [[ALL] * 9 for _ in range(27)])
        self.cells_with = [EVERYWHERE] * 9
        self.empty = EVERYWHERE
        self.empty_in = [9] * 27
        self.placed = [0] * 9
        for cell, given in enumerate(givens):
            if given:
                self._give(cell, given - 1)

    def _give(self, cell: int, digit: int) -> None:
        # Givens are placed one by one, so an equal peer has removed the digit.
        if not self.candidates.digits[cell] >> digit & 1:
            raise ValueError("the puzzle has no solution")
        self.place(cell, digit)

    def remove(self, cell: int, digit: int) -> None:
        """Removes a candidate."""
        self.candidates.remove(cell, digit)
        self.cells_with[digit] &= ~(1 << cell)

    def place(self, cell: int, digit: int) -> None:
        """Fills a cell, and removes the digit from its peers."""
        for own in BITS[self.candidates.digits[cell]]:
            self.remove(cell, own)
        for peer in cells_of(PEER_CELLS[cell] & self.cells_with[digit]):
            self.remove(peer, digit)
        self.placed[digit] += 1
        self.empty &= ~(1 << cell)
        for unit in UNIT_OF[cell]:
            self.empty_in[unit] -= 1

    def holding(self, digits: int, cells: int) -> dict[int, int]:
        """Which of some digits are candidates in which of some cells, as masks by cell."""
        held: dict[int, int] = {}
        for digit in BITS[digits]:
            for cell in cells_of(cells & self.cells_with[digit]):
                held[cell] = held.get(cell, 0) | 1 << digit
        return held

    def is_stuck(self) -> bool:
        """Whether an empty cell has no candidate left."""
        return any(not self.candidates.digits[cell] for cell in cells_of(self.empty))
