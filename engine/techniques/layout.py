"""Candidates, bit masks, and the units and peers of a geometry as masks of cells."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple, final

from engine.board.geometry import Geometry


class Candidate(NamedTuple):
    """A value that may stand in a cell."""

    cell: int
    value: int


_LONGEST_LISTED: Final = 256
_LISTED: Final[dict[int, tuple[int, ...]]] = {}
_MOST_LISTED: Final = 20_000
"""The number of masks whose bits are cached before the cache is emptied."""


def bits(mask: int) -> tuple[int, ...]:
    """The numbers of the set bits, ascending; in a mask of values bit v - 1 stands for v.

    The results for masks of cells and values are cached, since they are asked for again and again;
    larger masks, such as those of the nodes of a graph, hardly ever recur.
    """
    if mask >> _LONGEST_LISTED:
        return _listed(mask)
    found = _LISTED.get(mask)
    if found is None:
        if len(_LISTED) >= _MOST_LISTED:
            _LISTED.clear()
        found = _LISTED[mask] = _listed(mask)
    return found


def _listed(mask: int) -> tuple[int, ...]:
    numbers = []
    # From the highest, since a wide mask gets shorter with each.
    while mask:
        number = mask.bit_length() - 1
        numbers.append(number)
        mask ^= 1 << number
    return tuple(numbers[::-1])


def mask_of(numbers: Iterable[int]) -> int:
    """The mask with these bits set."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def gatherings(masks: Sequence[tuple[int, int]], size: int, room: int) -> Iterator[tuple[int, int]]:
    """Yields each choice of `size` items whose masks have at most `room` bits in their union.

    `masks` are pairs of an item's number and its mask. Yields the mask of the numbers and the
    union, in lexicographic order of the items.
    """
    fitting = [(number, mask) for number, mask in masks if mask.bit_count() <= room]
    return _extended(fitting, size, room, 0, 0)


def _extended(
    masks: list[tuple[int, int]], left: int, room: int, chosen: int, union: int
) -> Iterator[tuple[int, int]]:
    if not left:
        yield chosen, union
        return
    for index in range(len(masks) - left + 1):
        number, mask = masks[index]
        # A union only grows, so one that is too wide needs no further items.
        if (union | mask).bit_count() <= room:
            rest = masks[index + 1 :]
            yield from _extended(rest, left - 1, room, chosen | 1 << number, union | mask)


@final
class Layout:
    """Units and peers of one geometry as masks; `layout_of` shares them.

    A crossing is a box, a line (row or column) and the mask of the cells they share.
    """

    def __init__(self, geometry: Geometry) -> None:
        self.geometry: Final = geometry
        self.all_cells: Final = (1 << geometry.cell_count) - 1
        self.units: Final = tuple(mask_of(unit) for unit in geometry.units)
        self.peers: Final = tuple(mask_of(peers) for peers in geometry.peers)
        self.rows: Final = range(geometry.size)
        self.columns: Final = range(geometry.size, 2 * geometry.size)
        self.boxes: Final = range(2 * geometry.size, 3 * geometry.size)
        self.lines: Final = range(2 * geometry.size)
        self.crossings: Final = tuple(
            (box, line, self.units[box] & self.units[line])
            for box in self.boxes
            for line in self.lines
            if self.units[box] & self.units[line]
        )
        # The empty set ends the recursion of `seen_by_all`: every cell sees all of it.
        self._seen: Final[dict[int, int]] = {0: self.all_cells}

    def seen_by_all(self, cells: int) -> int:
        """The cells that see every one of `cells`."""
        found = self._seen.get(cells)
        if found is None:
            low = cells & -cells
            found = self.seen_by_all(cells ^ low) & self.peers[low.bit_length() - 1]
            if len(self._seen) > _REMEMBERED:
                self._seen.clear()
                self._seen[0] = self.all_cells
            self._seen[cells] = found
        return found

    def shared_units(self, cells: int) -> tuple[int, ...]:
        """The units that hold all of `cells`, of which there is at least one."""
        units = self.geometry.units_of[(cells & -cells).bit_length() - 1]
        if not cells & cells - 1:
            return units
        return tuple(unit for unit in units if not cells & ~self.units[unit])


_REMEMBERED: Final = 100_000
"""The number of cached sets of cells before the cache is emptied."""


@cache
def layout_of(geometry: Geometry) -> Layout:
    """The Layout of a shape, which is always the same object."""
    return Layout(geometry)
