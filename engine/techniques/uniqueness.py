"""What keeps a puzzle from having two solutions: unique rectangles, unique loops and graves.

In a rectangle or loop two digits could change places. In a bivalue universal grave (BUG) every
cell has two candidates.
"""

from collections.abc import Callable, Iterator
from typing import Final

from engine.techniques.layout import Candidate, bits, gatherings, mask_of
from engine.techniques.loops import LONGEST, loops
from engine.techniques.parts import Cells, Digits, Options, Part, Units, digits_of
from engine.techniques.state import State
from engine.techniques.step import Step, placing, removing
from engine.techniques.technique import Technique

_LARGEST_SUBSET: Final = 4
_MOST_EXTRAS: Final = 6


def unique_rectangles(state: State) -> Iterator[Step]:
    """Rectangles in two boxes whose corners share two candidates: types 1, 2, 5, 4, 6 and 3."""
    return _all_types(state, _RECTANGLE, range(4, 5))


def unique_loops(state: State) -> Iterator[Step]:
    """Longer loops than a rectangle, with the same four types."""
    return _all_types(state, _LOOP, range(6, LONGEST + 1, 2))


_Found = Iterator[tuple[list[Candidate], dict[str, Part]]]
_Type = Callable[[State, int, int], _Found]


def _all_types(
    state: State, types: tuple[tuple[Technique, _Type], ...], lengths: range
) -> Iterator[Step]:
    found = list(loops(state, lengths))
    found.sort(key=lambda loop: loop[1].bit_count())
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


def _type_6(state: State, pair: int, roof: int) -> _Found:
    """Two opposite corners, and two lines in which a digit has its places in the rectangle."""
    if roof.bit_count() != 2 or state.layout.shared_units(roof):
        return
    units = state.layout.units
    rows, columns, _ = zip(*(state.geometry.units_of[cell] for cell in bits(roof)), strict=True)
    for lines, across in ((rows, columns), (columns, rows)):
        outside = (units[lines[0]] | units[lines[1]]) & ~(units[across[0]] | units[across[1]])
        for digit in bits(pair):
            if not state.places[digit + 1] & outside:
                removed = list(state.options(digit + 1, roof))
                yield (
                    removed,
                    {"units": Units(tuple(sorted(lines))), "digit": digits_of(1 << digit)},
                )


_RECTANGLE: Final = (
    (Technique.UNIQUE_RECTANGLE_1, _type_1),
    (Technique.UNIQUE_RECTANGLE_2, _type_2_in_line),
    (Technique.UNIQUE_RECTANGLE_5, _type_5),
    (Technique.UNIQUE_RECTANGLE_4, _type_4),
    (Technique.UNIQUE_RECTANGLE_6, _type_6),
    (Technique.UNIQUE_RECTANGLE_3, _type_3),
)
_LOOP: Final = (
    (Technique.UNIQUE_LOOP_1, _type_1),
    (Technique.UNIQUE_LOOP_2, _type_2),
    (Technique.UNIQUE_LOOP_4, _type_4),
    (Technique.UNIQUE_LOOP_3, _type_3),
)


def bivalue_graves(state: State) -> Iterator[Step]:
    """One of the candidates that keep the board from being a grave must be true."""
    extras = _extras(state)
    if not extras:
        return
    cells = mask_of(cell for cell, _ in extras)
    values = {value for _, value in extras}
    if len(extras) == 1:
        yield placing(state, Technique.BUG_PLUS_1, extras, **_grave_roles(extras))
    elif cells.bit_count() == 1:
        removed = state.options_of(cells.bit_length() - 1, ~mask_of(v - 1 for v in values))
        yield removing(state, Technique.BUG_PLUS_1, removed, **_grave_roles(extras))
    elif len(values) == 1:
        removed = state.options(extras[0].value, state.layout.seen_by_all(cells))
        if removed:
            digit = Digits((extras[0].value,))
            yield removing(
                state, Technique.BUG_TYPE_2, removed, **_grave_roles(extras), digit=digit
            )
    if cells.bit_count() == 2:
        yield from _locked_pairs(state, extras, cells)
        for found, roles in virtual_subsets(state, cells, mask_of(v - 1 for v in values)):
            yield removing(state, Technique.BUG_TYPE_3, found, **_grave_roles(extras), **roles)


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
                yield removing(
                    state, Technique.BUG_TYPE_4, removed, **_grave_roles(extras), **roles
                )


def _grave_roles(extras: tuple[Candidate, ...]) -> dict[str, Part]:
    cells = Cells(tuple(sorted({cell for cell, _ in extras})))
    return {"extras": Options(extras), "cells": cells}
