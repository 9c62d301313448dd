"""Locked candidates: where a box and a line meet."""

from collections.abc import Iterator

from engine.techniques.layout import Candidate, bits
from engine.techniques.parts import Cells, Digits, Part, Units
from engine.techniques.state import State
from engine.techniques.step import Step, placing, removing
from engine.techniques.technique import Technique


def pointing(state: State) -> Iterator[Step]:
    """All places of a digit in a box lie in one line: nowhere else in that line."""
    for value, box, line, shared in _locked(state, from_box=True):
        yield _removing(state, Technique.POINTING, value, (box, line), shared)


def claiming(state: State) -> Iterator[Step]:
    """All places of a digit in a line lie in one box: nowhere else in that box."""
    for value, box, line, shared in _locked(state, from_box=False):
        yield _removing(state, Technique.CLAIMING, value, (line, box), shared)


def direct_pointing(state: State) -> Iterator[Step]:
    """Pointing that leaves its digit one place in another unit, so that no notes are needed."""
    for value, box, line, shared in _locked(state, from_box=True):
        yield from _placing(state, Technique.DIRECT_POINTING, value, (box, line), shared)


def direct_claiming(state: State) -> Iterator[Step]:
    """Claiming that leaves its digit one place in another unit, so that no notes are needed."""
    for value, box, line, shared in _locked(state, from_box=False):
        yield from _placing(state, Technique.DIRECT_CLAIMING, value, (line, box), shared)


def _locked(state: State, *, from_box: bool) -> Iterator[tuple[int, int, int, int]]:
    """Each value, box, line and shared cells such that the source has its places in these only."""
    units = state.layout.units
    for value in state.digits:
        places = state.places[value]
        if not places:
            continue
        for box, line, crossing in state.layout.crossings:
            shared = places & crossing
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
