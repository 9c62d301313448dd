"""Which steps of a long way its end needs: a quick look at the reasons.

The problem: `engine.way.way` takes out steps by trying the way without each of them, and that takes
time with the square of its length. A way through a 16x16 that takes all steps of the easiest finder
at each stop has hundreds of steps, of which most lead nowhere.

So the reasons are followed backwards first. A step looks at whole cells, and at the places of
digits in whole units (`looked_at`). What is gone from there when it is taken must be gone, and was
ruled out by digits, which stand there in any case, or by a step. From the singles, which are all
needed, back to the steps that their reasons name, and on to what those needed, everything is marked
that may matter. Invariant: each marked step, and each single, can still be taken once all others
are left out, in the same order. It is not the least: a digit often has a second reason.

Of a technique that is not known here it is taken that it looks at the whole board.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final

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
from engine.techniques.step import Step
from engine.techniques.technique import Family, Technique

Scope = tuple[int, int]
"""A value and a unit, or 0 and a cell."""

_FAMILIES: Final[Mapping[Family, str]] = {
    Family.LOCKED: "digit*source",
    Family.FISH: "digit*base",
    Family.UNIQUENESS: "cells",
    Family.ALS: "",
    Family.CHAINS: "",
    Family.FORCING: "",
    Family.NETS: "",
}
"""What the steps of a family look at beside their chains, sets and branches: cells, or digits in
units.
"""

_TECHNIQUES: Final[Mapping[Technique, str]] = {
    Technique.FULL_HOUSE: "cell",
    Technique.HIDDEN_SINGLE: "digit*unit",
    Technique.NAKED_SINGLE: "cell",
    Technique.DIRECT_POINTING: "digit*source digit*unit",
    Technique.DIRECT_CLAIMING: "digit*source digit*unit",
    Technique.LOCKED_PAIR: "cells",
    Technique.LOCKED_TRIPLE: "cells",
    Technique.NAKED_PAIR: "cells",
    Technique.NAKED_TRIPLE: "cells",
    Technique.NAKED_QUAD: "cells",
    Technique.HIDDEN_PAIR: "digits*unit",
    Technique.HIDDEN_TRIPLE: "digits*unit",
    Technique.HIDDEN_QUAD: "digits*unit",
    Technique.SKYSCRAPER: "digit*towers",
    Technique.TWO_STRING_KITE: "digit*strings",
    Technique.TURBOT_FISH: "",
    Technique.EMPTY_RECTANGLE: "digit*box digit*link",
    Technique.XY_WING: "pivot pincers",
    Technique.XYZ_WING: "pivot pincers",
    Technique.W_WING: "cells linked*unit",
    Technique.REMOTE_PAIRS: "cells",
    Technique.UNIQUE_RECTANGLE_3: "cells subset",
    Technique.UNIQUE_RECTANGLE_4: "cells locked*unit",
    Technique.UNIQUE_LOOP_3: "cells subset",
    Technique.UNIQUE_LOOP_4: "cells locked*unit",
    Technique.UNIQUE_RECTANGLE_6: "cells digit*units",
    Technique.HIDDEN_RECTANGLE: "cells locked*units",
    Technique.BUG_PLUS_1: "*",
    Technique.BUG_TYPE_2: "*",
    Technique.BUG_TYPE_3: "*",
    Technique.BUG_TYPE_4: "*",
    Technique.SUE_DE_COQ: "cells first second",
    Technique.CELL_FORCING_CHAIN: "cell",
    Technique.UNIT_FORCING_CHAIN: "digit*unit",
    Technique.CELL_FORCING_NET: "cell",
    Technique.UNIT_FORCING_NET: "digit*unit",
}
"""Of these techniques it is not what their family looks at."""

_EVERYTHING: Final = "*"


def needed_steps(path: Sequence[Step]) -> list[Step]:
    """The steps of a path to the end, singles included, that may be needed; others lead nowhere.

    A step that is no single and places a digit counts as needed.
    """
    wanted, kept = set[int](), list[Step]()
    for number, reasons in reversed([*enumerate(_reasons(path))]):
        if path[number].placements or number in wanted:
            kept.append(path[number])
            wanted |= reasons
    return kept[::-1]


def _reasons(path: Iterable[Step]) -> Iterator[set[int]]:
    """For each step the numbers of those that ruled out what must be gone for it."""
    by_cell = dict[int, dict[int, int]]()
    for number, step in enumerate(path):
        units = step.geometry.units
        reasons = set[int]()
        for value, place in looked_at(step):
            if not value:
                reasons.update(by_cell.get(place, {}).values())
            else:
                gone = (by_cell.get(cell, {}).get(value) for cell in units[place])
                reasons.update(each for each in gone if each is not None)
        yield reasons
        for cell, value in step.eliminations:
            by_cell.setdefault(cell, {}).setdefault(value, number)
        for cell, value in step.placements:
            by_cell.pop(cell, None)
            for peer in step.geometry.peers[cell]:
                by_cell.get(peer, {}).pop(value, None)


def looked_at(step: Step) -> Iterator[Scope]:
    """The cells, and the digits in units, that must be as they are for a step to hold."""
    roles = dict(step.roles)
    family = _FAMILIES.get(step.technique.family, _EVERYTHING)
    for look in _TECHNIQUES.get(step.technique, family).split():
        if look == _EVERYTHING:
            yield from ((0, cell) for cell in range(step.geometry.cell_count))
        elif "*" in look:
            digits, units = (roles[name] for name in look.split("*"))
            yield from product(_numbers(digits), _numbers(units))
        else:
            yield from ((0, cell) for cell in _numbers(roles[look]))
    for _, part in step.roles:
        yield from _proved_by(step.geometry, part)


def _numbers(part: Part) -> tuple[int, ...]:
    match part:
        case Cells(numbers) | Units(numbers) | Digits(numbers):
            return numbers
    raise TypeError(part)


def _proved_by(geometry: Geometry, part: Part) -> Iterator[Scope]:
    """What chains, sets and branches look at."""
    match part:
        case Groups(groups):
            yield from ((0, cell) for group in groups for cell in group)
        case Chain(links):
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
        if deduction.proof:
            yield from _followed(deduction.proof)
        elif placed and deduction.unit < 0:
            yield 0, placed.cell
        else:
            yield (placed or deduction.gone[0]).value, deduction.unit
    if (end := branch.contradiction) is not None:
        yield (0, end.cells[0]) if end.kind == "no_candidate" else (end.value, end.unit)
