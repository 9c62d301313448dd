"""Steps with one thing altered: a cell, a digit, a unit, a link, a deduction, or a conclusion.

A checker that reads the proof of a step must refuse nearly all of them. A few are still true: a
pair shares another unit as well, or a link goes through a box instead of its row.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import singledispatchmethod
from itertools import chain
from random import Random
from typing import TypeVar

from engine.board.grid import Contradiction
from engine.techniques import Step
from engine.techniques.layout import Candidate
from engine.techniques.parts import (
    Blockers,
    Branch,
    Branches,
    Cells,
    Chain,
    Chains,
    Deduction,
    Digits,
    Groups,
    Link,
    Node,
    Options,
    Part,
    Units,
)


def mutants(step: Step, random: Random) -> Iterator[Step]:
    """The step with each thing in it altered once; `chance` chooses what it becomes."""
    return (mutant for mutant in _Mutator(step, random).mutants() if mutant != step)


Item = TypeVar("Item")


class _Mutator:
    def __init__(self, step: Step, random: Random) -> None:
        self._step, self._random = step, random
        self._shape = step.geometry

    def mutants(self) -> Iterator[Step]:
        step = self._step
        for roles in _each(step.roles, self._role):
            yield replace(step, roles=roles)
        for placements in _each(step.placements, self._option):
            yield replace(step, placements=placements)
        for eliminations in _each(step.eliminations, self._option):
            yield replace(step, eliminations=eliminations)

    def _role(self, role: tuple[str, Part]) -> Iterator[tuple[str, Part]]:
        name, part = role
        return ((name, altered) for altered in self._part(part))

    def _cell(self, cell: int) -> Iterator[int]:
        yield self._random.choice(self._shape.peers[cell])

    def _digit(self, digit: int) -> Iterator[int]:
        numbers = range(1, self._shape.size + 1)
        yield self._random.choice([other for other in numbers if other != digit])

    def _unit(self, unit: int) -> Iterator[int]:
        numbers = range(len(self._shape.units))
        yield self._random.choice([other for other in numbers if other != unit])

    def _option(self, option: Candidate) -> Iterator[Candidate]:
        yield from (option._replace(cell=cell) for cell in self._cell(option.cell))
        yield from (option._replace(value=value) for value in self._digit(option.value))

    def _group(self, cells: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        return (tuple(sorted(moved)) for moved in _each(cells, self._cell))

    @singledispatchmethod
    def _part(self, part: Part) -> Iterator[Part]:
        raise TypeError(part)

    @_part.register
    def _(self, part: Cells) -> Iterator[Part]:
        return map(Cells, _each(part.cells, self._cell))

    @_part.register
    def _(self, part: Groups) -> Iterator[Part]:
        return map(Groups, _each(part.groups, self._group))

    @_part.register
    def _(self, part: Units) -> Iterator[Part]:
        return map(Units, _each(part.units, self._unit))

    @_part.register
    def _(self, part: Digits) -> Iterator[Part]:
        return map(Digits, _each(part.digits, self._digit))

    @_part.register
    def _(self, part: Options) -> Iterator[Part]:
        return map(Options, _each(part.candidates, self._option))

    @_part.register
    def _(self, part: Blockers) -> Iterator[Part]:
        yield from (replace(part, pairs=pairs) for pairs in _each(part.pairs, self._pair))
        yield from (replace(part, ruled_out=cells) for cells in _each(part.ruled_out, self._cell))

    def _pair(self, pair: tuple[int, int]) -> Iterator[tuple[int, int]]:
        cell, unit = pair
        yield from ((moved, unit) for moved in self._cell(cell))
        yield from ((cell, other) for other in self._unit(unit))

    @_part.register
    def _(self, part: Chain) -> Iterator[Part]:
        return self._chain(part)

    @_part.register
    def _(self, part: Chains) -> Iterator[Part]:
        return map(Chains, chain(_each(part.chains, self._chain), _without_one(part.chains)))

    @_part.register
    def _(self, part: Branches) -> Iterator[Part]:
        all_but_one = _without_one(part.branches)
        return map(Branches, chain(_each(part.branches, self._branch), all_but_one))

    def _chain(self, one: Chain) -> Iterator[Chain]:
        """A link altered or left out, or a node replaced wherever the chain has it."""
        for node in dict.fromkeys(one.nodes):
            for other in self._node(node):
                yield Chain(tuple(_instead(link, node, other) for link in one.links))
        yield from map(Chain, chain(_each(one.links, self._link), _without_one(one.links)))

    def _node(self, node: Node) -> Iterator[Node]:
        yield from (replace(node, value=value) for value in self._digit(node.value))
        yield from (replace(node, cells=cells) for cells in self._group(node.cells))

    def _link(self, link: Link) -> Iterator[Link]:
        yield replace(link, strong=not link.strong)
        yield from (replace(link, cells=cells) for cells in self._group(link.cells))
        if link.unit >= 0:
            yield from (replace(link, unit=unit) for unit in (*self._unit(link.unit), -1))

    def _branch(self, branch: Branch) -> Iterator[Branch]:
        yield from (replace(branch, premise=premise) for premise in self._option(branch.premise))
        said = branch.deductions
        for deductions in chain(_each(said, self._deduction), _without_one(said)):
            yield replace(branch, deductions=deductions)
        if branch.contradiction:
            for end in (*self._contradiction(branch.contradiction), None):
                yield replace(branch, contradiction=end)

    def _contradiction(self, end: Contradiction) -> Iterator[Contradiction]:
        yield from (end._replace(cells=cells) for cells in self._group(end.cells))
        if end.unit >= 0:
            yield from (end._replace(unit=unit) for unit in self._unit(end.unit))
            yield from (end._replace(value=value) for value in self._digit(end.value))

    def _deduction(self, deduction: Deduction) -> Iterator[Deduction]:
        for gone in _each(deduction.gone, self._option):
            yield replace(deduction, gone=gone)
        if deduction.placed:
            for placed in self._option(deduction.placed):
                yield replace(deduction, placed=placed)
        if deduction.unit >= 0:
            yield from (replace(deduction, unit=unit) for unit in self._unit(deduction.unit))
        if deduction.proof:
            yield from (replace(deduction, proof=proof) for proof in self._branch(deduction.proof))


def _each(
    items: tuple[Item, ...], altered: Callable[[Item], Iterable[Item]]
) -> Iterator[tuple[Item, ...]]:
    """The items with one of them altered."""
    for number, item in enumerate(items):
        for other in altered(item):
            yield (*items[:number], other, *items[number + 1 :])


def _without_one(items: tuple[Item, ...]) -> Iterator[tuple[Item, ...]]:
    return (items[:number] + items[number + 1 :] for number in range(len(items)))


def _instead(link: Link, node: Node, other: Node) -> Link:
    source = other if link.source == node else link.source
    target = other if link.target == node else link.target
    return replace(link, source=source, target=target)
