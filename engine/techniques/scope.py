"""What a step depends on: whole cells, and the places of digits in whole units.

A step holds as long as the candidates that are gone there stay gone. So its scope leads from a step
back to the earlier steps that it needs (`engine.way.needed`).
"""

from collections.abc import Iterator
from itertools import product

from engine.board.geometry import Geometry
from engine.techniques.parts import (
    Branch,
    Branches,
    Cells,
    Chain,
    Chains,
    Digits,
    Groups,
    Link,
    Part,
    Units,
)
from engine.techniques.technique import Step

Scope = tuple[int, int]
"""A value and a unit, or 0 and a cell."""


def looked_at(step: Step) -> Iterator[Scope]:
    """Yields the cells, and the digits in units, whose missing candidates a step relies on.

    Where the technique does not say, that is every cell of the board.
    """
    roles, looks = dict(step.roles), step.technique.looks_at
    if looks is None:
        yield from ((0, cell) for cell in range(step.geometry.cell_count))
    for look in looks or ():
        if look.cells:
            yield from ((0, cell) for cell in _numbers(roles[look.cells]))
        else:
            yield from product(_numbers(roles[look.digits]), _numbers(roles[look.units]))
    for _, part in step.roles:
        yield from _proved_by(step.geometry, part)


def _numbers(part: Part) -> tuple[int, ...]:
    match part:
        case Cells(numbers) | Units(numbers) | Digits(numbers):
            return numbers
    raise TypeError(part)


def _proved_by(geometry: Geometry, part: Part) -> Iterator[Scope]:
    """Yields what chains, sets and branches rely on."""
    match part:
        case Groups(groups):
            yield from ((0, cell) for group in groups for cell in group)
        case Chain(links):
            # Weak links hold by the rules alone.
            yield from (scope for link in links if link.strong for scope in _proving(link))
        case Chains(chains):
            yield from (scope for chain in chains for scope in _proved_by(geometry, chain))
        case Branches(branches):
            yield from (scope for branch in branches for scope in _followed(branch))


def _proving(link: Link) -> Iterator[Scope]:
    if link.cells:
        yield from ((0, cell) for cell in link.cells)
    elif link.unit < 0:
        yield 0, link.source.cells[0]
    else:
        yield link.source.value, link.unit


def _followed(branch: Branch) -> Iterator[Scope]:
    for deduction in branch.deductions:
        placed = deduction.placed
        # The reason of a refuted candidate is its own proof.
        if deduction.proof:
            yield from _followed(deduction.proof)
        elif placed and deduction.unit < 0:
            yield 0, placed.cell
        else:
            yield (placed or deduction.gone[0]).value, deduction.unit
    if (end := branch.contradiction) is not None:
        yield (0, end.cells[0]) if end.kind == "no_candidate" else (end.value, end.unit)
