"""Joining the fillings of bands and stacks: how many boards they make.

This is any shape in Python; `join9` does the same for 9x9 in the C core.
"""

from collections.abc import Callable, Iterator, Sequence
from math import prod

from engine.exact.fillings import Filling, Fillings
from engine.exact.layout import Layout
from engine.exact.partitions import crossing

Table = dict[int, dict[int, int]]
"""Numbers for pairs of partitions."""


def join(layout: Layout, check: Callable[[], None]) -> Iterator[int]:
    """For each of the first fillings how many boards have one of its orbit.

    `check` is called every few milliseconds on small boards, seldom on a sparse 9x9, and may raise
    BudgetSpent.
    """
    boxes = range(len(layout.stacks))
    stacks = [_Stack(layout, box) for box in boxes]
    for filling in sorted(layout.first):
        tables = [stacks[box].table(filling[box :: len(boxes)]) for box in boxes]
        yield layout.first[filling] * _sum(layout.second, layout.third, tables, check)


class _Stack:
    """The fillings of a stack, of which some boxes are known among their rows."""

    def __init__(self, layout: Layout, box: int) -> None:
        self._cross = crossing(layout.box_rows, layout.box_columns)
        self._second = {filling[box] for filling in layout.second}
        self._third = {filling[box] for filling in layout.third}
        self._known: list[tuple[Filling, Fillings]] = [((), layout.stacks[box])]

    def table(self, above: Filling) -> Table:
        """How many fillings there are below these partitions, for two of the last boxes."""
        return _table(self._below(above), self._cross, self._second, self._third)

    def _below(self, above: Filling) -> Fillings:
        """What is left of the fillings; that of the beginnings of `above` is kept for the next."""
        while self._known[-1][0] != above[: len(self._known) - 1]:
            self._known.pop()
        for number in range(len(self._known), len(above) + 1):
            wanted = frozenset(self._cross[above[number - 1]])
            self._known.append((above[:number], _without_first(self._known[-1][1], wanted)))
        return self._known[-1][1]


def _without_first(stack: Fillings, wanted: frozenset[int]) -> Fillings:
    """The other boxes of those fillings whose first has one of these partitions."""
    left: Fillings = {}
    for filling, ways in stack.items():
        if filling[0] in wanted:
            others = filling[1:]
            left[others] = left.get(others, 0) + ways
    return left


def _table(
    below: Fillings, cross: Sequence[Sequence[int]], second: set[int], third: set[int]
) -> Table:
    """How many fillings of a stack there are for two partitions among the rows of its boxes."""
    rows: dict[int, dict[int, int]] = {}
    for (one, other), ways in below.items():
        rows.setdefault(one, {})[other] = ways
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
