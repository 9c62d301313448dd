"""Bivalue universal graves (BUG), in which every open cell has two candidates.

If besides every digit had two places or none in each unit, the puzzle would not have exactly one
solution. So where a few extra candidates keep the board from that, one of them is true.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from engine.techniques.layout import Candidate, bits, mask_of
from engine.techniques.parts import Cells, Digits, Options, Part, Units, digits_of
from engine.techniques.state import State
from engine.techniques.technique import Difficulty, Family, Step, Technique, placing, removing
from engine.techniques.uniqueness import virtual_subsets

_MOST_EXTRAS: Final = 6


def bivalue_graves(state: State) -> Iterator[Step]:
    """One of the candidates that keep the board from being a grave must be true."""
    extras = _extras(state)
    if not extras:
        return
    cells = mask_of(cell for cell, _ in extras)
    values = {value for _, value in extras}
    if len(extras) == 1:
        yield placing(state, BUG_PLUS_1, extras, **_grave_roles(extras))
    # One cell with several extras holds one of them and nothing else.
    elif cells.bit_count() == 1:
        removed = state.options_of(cells.bit_length() - 1, ~mask_of(v - 1 for v in values))
        yield removing(state, BUG_PLUS_1, removed, **_grave_roles(extras))
    elif len(values) == 1:
        removed = state.options(extras[0].value, state.layout.seen_by_all(cells))
        if removed:
            digit = Digits((extras[0].value,))
            yield removing(state, BUG_TYPE_2, removed, **_grave_roles(extras), digit=digit)
    if cells.bit_count() == 2:
        yield from _locked_pairs(state, extras, cells)
        for found, roles in virtual_subsets(state, cells, mask_of(v - 1 for v in values)):
            yield removing(state, BUG_TYPE_3, found, **_grave_roles(extras), **roles)


def _extras(state: State) -> tuple[Candidate, ...]:
    """The candidates without which each cell has two, and each digit two places in each unit."""
    crowded = [cell for cell, mask in enumerate(state.cells) if mask.bit_count() > 2]
    # A quick look first: hardly any board is so close to a grave.
    if not crowded or sum(state.cells[c].bit_count() - 2 for c in crowded) > _MOST_EXTRAS:
        return ()
    extras = tuple(
        option
        for cell in crowded
        for option in state.options_of(cell, -1)
        # An extra is a third place of its digit in its row, its column and its box.
        if all(_places(state, option.value, unit) > 2 for unit in state.geometry.units_of[cell])
    )
    rest = state.after((), extras)
    two_each = all(mask.bit_count() in {0, 2} for mask in rest.cells)
    units = range(len(state.layout.units))
    is_grave = two_each and all(
        _places(rest, value, unit) in {0, 2} for value in rest.digits for unit in units
    )
    return extras if is_grave else ()


def _places(state: State, value: int, unit: int) -> int:
    return (state.places[value] & state.layout.units[unit]).bit_count()


def _locked_pairs(state: State, extras: tuple[Candidate, ...], cells: int) -> Iterator[Step]:
    """Type 4: a unit has a digit in the two cells only, so they hold that digit or the extras."""
    additional = {cell: mask_of(v - 1 for c, v in extras if c == cell) for cell in bits(cells)}
    first, second = additional
    shared = state.cells[first] & state.cells[second]
    shared &= ~(additional[first] | additional[second])
    for unit in state.layout.shared_units(cells):
        for digit in bits(shared):
            if state.places[digit + 1] & state.layout.units[unit] & ~cells:
                continue
            kept = 1 << digit
            removed = [
                option
                for cell, mask in additional.items()
                for option in state.options_of(cell, ~(kept | mask))
            ]
            if removed:
                roles: dict[str, Part] = {"unit": Units((unit,)), "locked": digits_of(kept)}
                yield removing(state, BUG_TYPE_4, removed, **_grave_roles(extras), **roles)


def _grave_roles(extras: tuple[Candidate, ...]) -> dict[str, Part]:
    cells = Cells(tuple(sorted({cell for cell, _ in extras})))
    return {"extras": Options(extras), "cells": cells}


_grave: Final = partial(
    Technique,
    family=Family.UNIQUENESS,
    difficulty=Difficulty.EXPERT,
    finders=(bivalue_graves,),
)

BUG_PLUS_1: Final = _grave(
    "bug_plus_1",
    "BUG+1",
    rank=410,
    roles=("extras", "cells"),
    reason=(
        "without {extras} every candidate would stand twice in its units, which has no single "
        "solution"
    ),
)
BUG_TYPE_2: Final = _grave(
    "bug_type_2",
    "BUG type 2",
    rank=490,
    roles=("extras", "cells", "digit"),
    reason="one of {extras} is true, or every candidate would stand twice",
)
BUG_TYPE_3: Final = _grave(
    "bug_type_3",
    "BUG type 3",
    rank=500,
    roles=("extras", "cells", "unit", "subset", "subset_digits"),
    reason="one of {extras} is true, and with {subset} it holds {subset_digits} in {unit}",
)
BUG_TYPE_4: Final = _grave(
    "bug_type_4",
    "BUG type 4",
    rank=510,
    roles=("extras", "cells", "unit", "locked"),
    reason="one of {extras} is true, and {unit} has its {locked} in {cells}",
)
