"""Joining the fillings of 9x9 boards in the C core, on several threads."""

from array import array
from collections.abc import Callable, Sequence
from functools import cache
from time import monotonic
from typing import Final

from engine.exact.fillings import Filling
from engine.exact.layout import Layout
from engine.exact.partitions import crossing
from engine.search import accelerate
from engine.search.budget import BudgetSpent
from engine.search.threads import side_by_side

_PARTITIONS: Final = 280
_TOGETHER: Final = 64
"""First fillings in one call of the core: half a second's work where the other bands are blank."""


def join9(
    layout: Layout, deadline: float, threads: int, progress: Callable[[int, int], None]
) -> int:
    """How many boards a 9x9 layout has.

    `progress` is called with the number of first fillings that are done and that of all. Takes
    140 MB and 1 MB more for each thread. Raises BudgetSpent with the number found until then.
    """
    left, middle, right = side_by_side(lambda box: _table(layout, box), range(3), threads)
    tables = left, middle, right
    # In these orders the core (`engine/native/join.h`) reuses its lookups: a row of a table while
    # the third box stays the same, a whole table while the second box of a first filling does.
    second = _packed(sorted(layout.second.items(), key=lambda item: item[0][2]))
    third = _packed(list(layout.third.items()))
    first = sorted(layout.first.items(), key=lambda item: item[0][1])
    stop = bytearray(1)
    # Lists, whose appending is atomic: threads that add to one number can lose what another added.
    done, incomplete = list[int](), list[int]()

    def work(part: Sequence[tuple[Filling, int]]) -> int:
        bands = _packed([(filling, 0) for filling, _ in part]), second, third
        is_whole, sums = accelerate.join(tables, bands, max(0.0, deadline - monotonic()), stop)
        if not is_whole:
            incomplete.append(len(part))
        done.append(len(part))
        progress(sum(done), len(first))
        return sum(
            ways * boards
            for (_, ways), boards in zip(part, memoryview(sums).cast("Q"), strict=True)
        )

    # At least eight parts for each thread, so that none is left with much work at the end.
    step = max(1, min(_TOGETHER, len(first) // (8 * threads)))
    parts = [first[start : start + step] for start in range(0, len(first), step)]
    found = sum(side_by_side(work, parts, threads, stop))
    if incomplete:
        raise BudgetSpent(found)
    return found


def _table(layout: Layout, box: int) -> bytes:
    wanted = bytearray(_PARTITIONS)
    for filling in layout.first:
        wanted[filling[box]] = 1
    return accelerate.table(_packed(list(layout.stacks[box].items())), _crossing(), bytes(wanted))


@cache
def _crossing() -> bytes:
    return array("H", [number for numbers in crossing(3, 3) for number in numbers]).tobytes()


def _packed(fillings: Sequence[tuple[Filling, int]]) -> bytes:
    return array(
        "I", [number for filling, ways in fillings for number in (*filling, ways)]
    ).tobytes()
