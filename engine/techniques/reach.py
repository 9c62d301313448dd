"""What is true and what is false once some nodes of a graph are true, for many starts at once.

To find out which chains can prove anything takes an eighth of the time of a way. The C core does it
in a tenth of the time that it takes in Python.
"""

from collections.abc import Sequence
from typing import Final

from engine.techniques.layout import bits

try:
    from engine._core import reach
except ImportError:
    # Where the core was built but does not load, `engine.search.accelerate` says so.
    _CORE_REACHES = False
else:
    _CORE_REACHES = True

_MOST: Final = 2048
"""The number of nodes of the largest graph that the core takes."""


def reached(
    strong: Sequence[int], weak: Sequence[int], starts: Sequence[int]
) -> list[tuple[int, int]]:
    """For each mask of nodes that are true, all that are then true, and all that are false.

    `strong[n]` are the nodes that are true if n is false, `weak[n]` those that are false if n is
    true.
    """
    if not _CORE_REACHES or not 0 < len(strong) <= _MOST:
        hops = _Hops(strong, weak)
        return [_reached(hops, weak, start) for start in starts]
    size = 8 * -(-len(strong) // 64)
    found = reach(len(strong), _rows(strong, size), _rows(weak, size), _rows(starts, size))
    masks = [int.from_bytes(found[at : at + size], "little") for at in range(0, len(found), size)]
    return [*zip(masks[::2], masks[1::2], strict=True)]


def _rows(masks: Sequence[int], size: int) -> bytes:
    return b"".join([mask.to_bytes(size, "little") for mask in masks])


class _Hops(dict[int, int]):
    """For each node, those that follow as true by a weak and a strong link; made on demand."""

    def __init__(self, strong: Sequence[int], weak: Sequence[int]) -> None:
        super().__init__()
        self._strong = strong
        self._weak = weak

    def __missing__(self, node: int) -> int:
        reached = 0
        for other in bits(self._weak[node]):
            reached |= self._strong[other]
        self[node] = reached
        return reached


def _reached(hops: _Hops, weak: Sequence[int], true: int) -> tuple[int, int]:
    fresh, false = true, 0
    while fresh:
        follows = 0
        for node in bits(fresh):
            follows |= hops[node]
            false |= weak[node]
        fresh = follows & ~true
        true |= fresh
    return true, false
