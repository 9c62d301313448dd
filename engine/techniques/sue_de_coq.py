"""Sue de Coq: cells where a box and a line meet, with a set in the rest of each."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from engine.techniques.layout import Candidate, bits, gatherings, mask_of
from engine.techniques.parts import Cells, Part, Units, digits_of
from engine.techniques.state import State
from engine.techniques.technique import Difficulty, Family, Look, Step, Technique, removing

_LARGEST: Final = 4
"""The number of cells in the largest set beside the crossing."""

_TOO_MANY: Final = 2
"""The most digits that a set beside the crossing may have beyond its number of cells."""

_Set = tuple[int, int]
"""The masks of some cells and of their digits."""


def sue_de_coqs(state: State) -> Iterator[Step]:
    """Cells that have as many digits as cells, where each digit can stand only once.

    Two or more cells of a crossing have at least two digits more than cells. Some cells in the rest
    of the line, and some in the rest of the box, make up for that and have no digit in common. So
    each digit stands exactly once in these cells, and falls elsewhere in the unit that holds them.
    """
    units, blank = state.layout.units, state.placed[0]
    for box, line, crossing in state.layout.crossings:
        middles = [*_middles(state, crossing & blank)]
        if not middles:
            continue
        beside = [*_sets(state, units[line] & ~crossing)], [*_sets(state, units[box] & ~crossing)]
        for middle in middles:
            for first, second in _completed(middle, *beside):
                if removed := _removed(state, (line, box), middle, first, second):
                    roles = _roles((line, box), middle, first, second)
                    yield removing(state, SUE_DE_COQ, removed, **roles)


def _middles(state: State, inside: int) -> Iterator[_Set]:
    """Yields cells of a crossing with at least two digits more than cells."""
    for size in range(2, inside.bit_count() + 1):
        for cells in combinations(bits(inside), size):
            digits = state.candidates_of(mask_of(cells))
            if digits.bit_count() >= size + 2:
                yield mask_of(cells), digits


def _sets(state: State, cells: int) -> Iterator[_Set]:
    blank = [(cell, state.cells[cell]) for cell in bits(cells) if state.cells[cell]]
    for size in range(1, min(_LARGEST, len(blank)) + 1):
        yield from gatherings(blank, size, size + _TOO_MANY)


def _completed(
    middle: _Set, in_line: list[_Set], in_box: list[_Set]
) -> Iterator[tuple[_Set, _Set]]:
    """Yields two sets that, together with the middle, have as many cells as digits."""
    spare = middle[1].bit_count() - middle[0].bit_count()
    taking = dict[int, list[_Set]]()
    for second in in_box:
        taking.setdefault(_taken(middle, second), []).append(second)
    for first in in_line:
        taken = _taken(middle, first)
        # Each of the two takes at least one digit of the middle.
        for second in taking.get(spare - taken, ()) if 0 < taken < spare else ():
            if not first[1] & second[1]:
                yield first, second


def _taken(middle: _Set, one: _Set) -> int:
    """How many digits of the middle a set uses up: its cells less the digits that are its own."""
    return one[0].bit_count() - (one[1] & ~middle[1]).bit_count()


def _removed(
    state: State, units: tuple[int, int], middle: _Set, first: _Set, second: _Set
) -> list[Candidate]:
    """What the rest of the line and of the box lose: the digits that are used up there."""
    line, box = (state.layout.units[unit] for unit in units)
    used = middle[0] | first[0] | second[0]
    # A digit of the middle that the box set shares may stand in the box: the line keeps it.
    in_line, in_box = (middle[1] | first[1]) & ~second[1], (middle[1] | second[1]) & ~first[1]
    removed = [o for cell in bits(line & ~used) for o in state.options_of(cell, in_line)]
    return removed + [o for cell in bits(box & ~used) for o in state.options_of(cell, in_box)]


def _roles(units: tuple[int, int], middle: _Set, first: _Set, second: _Set) -> dict[str, Part]:
    return {
        "units": Units(units),
        "cells": Cells(tuple(bits(middle[0]))),
        "first": Cells(tuple(bits(first[0]))),
        "second": Cells(tuple(bits(second[0]))),
        "digits": digits_of(middle[1] | first[1] | second[1]),
        "first_digits": digits_of(first[1]),
        "second_digits": digits_of(second[1]),
        "line_digits": digits_of((middle[1] | first[1]) & ~second[1]),
        "box_digits": digits_of((middle[1] | second[1]) & ~first[1]),
    }


SUE_DE_COQ: Final = Technique(
    "sue_de_coq",
    "Sue de Coq",
    Difficulty.EXPERT,
    rank=640,
    family=Family.ALS,
    finders=(sue_de_coqs,),
    roles=(
        *("units", "cells", "first", "second", "digits"),
        *("first_digits", "second_digits", "line_digits", "box_digits"),
    ),
    reason=(
        "where {units} meet, {cells} with A {first} ({first_digits}) and B {second} "
        "({second_digits}) are as many cells as digits, {digits}, and A and B share none of them, "
        "so {line_digits} leave the rest of the line and {box_digits} that of the box"
    ),
    looks_at=(Look("cells"), Look("first"), Look("second")),
)
