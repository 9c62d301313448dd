"""Franken swordfish: fish whose base and cover may be boxes as well as lines.

The problem: there are too many ways to choose three base units and three covers. To choose them
first and then ask what falls takes a hundred times as long as what is done here.

So the search begins with a candidate that might fall. It falls if, once it is true, three base
units have all their places in two covers, which cannot hold the digit three times. Each base unit
keeps the places that the candidate does not see. The pairs of covers that hold these places are a
mask with a bit for each pair, and three units make a fish where their masks have a bit in common.

No two of the three units may have their places in one cover: that would be a smaller pattern, which
has a name of its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations
from typing import Final

from engine.board.geometry import Geometry
from engine.techniques.fish import FINNED, PARTS, PLAIN
from engine.techniques.layout import bits, layout_of, mask_of
from engine.techniques.parts import Cells, Digits, Part, Units
from engine.techniques.state import State
from engine.techniques.technique import Difficulty, Family, Look, Step, Technique, removing

_SIZE: Final = 3


@dataclass(frozen=True, slots=True)
class _Sea:
    """The units that may be base, those that may be cover, and all pairs of covers.

    `single` and `double` hold per cell the covers, and the pairs of covers, that contain it.
    """

    base: tuple[int, ...]
    cover: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    single: tuple[int, ...]
    double: tuple[int, ...]


@cache
def _seas(geometry: Geometry) -> tuple[_Sea, _Sea]:
    layout = layout_of(geometry)
    rows, columns = ((*lines, *layout.boxes) for lines in (layout.rows, layout.columns))
    return _sea(geometry, rows, columns), _sea(geometry, columns, rows)


def _sea(geometry: Geometry, base: tuple[int, ...], cover: tuple[int, ...]) -> _Sea:
    pairs = tuple(combinations(cover, 2))
    single = tuple(mask_of(u for u in units if u in cover) for units in geometry.units_of)
    double = tuple(
        mask_of(n for n, (one, other) in enumerate(pairs) if mask >> one & 1 or mask >> other & 1)
        for mask in single
    )
    return _Sea(base, cover, pairs, single, double)


@dataclass(frozen=True, slots=True)
class _Unit:
    """A base unit once a candidate is true: its places, and what covers those that are left.

    `single` is the mask of the covers that hold all places left, `double` that of the pairs.
    """

    number: int
    places: int
    single: int
    double: int

    def goes_with(self, other: "_Unit") -> bool:
        apart = not self.places & other.places and not self.single & other.single
        return apart and bool(self.double & other.double)


def franken_swordfish(state: State) -> Iterator[Step]:
    """Three units with a box among them or among their covers, with fins or without."""
    for value in state.digits:
        for sea in _seas(state.geometry) if state.places[value] else ():
            seen = set[tuple[tuple[int, ...], tuple[int, ...]]]()
            for cell in bits(state.places[value]):
                for base, pair in _bases(state, sea, value, cell):
                    # The third cover holds the candidate itself; base places in no cover are fins.
                    outside = _places(state, value, base) & ~_places(state, value, pair)
                    cover = tuple(sorted((*pair, _third(state, sea.single[cell], outside))))
                    if (base, cover) not in seen:
                        seen.add((base, cover))
                        yield _step(state, value, base, cover)


def _bases(
    state: State, sea: _Sea, value: int, cell: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, int]]]:
    """Yields three base units and a pair of covers that holds them once `cell` has the digit."""
    units = [*_units(state, sea, value, cell)]
    lines = state.layout.lines
    for at, first in enumerate(units):
        fitting = [one for one in units[at + 1 :] if first.goes_with(one)]
        for second, third in combinations(fitting, _SIZE - 1):
            shared = first.double & second.double & third.double
            if not shared or not second.goes_with(third):
                continue
            base = (first.number, second.number, third.number)
            for pair in (sea.pairs[n] for n in bits(shared)):
                # Without a box it would be a plain swordfish.
                if any(unit not in lines for unit in base + pair):
                    yield base, pair
                    break


def _units(state: State, sea: _Sea, value: int, cell: int) -> Iterator[_Unit]:
    own, around = sea.single[cell], ~(state.layout.peers[cell] | 1 << cell)
    for number in sea.base:
        places = state.places[value] & state.layout.units[number]
        rest = places & around
        # A unit with the candidate is no base, and one without places left needs no fish.
        if not rest or places >> cell & 1:
            continue
        # The covers of the candidate come third, so they are in no pair.
        single, double = ~own, ~sea.double[cell]
        for place in bits(rest):
            single &= sea.single[place]
            double &= sea.double[place]
        if double:
            yield _Unit(number, places, single, double)


def _third(state: State, own: int, outside: int) -> int:
    """The unit of `own` that leaves the fewest of the cells `outside`."""
    units = state.layout.units
    return min(bits(own), key=lambda unit: (outside & ~units[unit]).bit_count())


def _places(state: State, value: int, units: tuple[int, ...]) -> int:
    inside = 0
    for unit in units:
        inside |= state.layout.units[unit]
    return inside & state.places[value]


def _step(state: State, value: int, base: tuple[int, ...], cover: tuple[int, ...]) -> Step:
    places, covered = _places(state, value, base), _places(state, value, cover)
    fins = places & ~covered
    technique = FINNED_FRANKEN_SWORDFISH if fins else FRANKEN_SWORDFISH
    roles: dict[str, Part] = {
        "digit": Digits((value,)),
        "base": Units(base),
        "cover": Units(cover),
        "cells": Cells(tuple(bits(places & covered))),
    }
    if fins:
        roles["fins"] = Cells(tuple(bits(fins)))
    removed = covered & ~places & state.layout.seen_by_all(fins)
    return removing(state, technique, state.options(value, removed), **roles)


_swordfish: Final = partial(
    Technique,
    family=Family.FISH,
    difficulty=Difficulty.EXTREME,
    finders=(franken_swordfish,),
    looks_at=(Look(digits="digit", units="base"),),
    harder=3.0,
)

FRANKEN_SWORDFISH: Final = _swordfish(
    "franken_swordfish",
    "Franken swordfish",
    rank=740,
    roles=PARTS,
    reason=PLAIN,
    # It made no way shorter, and took a twentieth of the time.
    is_on_short_ways=False,
)
FINNED_FRANKEN_SWORDFISH: Final = _swordfish(
    "finned_franken_swordfish",
    "Finned Franken swordfish",
    rank=750,
    roles=(*PARTS, "fins"),
    reason=FINNED,
)
