"""Closed loops of cells that share two candidates, in which the two could change places."""

from collections.abc import Iterator
from typing import Final

from engine.techniques.layout import bits
from engine.techniques.state import State

LONGEST: Final = 10
"""The number of cells in the longest loop that is looked for."""

_MOST_ROOFS: Final = 2


def loops(state: State, lengths: range) -> Iterator[tuple[int, int]]:
    """Yields loops of cells in which two digits would be exchangeable but for extra candidates.

    Yields masks (digits, cells). The cells alternate between two parities, and each unit that a
    loop touches holds one cell of either parity, so the two digits could change places all around
    it. At most two cells have extra candidates, or all extras are one digit.
    """
    for high in range(1, state.geometry.size):
        for low in range(high):
            cells = state.places[high + 1] & state.places[low + 1]
            pair = 1 << high | 1 << low
            if cells.bit_count() >= lengths.start and cells & state.bivalue:
                found = {
                    loop
                    for start in bits(cells)
                    for loop in _from(state, cells, pair, start, lengths)
                }
                yield from ((pair, loop) for loop in sorted(found))


def _from(state: State, cells: int, pair: int, start: int, lengths: range) -> Iterator[int]:
    """The loops whose lowest cell is `start`."""
    peers = state.layout.peers
    # No cell below `start`: each loop is found from its lowest cell alone.
    allowed = cells & -(1 << start)
    paths = [(start, 1 << start, 0, 1)]
    while paths:
        last, own, other, length = paths.pop()
        # `own` are the cells of the parity of `last`; the next cell joins the other parity.
        for cell in bits(allowed & peers[last] & ~own & ~other):
            grown = other | 1 << cell
            # Two cells of one parity hold the same digit, so they must not see each other.
            if peers[cell] & other or not _few_extras(state, pair, own | grown):
                continue
            if length + 1 < lengths.stop - 1:
                paths.append((cell, grown, own, length + 1))
            if length + 1 in lengths and peers[cell] >> start & 1 and _balanced(state, own, grown):
                yield own | grown


def _few_extras(state: State, pair: int, loop: int) -> bool:
    extras = [state.cells[cell] & ~pair for cell in bits(loop & ~_exact(state, pair))]
    if len(extras) <= _MOST_ROOFS:
        return True
    return all(mask == extras[0] and not mask & mask - 1 for mask in extras)


def _exact(state: State, pair: int) -> int:
    """The bivalue cells of exactly this pair."""
    low, high = bits(pair)
    return state.bivalue & state.places[low + 1] & state.places[high + 1]


def _balanced(state: State, even: int, odd: int) -> bool:
    """Whether each unit that the cells touch holds exactly one of either parity."""
    touched = {unit for cell in bits(even) for unit in state.geometry.units_of[cell]}
    touched |= {unit for cell in bits(odd) for unit in state.geometry.units_of[cell]}
    units = state.layout.units
    return all(
        (units[unit] & even).bit_count() == 1 == (units[unit] & odd).bit_count() for unit in touched
    )
