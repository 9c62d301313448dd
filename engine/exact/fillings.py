"""The fillings of one band, or of one stack, as partitions of its boxes.

A filling says of each box which digits its rows have, but not which row has which set, nor in
which cells they stand. So it stands for several ways to give the sets to the rows, and their
number goes with it. The boxes are filled one after the other: a digit that a row has in one box is
lost to that row in the others, and the last box gets what is left.

Rows without a given are alike, so exchanging them changes nothing. Only fillings that have their
sets of the first box in ascending order are made, and each counts for all orders: six times fewer
for a blank band of 9x9.
"""

from collections.abc import Callable
from math import factorial
from typing import NamedTuple

from engine.exact.partitions import numbers, subsets

Filling = tuple[int, ...]
"""The number of a partition for each box."""

Fillings = dict[Filling, int]
"""Fillings, each with the number of ways to give its sets to the lines."""


class Given(NamedTuple):
    """A digit, from 1, that is known to be in a line of a box, both counted from 0."""

    box: int
    line: int
    digit: int


def fillings(
    size: int, lines: int, givens: frozenset[Given], check: Callable[[], None]
) -> Fillings:
    """The fillings of a band of `lines` rows, and as many boxes, that fit its givens.

    A stack is a band of the transposed board. The number of a filling is that of the ways to give
    the sets of its boxes to the rows so that each row gets every digit and each given is in its
    row. `check` is called every millisecond or so and may raise BudgetSpent.
    """
    return _Band(size, lines, givens, check).fillings()


class _Band:
    def __init__(
        self, size: int, lines: int, givens: frozenset[Given], check: Callable[[], None]
    ) -> None:
        everything = (1 << size) - 1
        self.lines = range(lines)
        self.each = size // lines
        self.number = numbers(size, lines)
        self.needed = [[0] * lines for _ in self.lines]
        self.allowed = [[everything] * lines for _ in self.lines]
        for given in givens:
            self._put(*given)
        self.free = [line for line in self.lines if not any(box[line] for box in self.needed)]
        self.everything = everything
        self.check = check

    def _put(self, box: int, line: int, digit: int) -> None:
        bit = 1 << digit - 1
        self.needed[box][line] |= bit
        for other in self.lines:
            if other != line:
                self.allowed[box][other] &= ~bit
            if other != box:
                self.allowed[other][line] &= ~bit

    def fillings(self) -> Fillings:
        """All fillings; those with the free lines in their first order count for all orders."""
        found: Fillings = {}
        orders = factorial(len(self.free))
        for filling in self._from_box(0, [0] * len(self.lines)):
            found[filling] = found.get(filling, 0) + orders
        return found

    def _from_box(self, box: int, used: list[int]) -> list[Filling]:
        """The fillings of this box and those after it, where the lines have used these digits."""
        # The last box is what the lines still lack. Its givens are among that, because the other
        # boxes were not allowed to take them.
        if box == len(self.lines) - 1:
            last = tuple(sorted(self.everything ^ digits for digits in used))
            return [(self.number[last],)]
        self.check()
        found: list[Filling] = []
        for sets in self._one_box(box, used):
            if box or self._is_first_order(sets):
                number = self.number[tuple(sorted(sets))]
                taken = [old | new for old, new in zip(used, sets, strict=True)]
                found.extend([(number, *rest) for rest in self._from_box(box + 1, taken)])
        return found

    def _is_first_order(self, sets: tuple[int, ...]) -> bool:
        free = [sets[line] for line in self.free]
        return free == sorted(free)

    def _one_box(self, box: int, used: list[int]) -> list[tuple[int, ...]]:
        """All ways to give each line of a box its set of digits."""
        ways: list[tuple[int, tuple[int, ...]]] = [(self.everything, ())]
        for line in self.lines:
            choice = self.allowed[box][line] & ~used[line]
            needed = self.needed[box][line]
            more = self.each - needed.bit_count()
            ways = [
                (left ^ (needed | others), (*sets, needed | others))
                for left, sets in ways
                if not needed & ~(choice & left)
                for others in subsets(choice & left ^ needed, more)
            ]
        return [sets for _, sets in ways]
