"""Naked and hidden subsets: some cells of a unit that hold exactly as many digits.

A locked subset is a naked one in the crossing of a box and a line, so its digits fall in both. A
direct subset is a hidden one that leaves another digit a single place, which shows without notes.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from engine.techniques.layout import Candidate, bits, gatherings
from engine.techniques.parts import Cells, Digits, Part, Units, digits_of
from engine.techniques.state import State
from engine.techniques.technique import Difficulty, Family, Look, Step, Technique, placing, removing


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
        # A subset of all blank cells leaves no other cell to remove from.
        if len(blank) <= size:
            continue
        for chosen, union in gatherings(blank, size, size):
            # In two units it is a locked subset, which another finder yields.
            if size in _LOCKED and len(state.layout.shared_units(chosen)) > 1:
                continue
            removed = _seen_options(state, chosen, union)
            # A quad in a crossing is met in its box and in its line.
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
            # The subset takes its cells from each other digit, which may leave that digit one
            # place.
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


_direct_hidden: Final = partial(
    Technique,
    family=Family.SUBSETS,
    difficulty=Difficulty.MEDIUM,
    roles=("unit", "cells", "digits", "digit", "cell"),
    reason=(
        "in {unit} the digits {digits} fit into {cells} only, which leaves only {cell} for {digit}"
    ),
    is_seen_without_notes=True,
    # Hidden subsets and the single after them lead as far.
    is_on_short_ways=False,
)
_subset: Final = partial(
    Technique,
    family=Family.SUBSETS,
    difficulty=Difficulty.HARD,
    roles=("unit", "cells", "digits"),
    reason="in {unit} the cells {cells} have room for {digits} only",
    looks_at=(Look("cells"),),
)
_locked_subset: Final = partial(
    _subset,
    roles=("units", "cells", "digits"),
    reason="where {units} meet the cells {cells} have room for {digits} only",
)
_hidden_subset: Final = partial(
    _subset,
    reason="in {unit} the digits {digits} fit into {cells} only",
    looks_at=(Look(digits="digits", units="unit"),),
)

DIRECT_HIDDEN_PAIR: Final = _direct_hidden(
    "direct_hidden_pair",
    "Direct hidden pair",
    rank=60,
    rating=2.0,
    finders=(partial(_direct, 2),),
)
DIRECT_HIDDEN_TRIPLE: Final = _direct_hidden(
    "direct_hidden_triple",
    "Direct hidden triple",
    rank=70,
    rating=2.5,
    finders=(partial(_direct, 3),),
)
LOCKED_PAIR: Final = _locked_subset(
    "locked_pair", "Locked pair", rank=100, finders=(partial(_locked, 2),)
)
NAKED_PAIR: Final = _subset(
    "naked_pair", "Naked pair", rank=110, rating=3.0, finders=(partial(_naked, 2),)
)
HIDDEN_PAIR: Final = _hidden_subset(
    "hidden_pair", "Hidden pair", rank=120, rating=3.4, finders=(partial(_hidden, 2),)
)
LOCKED_TRIPLE: Final = _locked_subset(
    "locked_triple", "Locked triple", rank=130, finders=(partial(_locked, 3),)
)
NAKED_TRIPLE: Final = _subset(
    "naked_triple", "Naked triple", rank=140, rating=3.6, finders=(partial(_naked, 3),)
)
HIDDEN_TRIPLE: Final = _hidden_subset(
    "hidden_triple", "Hidden triple", rank=150, rating=4.0, finders=(partial(_hidden, 3),)
)
NAKED_QUAD: Final = _subset(
    "naked_quad", "Naked quad", rank=170, rating=5.0, finders=(partial(_naked, 4),)
)
HIDDEN_QUAD: Final = _hidden_subset(
    "hidden_quad", "Hidden quad", rank=180, rating=5.4, finders=(partial(_hidden, 4),)
)

_LOCKED: Final = {2: LOCKED_PAIR, 3: LOCKED_TRIPLE}
_NAKED: Final = {2: NAKED_PAIR, 3: NAKED_TRIPLE, 4: NAKED_QUAD}
_HIDDEN: Final = {2: HIDDEN_PAIR, 3: HIDDEN_TRIPLE, 4: HIDDEN_QUAD}
_DIRECT: Final = {2: DIRECT_HIDDEN_PAIR, 3: DIRECT_HIDDEN_TRIPLE}
