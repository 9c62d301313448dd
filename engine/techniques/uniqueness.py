"""Unique rectangles and loops: what keeps two digits from changing places."""

from collections.abc import Iterator
from typing import Final

from engine.techniques.layout import bits
from engine.techniques.loops import LONGEST, loops
from engine.techniques.parts import Candidate, Cells, Digits, Part, Units
from engine.techniques.state import State
from engine.techniques.step import Step, removing
from engine.techniques.subsets import gatherings
from engine.techniques.technique import Technique

_RECTANGLE: Final = (
    Technique.UNIQUE_RECTANGLE_1,
    Technique.UNIQUE_RECTANGLE_2,
    Technique.UNIQUE_RECTANGLE_3,
    Technique.UNIQUE_RECTANGLE_4,
)
_LOOP: Final = (
    Technique.UNIQUE_LOOP_1,
    Technique.UNIQUE_LOOP_2,
    Technique.UNIQUE_LOOP_3,
    Technique.UNIQUE_LOOP_4,
)
_LARGEST_SUBSET: Final = 4


def unique_rectangles(state: State) -> Iterator[Step]:
    """Rectangles in two boxes whose corners share two candidates: types 1, 2, 4 and 3."""
    return _all_types(state, _RECTANGLE, range(4, 5))


def unique_loops(state: State) -> Iterator[Step]:
    """Longer loops than a rectangle, with the same four types."""
    return _all_types(state, _LOOP, range(6, LONGEST + 1, 2))


def _all_types(state: State, types: tuple[Technique, ...], lengths: range) -> Iterator[Step]:
    found = list(loops(state, lengths))
    found.sort(key=lambda loop: loop[1].bit_count())
    for kind, finder in ((0, _type_1), (1, _type_2), (3, _type_4), (2, _type_3)):
        for pair, loop in found:
            roof = sum(1 << cell for cell in bits(loop) if state.cells[cell] & ~pair)
            for removed, roles in finder(state, pair, roof):
                yield removing(state, types[kind], removed, **_roles(pair, loop, roof), **roles)


def _roles(pair: int, loop: int, roof: int) -> dict[str, Part]:
    return {
        "digits": digits_of(pair),
        "cells": Cells(tuple(bits(loop))),
        "roof": Cells(tuple(bits(roof))),
    }


def digits_of(mask: int) -> Digits:
    """The digits of a mask of values."""
    return Digits(tuple(digit + 1 for digit in bits(mask)))


_Found = Iterator[tuple[list[Candidate], dict[str, Part]]]


def _type_1(state: State, pair: int, roof: int) -> _Found:
    if roof.bit_count() == 1:
        yield list(state.options_of(roof.bit_length() - 1, pair)), {}


def _type_2(state: State, pair: int, roof: int) -> _Found:
    extras = 0
    for cell in bits(roof):
        extras |= state.cells[cell] & ~pair
    if roof.bit_count() > 1 and extras.bit_count() == 1:
        removed = state.options(extras.bit_length(), state.layout.seen_by_all(roof))
        if removed:
            yield list(removed), {"digit": digits_of(extras)}


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
