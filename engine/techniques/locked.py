"""Locked candidates: where a box and a line meet."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from engine.techniques.layout import Candidate, bits
from engine.techniques.parts import Cells, Digits, Part, Units
from engine.techniques.state import State
from engine.techniques.technique import Difficulty, Family, Look, Step, Technique, placing, removing


def pointing(state: State) -> Iterator[Step]:
    """All places of a digit in a box lie in one line: nowhere else in that line."""
    for value, box, line, shared in _locked(state, from_box=True):
        yield _removing(state, POINTING, value, (box, line), shared)


def claiming(state: State) -> Iterator[Step]:
    """All places of a digit in a line lie in one box: nowhere else in that box."""
    for value, box, line, shared in _locked(state, from_box=False):
        yield _removing(state, CLAIMING, value, (line, box), shared)


def direct_pointing(state: State) -> Iterator[Step]:
    """Pointing that leaves its digit one place in another unit, so that no notes are needed."""
    for value, box, line, shared in _locked(state, from_box=True):
        yield from _placing(state, DIRECT_POINTING, value, (box, line), shared)


def direct_claiming(state: State) -> Iterator[Step]:
    """Claiming that leaves its digit one place in another unit, so that no notes are needed."""
    for value, box, line, shared in _locked(state, from_box=False):
        yield from _placing(state, DIRECT_CLAIMING, value, (line, box), shared)


def _locked(state: State, *, from_box: bool) -> Iterator[tuple[int, int, int, int]]:
    """Yields value, box, line and the cells of the crossing that hold the value.

    The source, which is the box or the line, has no other place for the value; the target has.
    """
    units = state.layout.units
    for value in state.digits:
        places = state.places[value]
        if not places:
            continue
        for box, line, crossing in state.layout.crossings:
            shared = places & crossing
            # A single place in the source would be a hidden single.
            if shared & shared - 1:
                source, target = (box, line) if from_box else (line, box)
                if not places & units[source] & ~shared and places & units[target] & ~shared:
                    yield value, box, line, shared


def _removing(
    state: State, technique: Technique, value: int, units: tuple[int, int], shared: int
) -> Step:
    removed = state.options(value, state.layout.units[units[1]] & ~shared)
    return removing(state, technique, removed, **_roles(value, units, shared))


def _placing(
    state: State, technique: Technique, value: int, units: tuple[int, int], shared: int
) -> Iterator[Step]:
    layout = state.layout
    gone = state.places[value] & layout.units[units[1]] & ~shared
    for unit in (*layout.boxes, *layout.lines):
        inside = state.places[value] & layout.units[unit]
        left = inside & ~gone
        # The locked candidates have taken places from this unit and left one.
        if left != inside and left.bit_count() == 1:
            option = Candidate(left.bit_length() - 1, value)
            roles = _roles(value, units, shared)
            yield placing(
                state,
                technique,
                (option,),
                **roles,
                unit=Units((unit,)),
                cell=Cells((option.cell,)),
            )


def _roles(value: int, units: tuple[int, int], shared: int) -> dict[str, Part]:
    source, target = units
    return {
        "digit": Digits((value,)),
        "source": Units((source,)),
        "target": Units((target,)),
        "cells": Cells(tuple(bits(shared))),
    }


_SOURCE: Final = Look(digits="digit", units="source")
_PARTS: Final = ("digit", "source", "target", "cells")

_direct: Final = partial(
    Technique,
    family=Family.LOCKED,
    difficulty=Difficulty.MEDIUM,
    roles=(*_PARTS, "unit", "cell"),
    reason="the {digit} of {source} is in {target}, which leaves only {cell} for it in {unit}",
    looks_at=(_SOURCE, Look(digits="digit", units="unit")),
    is_seen_without_notes=True,
)
_plain: Final = partial(
    Technique,
    family=Family.LOCKED,
    difficulty=Difficulty.HARD,
    roles=_PARTS,
    reason="the {digit} of {source} can only stand in {cells}, all in {target}",
    looks_at=(_SOURCE,),
)

DIRECT_POINTING: Final = _direct(
    "direct_pointing", "Direct pointing", rank=40, rating=1.7, finders=(direct_pointing,)
)
DIRECT_CLAIMING: Final = _direct(
    "direct_claiming", "Direct claiming", rank=50, rating=1.9, finders=(direct_claiming,)
)
POINTING: Final = _plain("pointing", "Pointing", rank=80, rating=2.6, finders=(pointing,))
CLAIMING: Final = _plain("claiming", "Claiming", rank=90, rating=2.8, finders=(claiming,))
