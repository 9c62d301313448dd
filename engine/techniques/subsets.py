"""Naked and hidden subsets: as many cells as digits."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from engine.techniques.layout import Candidate, bits, gatherings
from engine.techniques.parts import Cells, Digits, Part, Units, digits_of
from engine.techniques.state import State
from engine.techniques.step import Step, placing, removing
from engine.techniques.technique import Technique

_LOCKED: Final = {2: Technique.LOCKED_PAIR, 3: Technique.LOCKED_TRIPLE}
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
_DIRECT: Final = {
    2: Technique.DIRECT_HIDDEN_PAIR,
    3: Technique.DIRECT_HIDDEN_TRIPLE,
}


def _locked(size: int, state: State) -> Iterator[Step]:
    """Naked subsets where a box and a line meet, which rule their digits out in both."""
    for box, line, crossing in state.layout.crossings:
        blank = [(cell, state.cells[cell]) for cell in bits(crossing) if state.cells[cell]]
        for chosen, union in gatherings(blank, size, size):
            if removed := _seen_options(state, chosen, union):
                yield removing(
                    state,
                    _LOCKED[size],
                    removed,
                    units=Units((line, box)),
                    cells=Cells(tuple(bits(chosen))),
                    digits=digits_of(union),
                )


def _seen_options(state: State, chosen: int, union: int) -> list[Candidate]:
    others = state.layout.seen_by_all(chosen)
    return [option for cell in bits(others) for option in state.options_of(cell, union)]


def _naked(size: int, state: State) -> Iterator[Step]:
    seen = set()
    for unit in _units(state):
        cells = [(cell, state.cells[cell]) for cell in state.geometry.units[unit]]
        blank = [(cell, mask) for cell, mask in cells if mask]
        if len(blank) <= size:
            continue
        for chosen, union in gatherings(blank, size, size):
            if size in _LOCKED and len(state.layout.shared_units(chosen)) > 1:
                continue
            removed = _seen_options(state, chosen, union)
            if removed and chosen not in seen:
                seen.add(chosen)
                yield removing(state, _NAKED[size], removed, **_roles(unit, chosen, union))


def _hidden(size: int, state: State) -> Iterator[Step]:
    for unit, places in _places(state):
        for digits, cells in gatherings(places, size, size) if len(places) > size else ():
            removed = [o for c in bits(cells) for o in state.options_of(c, ~digits)]
            if removed:
                yield removing(state, _HIDDEN[size], removed, **_roles(unit, cells, digits))


def _direct(size: int, state: State) -> Iterator[Step]:
    """Hidden subsets that leave another digit of their unit one place: no notes are needed."""
    for unit, places in _places(state):
        several = [(digit, mask) for digit, mask in places if mask & mask - 1]
        for digits, cells in gatherings(several, size, size):
            for digit, mask in several:
                left = mask & ~cells
                if left and not left & left - 1 and left != mask and not digits >> digit & 1:
                    option = Candidate(left.bit_length() - 1, digit + 1)
                    roles = _roles(unit, cells, digits)
                    yield placing(
                        state,
                        _DIRECT[size],
                        (option,),
                        **roles,
                        digit=Digits((option.value,)),
                        cell=Cells((option.cell,)),
                    )


def _places(state: State) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Each unit with its open digits and their places."""
    units = state.layout.units
    for unit in _units(state):
        places = [(value - 1, state.places[value] & units[unit]) for value in state.digits]
        yield unit, [(digit, mask) for digit, mask in places if mask]


def _units(state: State) -> tuple[int, ...]:
    return (*state.layout.boxes, *state.layout.lines)


def _roles(unit: int, cells: int, digits: int) -> dict[str, Part]:
    return {
        "unit": Units((unit,)),
        "cells": Cells(tuple(bits(cells))),
        "digits": digits_of(digits),
    }


LOCKED: Final[dict[int, Callable[[State], Iterator[Step]]]] = {
    size: partial(_locked, size) for size in _LOCKED
}
"""By size, the finder of locked pairs and triples."""

NAKED: Final[dict[int, Callable[[State], Iterator[Step]]]] = {
    size: partial(_naked, size) for size in _NAKED
}
"""By size, the finder of naked subsets."""

DIRECT: Final[dict[int, Callable[[State], Iterator[Step]]]] = {
    size: partial(_direct, size) for size in _DIRECT
}
"""By size, the finder of hidden subsets that end in a digit."""

HIDDEN: Final[dict[int, Callable[[State], Iterator[Step]]]] = {
    size: partial(_hidden, size) for size in _HIDDEN
}
"""By size, the finder of hidden subsets."""
