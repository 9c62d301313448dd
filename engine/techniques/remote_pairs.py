"""Remote pairs: cells with the same two candidates, each seeing the next."""

from collections.abc import Iterator
from typing import Final

from engine.techniques.layout import bits
from engine.techniques.parts import Cells, digits_of
from engine.techniques.state import State
from engine.techniques.technique import Difficulty, Family, Look, Step, Technique, removing


def remote_pairs(state: State) -> Iterator[Step]:
    """Cells with the same two candidates, each seeing the next: they hold the two in turn.

    So the ends of a path with an odd number of links differ, and what sees both has neither digit.
    """
    masks = sorted({state.cells[cell] for cell in bits(state.bivalue)})
    for pair in masks:
        cells = sum(1 << c for c in bits(state.bivalue) if state.cells[c] == pair)
        for start in bits(cells if cells.bit_count() > 3 else 0):
            yield from _remote(state, pair, cells, start)


def _remote(state: State, pair: int, cells: int, start: int) -> Iterator[Step]:
    peers = state.layout.peers
    before: dict[int, int] = {start: -1}
    level, distance = [start], 0
    while level:
        level_after = []
        distance += 1
        for cell in level:
            for other in bits(cells & peers[cell]):
                # Breadth first, so the path to each cell is a shortest one.
                if other not in before:
                    before[other] = cell
                    level_after.append(other)
        level = level_after
        # At distance 1 the ends are a naked pair.
        for end in level if distance % 2 and distance > 2 else ():
            seen = state.layout.seen_by_all(1 << start | 1 << end)
            removed = [o for cell in bits(seen) for o in state.options_of(cell, pair)]
            if removed:
                path = Cells(tuple(reversed(_path(before, end))))
                yield removing(
                    state,
                    REMOTE_PAIRS,
                    removed,
                    digits=digits_of(pair),
                    cells=path,
                    ends=Cells((start, end)),
                )


def _path(before: dict[int, int], end: int) -> list[int]:
    path = [end]
    while before[path[-1]] >= 0:
        path.append(before[path[-1]])
    return path


REMOTE_PAIRS: Final = Technique(
    "remote_pairs",
    "Remote pairs",
    Difficulty.EXPERT,
    rank=290,
    family=Family.CHAINS,
    finders=(remote_pairs,),
    roles=("digits", "cells", "ends"),
    reason="{cells} take {digits} in turn, so {ends} differ",
    looks_at=(Look("cells"),),
)
