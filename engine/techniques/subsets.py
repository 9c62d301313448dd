"""Naked and hidden subsets: as many cells as digits."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from engine.techniques.layout import bits
from engine.techniques.parts import Cells, Digits, Part, Units
from engine.techniques.state import State
from engine.techniques.step import Step, removing
from engine.techniques.technique import Technique

_NAKED: Final = {
    2: Technique.NAKED_PAIR,
    3: Technique.NAKED_TRIPLE,
    4: Technique.NAKED_QUAD,
}
_HIDDEN: Final = {
    2: Technique.HIDDEN_PAIR,
    3: Technique.HIDDEN_TRIPLE,
    4: Technique.HIDDEN_QUAD,
}


def gatherings(masks: Sequence[tuple[int, int]], size: int, room: int) -> Iterator[tuple[int, int]]:
    """Each choice of `size` items whose masks have at most `room` bits together.

    `masks` are pairs of an item's number and its mask; yields the mask of the numbers and the
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
        if (union | mask).bit_count() <= room:
            rest = masks[index + 1 :]
            yield from _extended(rest, left - 1, room, chosen | 1 << number, union | mask)


def _naked(size: int, state: State) -> Iterator[Step]:
    seen = set()
    for unit in _units(state):
        cells = [(cell, state.cells[cell]) for cell in state.geometry.units[unit]]
        blank = [(cell, mask) for cell, mask in cells if mask]
        if len(blank) <= size:
            continue
        for chosen, union in gatherings(blank, size, size):
            others = state.layout.seen_by_all(chosen)
            removed = [o for c in bits(others) for o in state.options_of(c, union)]
            if removed and chosen not in seen:
                seen.add(chosen)
                yield removing(state, _NAKED[size], removed, **_roles(unit, chosen, union))


def _hidden(size: int, state: State) -> Iterator[Step]:
    units = state.layout.units
    for unit in _units(state):
        places = [(value - 1, state.places[value] & units[unit]) for value in state.digits]
        open_digits = [(digit, mask) for digit, mask in places if mask]
        if len(open_digits) <= size:
            continue
        for digits, cells in gatherings(open_digits, size, size):
            removed = [o for c in bits(cells) for o in state.options_of(c, ~digits)]
            if removed:
                yield removing(state, _HIDDEN[size], removed, **_roles(unit, cells, digits))


def _units(state: State) -> tuple[int, ...]:
    return (*state.layout.boxes, *state.layout.lines)


def _roles(unit: int, cells: int, digits: int) -> dict[str, Part]:
    return {
        "unit": Units((unit,)),
        "cells": Cells(tuple(bits(cells))),
        "digits": Digits(tuple(digit + 1 for digit in bits(digits))),
    }


NAKED: Final[dict[int, Callable[[State], Iterator[Step]]]] = {
    size: partial(_naked, size) for size in _NAKED
}
"""By size, the finder of naked subsets."""

HIDDEN: Final[dict[int, Callable[[State], Iterator[Step]]]] = {
    size: partial(_hidden, size) for size in _HIDDEN
}
"""By size, the finder of hidden subsets."""
