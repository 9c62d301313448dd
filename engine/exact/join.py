"""Joining the fillings of bands and stacks: how many boards they make.

This joins boards of any shape, in Python; `join9` does the same for 9x9 in the C core.

For each first filling, which fixes all bands but the last two, a table for each stack says how many
of its fillings cross the first filling and any two partitions in its last two boxes. Then the sum
over the second and third fillings needs only lookups and products. The tables are worth their
making because each serves all second and third fillings.
"""

from collections.abc import Callable, Iterator, Sequence
from math import prod

from engine.exact.fillings import Filling, Fillings
from engine.exact.layout import Layout
from engine.exact.partitions import crossing

Table = dict[int, dict[int, int]]
"""Numbers for pairs of partitions."""


def join(layout: Layout, check: Callable[[], None]) -> Iterator[int]:
    """For each first filling the number of boards that have a filling of its orbit.

    `check` is called every few milliseconds on small boards, seldom on a sparse 9x9, and may raise
    BudgetSpent.
    """
    boxes = range(len(layout.stacks))
    stacks = [_Stack(layout, box) for box in boxes]
    # Sorted, so that neighbours begin alike and `_Stack` can keep what their beginnings leave. A
    # first filling has the boxes of band after band; every len(boxes)-th is in the same stack.
    for filling in sorted(layout.first):
        tables = [stacks[box].table(filling[box :: len(boxes)]) for box in boxes]
        yield layout.first[filling] * _sum(layout.second, layout.third, tables, check)


class _Stack:
    """The fillings of a stack, narrowed by the partitions of its first boxes among their rows."""

    def __init__(self, layout: Layout, box: int) -> None:
        self._cross = crossing(layout.box_rows, layout.box_columns)
        self._second = {filling[box] for filling in layout.second}
        self._third = {filling[box] for filling in layout.third}
        self._known: list[tuple[Filling, Fillings]] = [((), layout.stacks[box])]

    def table(self, above: Filling) -> Table:
        """How many fillings cross these partitions in the first boxes, by those of the last two."""
        return _table(self._below(above), self._cross, self._second, self._third)

    def _below(self, above: Filling) -> Fillings:
        """The fillings that cross `above`; those for each beginning of it are kept for later."""
        while self._known[-1][0] != above[: len(self._known) - 1]:
            self._known.pop()
        for number in range(len(self._known), len(above) + 1):
            wanted = frozenset(self._cross[above[number - 1]])
            self._known.append((above[:number], _without_first(self._known[-1][1], wanted)))
        return self._known[-1][1]


def _without_first(stack: Fillings, wanted: frozenset[int]) -> Fillings:
    """The fillings whose first box has one of these partitions, without that box."""
    left: Fillings = {}
    for filling, ways in stack.items():
        if filling[0] in wanted:
            others = filling[1:]
            left[others] = left.get(others, 0) + ways
    return left


def _table(
    below: Fillings, cross: Sequence[Sequence[int]], second: set[int], third: set[int]
) -> Table:
    """How many fillings of two boxes of a stack cross two partitions among their rows.

    `below` is keyed by partitions among columns, the table by partitions among rows.
    """
    rows: dict[int, dict[int, int]] = {}
    for (one, other), ways in below.items():
        rows.setdefault(one, {})[other] = ways
    # One box at a time: two sums over one partition each, instead of one over pairs of them.
    half = {
        column: {other: sum(row.get(one, 0) for one in cross[other]) for other in third}
        for column, row in rows.items()
    }
    return {
        one: {other: sum(half[c][other] for c in cross[one] if c in half) for other in third}
        for one in second
    }


def _sum(second: Fillings, third: Fillings, tables: list[Table], check: Callable[[], None]) -> int:
    total = 0
    for filling, ways in second.items():
        check()
        rows = [table[partition] for table, partition in zip(tables, filling, strict=True)]
        total += ways * sum(
            more * prod(row[partition] for row, partition in zip(rows, other, strict=True))
            for other, more in third.items()
        )
    return total
