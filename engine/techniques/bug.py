"""Bivalue universal grave: if every cell had two candidates there would be two solutions."""

from collections.abc import Iterator
from typing import Final

from engine.techniques.layout import bits, mask_of
from engine.techniques.parts import Candidate, Cells, Digits, Options, Part, Units
from engine.techniques.state import State
from engine.techniques.step import Step, placing, removing
from engine.techniques.technique import Technique
from engine.techniques.uniqueness import digits_of, virtual_subsets

_MOST_EXTRAS: Final = 6


def bivalue_graves(state: State) -> Iterator[Step]:
    """One of the candidates that keep the board from being a grave must be true."""
    extras = _extras(state)
    if not extras:
        return
    cells = mask_of(cell for cell, _ in extras)
    values = {value for _, value in extras}
    if len(extras) == 1:
        yield placing(state, Technique.BUG_PLUS_1, extras, **_roles(extras))
    elif cells.bit_count() == 1:
        removed = state.options_of(cells.bit_length() - 1, ~mask_of(v - 1 for v in values))
        yield removing(state, Technique.BUG_PLUS_1, removed, **_roles(extras))
    elif len(values) == 1:
        removed = state.options(extras[0].value, state.layout.seen_by_all(cells))
        if removed:
            digit = Digits((extras[0].value,))
            yield removing(state, Technique.BUG_TYPE_2, removed, **_roles(extras), digit=digit)
    if cells.bit_count() == 2:
        yield from _locked_pairs(state, extras, cells)
        for found, roles in virtual_subsets(state, cells, mask_of(v - 1 for v in values)):
            yield removing(state, Technique.BUG_TYPE_3, found, **_roles(extras), **roles)


def _extras(state: State) -> tuple[Candidate, ...]:
    """The candidates without which each cell has two, and each digit two places in each unit."""
    crowded = [cell for cell, mask in enumerate(state.cells) if mask.bit_count() > 2]
    if not crowded or sum(state.cells[c].bit_count() - 2 for c in crowded) > _MOST_EXTRAS:
        return ()
    extras = tuple(
        option
        for cell in crowded
        for option in state.options_of(cell, -1)
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
                yield removing(state, Technique.BUG_TYPE_4, removed, **_roles(extras), **roles)


def _roles(extras: tuple[Candidate, ...]) -> dict[str, Part]:
    cells = Cells(tuple(sorted({cell for cell, _ in extras})))
    return {"extras": Options(extras), "cells": cells}
