"""Naked and hidden subsets: as many cells as digits."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from engine.techniques.layout import bits, gatherings
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
