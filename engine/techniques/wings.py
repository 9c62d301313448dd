"""Wings: two or three cells with two candidates around a pivot or a strong link."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from engine.techniques.layout import bits
from engine.techniques.parts import Cells, Digits, Units
from engine.techniques.state import State
from engine.techniques.technique import Difficulty, Family, Look, Step, Technique, removing


def xy_wings(state: State) -> Iterator[Step]:
    """A pivot {x, y} that sees pincers {x, z} and {y, z}: one of them is z."""
    for pivot in bits(state.bivalue):
        yield from _wing(state, pivot, XY_WING)


def xyz_wings(state: State) -> Iterator[Step]:
    """A pivot {x, y, z} that sees pincers {x, z} and {y, z}: one of the three is z."""
    for pivot, mask in enumerate(state.cells):
        if mask.bit_count() == 3:
            yield from _wing(state, pivot, XYZ_WING)


def _wing(state: State, pivot: int, technique: Technique) -> Iterator[Step]:
    own = state.cells[pivot]
    is_xyz = technique is XYZ_WING
    near = list(bits(state.layout.peers[pivot] & state.bivalue))
    for index, first in enumerate(near):
        mask = state.cells[first]
        # A pincer shares one digit with the pivot of an XY-wing, two with that of an XYZ-wing.
        if (mask & own).bit_count() != (2 if is_xyz else 1):
            continue
        for second in near[index + 1 :]:
            other = state.cells[second]
            shared = mask & other
            if shared.bit_count() != 1 or (mask | other | own).bit_count() != 3:
                continue
            # The pincers split between them what the pivot has besides the common digit.
            if bool(shared & own) != is_xyz or not (other & own and mask ^ other == own & ~shared):
                continue
            pattern = 1 << first | 1 << second | (1 << pivot if is_xyz else 0)
            value = shared.bit_length()
            removed = state.options(value, state.layout.seen_by_all(pattern))
            if removed:
                yield removing(
                    state,
                    technique,
                    removed,
                    digit=Digits((value,)),
                    digits=Digits(tuple(d + 1 for d in bits(own))),
                    pivot=Cells((pivot,)),
                    pincers=Cells((first, second)),
                )


def w_wings(state: State) -> Iterator[Step]:
    """Two cells {x, y} whose x are joined by a strong link: one of them is y."""
    cells = list(bits(state.bivalue))
    for index, first in enumerate(cells):
        mask = state.cells[first]
        for second in cells[index + 1 :]:
            if state.cells[second] != mask or state.layout.peers[first] >> second & 1:
                continue
            common = state.layout.seen_by_all(1 << first | 1 << second)
            for digit in bits(mask):
                other = (mask ^ 1 << digit).bit_length()
                if state.places[other] & common:
                    yield from _w_wing(state, first, second, digit + 1, other)


def _w_wing(state: State, first: int, second: int, link: int, value: int) -> Iterator[Step]:
    peers = state.layout.peers
    for unit, a, b in state.conjugates[link]:
        if {a, b} & {first, second}:
            continue
        straight = peers[first] >> a & 1 and peers[second] >> b & 1
        crossed = peers[first] >> b & 1 and peers[second] >> a & 1
        if straight or crossed:
            common = state.layout.seen_by_all(1 << first | 1 << second)
            yield removing(
                state,
                W_WING,
                state.options(value, common),
                digit=Digits((value,)),
                linked=Digits((link,)),
                cells=Cells((first, second)),
                unit=Units((unit,)),
                bridge=Cells((a, b) if straight else (b, a)),
            )
            # One bridge is enough: all of them prove the same.
            return


_wing_of: Final = partial(
    Technique,
    family=Family.WINGS,
    difficulty=Difficulty.EXPERT,
    roles=("digit", "digits", "pivot", "pincers"),
    looks_at=(Look("pivot"), Look("pincers")),
)

XY_WING: Final = _wing_of(
    "xy_wing",
    "XY-wing",
    rank=240,
    rating=4.2,
    finders=(xy_wings,),
    reason="whatever {pivot} is, one of {pincers} is {digit}",
)
W_WING: Final = Technique(
    "w_wing",
    "W-wing",
    Difficulty.EXPERT,
    rank=300,
    family=Family.WINGS,
    finders=(w_wings,),
    roles=("digit", "linked", "cells", "unit", "bridge"),
    reason="{unit} has its {linked} in {bridge}, so one of {cells} is not {linked} but {digit}",
    looks_at=(Look("cells"), Look(digits="linked", units="unit")),
)
XYZ_WING: Final = _wing_of(
    "xyz_wing",
    "XYZ-wing",
    rank=310,
    rating=4.4,
    finders=(xyz_wings,),
    reason="whatever {pivot} is, it or one of {pincers} is {digit}",
)
