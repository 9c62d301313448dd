"""Unique rectangles and unique loops, in which two digits could change places.

If all cells of such a loop held only the two digits, the puzzle would have a second solution with
the digits exchanged. So at least one of the extra candidates is true. The cells that have extras
are the roof, and the types differ in what follows from it. `engine.techniques.loops` finds the
loops.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from engine.techniques.layout import Candidate, bits, gatherings
from engine.techniques.loops import LONGEST, loops
from engine.techniques.parts import Cells, Part, Units, digits_of
from engine.techniques.state import State
from engine.techniques.technique import Difficulty, Family, Look, Step, Technique, removing

_LARGEST_SUBSET: Final = 4


def unique_rectangles(state: State) -> Iterator[Step]:
    """Rectangles in two boxes whose corners share two candidates: types 1, 2, 5, 4, 6 and 3."""
    return _all_types(state, _RECTANGLES, range(4, 5))


def unique_loops(state: State) -> Iterator[Step]:
    """Longer loops than a rectangle, with the same four types."""
    return _all_types(state, _LOOPS, range(6, LONGEST + 1, 2))


_Found = Iterator[tuple[list[Candidate], dict[str, Part]]]
_Type = Callable[[State, int, int], _Found]


def _all_types(
    state: State, types: tuple[tuple[Technique, _Type], ...], lengths: range
) -> Iterator[Step]:
    found = list(loops(state, lengths))
    found.sort(key=lambda loop: loop[1].bit_count())
    # Types in the order of the table, and within a type the shorter loops first.
    for technique, finder in types:
        for pair, loop in found:
            roof = sum(1 << cell for cell in bits(loop) if state.cells[cell] & ~pair)
            for removed, roles in finder(state, pair, roof):
                yield removing(state, technique, removed, **_roles(pair, loop, roof), **roles)


def _roles(pair: int, loop: int, roof: int) -> dict[str, Part]:
    return {
        "digits": digits_of(pair),
        "cells": Cells(tuple(bits(loop))),
        "roof": Cells(tuple(bits(roof))),
    }


def _type_1(state: State, pair: int, roof: int) -> _Found:
    if roof.bit_count() == 1:
        yield list(state.options_of(roof.bit_length() - 1, pair)), {}


def _type_2(state: State, pair: int, roof: int) -> _Found:
    extras = 0
    for cell in bits(roof):
        extras |= state.cells[cell] & ~pair
    # With one extra digit in the whole roof, one of the roof cells must have it.
    if roof.bit_count() > 1 and extras.bit_count() == 1:
        removed = state.options(extras.bit_length(), state.layout.seen_by_all(roof))
        if removed:
            yield list(removed), {"digit": digits_of(extras)}


def _type_2_in_line(state: State, pair: int, roof: int) -> _Found:
    if state.layout.shared_units(roof):
        yield from _type_2(state, pair, roof)


def _type_5(state: State, pair: int, roof: int) -> _Found:
    """Like type 2, with two opposite corners or three."""
    if not state.layout.shared_units(roof):
        yield from _type_2(state, pair, roof)


def _type_3(state: State, pair: int, roof: int) -> _Found:
    if roof.bit_count() != 2:
        return
    extras = 0
    for cell in bits(roof):
        extras |= state.cells[cell] & ~pair
    yield from virtual_subsets(state, roof, extras)


def virtual_subsets(state: State, roof: int, extras: int) -> _Found:
    """Naked subsets of a unit in which `roof` counts as one cell with the candidates `extras`."""
    for unit in state.layout.shared_units(roof):
        inside = state.layout.units[unit] & ~roof
        blank = [(cell, state.cells[cell]) for cell in bits(inside) if state.cells[cell]]
        for size in range(1, min(_LARGEST_SUBSET, len(blank) + 1)):
            # The roof is part of every subset, so each mask has its candidates from the start.
            widened = [(cell, mask | extras) for cell, mask in blank]
            for chosen, union in gatherings(widened, size, size + 1):
                rest = inside & ~chosen
                removed = [o for cell in bits(rest) for o in state.options_of(cell, union)]
                if removed:
                    yield (
                        removed,
                        {
                            "unit": Units((unit,)),
                            "subset": Cells(tuple(bits(chosen))),
                            "subset_digits": digits_of(union),
                        },
                    )


def _type_4(state: State, pair: int, roof: int) -> _Found:
    if roof.bit_count() != 2:
        return
    for unit in state.layout.shared_units(roof):
        for digit in bits(pair):
            # The roof must hold all places of the digit, so one of its cells has it.
            if state.places[digit + 1] & state.layout.units[unit] & ~roof:
                continue
            other = pair ^ 1 << digit
            removed = [o for cell in bits(roof) for o in state.options_of(cell, other)]
            yield (
                removed,
                {
                    "unit": Units((unit,)),
                    "locked": digits_of(1 << digit),
                    "digit": digits_of(other),
                },
            )


def _type_6(state: State, pair: int, roof: int) -> _Found:
    """Two opposite corners, and two parallel lines with all places of a digit in the rectangle."""
    if roof.bit_count() != 2 or state.layout.shared_units(roof):
        return
    units = state.layout.units
    rows, columns, _ = zip(*(state.geometry.units_of[cell] for cell in bits(roof)), strict=True)
    # The digit in one roof cell forces it into both and the other one into the floor: deadly.
    for lines, across in ((rows, columns), (columns, rows)):
        outside = (units[lines[0]] | units[lines[1]]) & ~(units[across[0]] | units[across[1]])
        for digit in bits(pair):
            if not state.places[digit + 1] & outside:
                removed = list(state.options(digit + 1, roof))
                yield (
                    removed,
                    {"units": Units(tuple(sorted(lines))), "digit": digits_of(1 << digit)},
                )


_TYPE_1: Final = "without its other candidates {roof} would make {digits} exchangeable in {cells}"
_TYPE_2: Final = "unless {digit} is in {roof}, {digits} would be exchangeable in {cells}"
_TYPE_3: Final = (
    "an extra candidate of {roof} is true, or {digits} would be exchangeable in {cells}; "
    "with {subset} it holds {subset_digits} in {unit}"
)
_TYPE_4: Final = (
    "{unit} has its {locked} in {roof}; with a {digit} there too {digits} would be exchangeable "
    "in {cells}"
)
_PARTS: Final = ("digits", "cells", "roof")
_CELLS: Final = Look("cells")

_rectangle: Final = partial(
    Technique,
    family=Family.UNIQUENESS,
    difficulty=Difficulty.EXPERT,
    finders=(unique_rectangles,),
    looks_at=(_CELLS,),
)
_loop: Final = partial(_rectangle, finders=(unique_loops,))

UNIQUE_RECTANGLE_1: Final = _rectangle(
    "unique_rectangle_1", "Unique rectangle type 1", rank=320, roles=_PARTS, reason=_TYPE_1
)
UNIQUE_RECTANGLE_2: Final = _rectangle(
    "unique_rectangle_2",
    "Unique rectangle type 2",
    rank=330,
    roles=(*_PARTS, "digit"),
    reason=_TYPE_2,
)
UNIQUE_RECTANGLE_3: Final = _rectangle(
    "unique_rectangle_3",
    "Unique rectangle type 3",
    rank=340,
    roles=(*_PARTS, "unit", "subset", "subset_digits"),
    reason=_TYPE_3,
    looks_at=(_CELLS, Look("subset")),
)
UNIQUE_RECTANGLE_4: Final = _rectangle(
    "unique_rectangle_4",
    "Unique rectangle type 4",
    rank=350,
    roles=(*_PARTS, "unit", "locked", "digit"),
    reason=_TYPE_4,
    looks_at=(_CELLS, Look(digits="locked", units="unit")),
)
UNIQUE_RECTANGLE_5: Final = _rectangle(
    "unique_rectangle_5",
    "Unique rectangle type 5",
    rank=360,
    roles=(*_PARTS, "digit"),
    reason=_TYPE_2,
)
UNIQUE_RECTANGLE_6: Final = _rectangle(
    "unique_rectangle_6",
    "Unique rectangle type 6",
    rank=370,
    roles=(*_PARTS, "units", "digit"),
    reason=(
        "{units} have their {digit} in {cells} only; with it in {roof}, {digits} would be "
        "exchangeable there"
    ),
    looks_at=(_CELLS, Look(digits="digit", units="units")),
)
UNIQUE_LOOP_1: Final = _loop(
    "unique_loop_1", "Unique loop type 1", rank=450, roles=_PARTS, reason=_TYPE_1
)
UNIQUE_LOOP_2: Final = _loop(
    "unique_loop_2", "Unique loop type 2", rank=460, roles=(*_PARTS, "digit"), reason=_TYPE_2
)
UNIQUE_LOOP_3: Final = _loop(
    "unique_loop_3",
    "Unique loop type 3",
    rank=470,
    roles=(*_PARTS, "unit", "subset", "subset_digits"),
    reason=_TYPE_3,
    looks_at=(_CELLS, Look("subset")),
)
UNIQUE_LOOP_4: Final = _loop(
    "unique_loop_4",
    "Unique loop type 4",
    rank=480,
    roles=(*_PARTS, "unit", "locked", "digit"),
    reason=_TYPE_4,
    looks_at=(_CELLS, Look(digits="locked", units="unit")),
)

_RECTANGLES: Final = (
    (UNIQUE_RECTANGLE_1, _type_1),
    (UNIQUE_RECTANGLE_2, _type_2_in_line),
    (UNIQUE_RECTANGLE_5, _type_5),
    (UNIQUE_RECTANGLE_4, _type_4),
    (UNIQUE_RECTANGLE_6, _type_6),
    (UNIQUE_RECTANGLE_3, _type_3),
)
_LOOPS: Final = (
    (UNIQUE_LOOP_1, _type_1),
    (UNIQUE_LOOP_2, _type_2),
    (UNIQUE_LOOP_4, _type_4),
    (UNIQUE_LOOP_3, _type_3),
)
