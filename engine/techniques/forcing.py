"""Forcing chains: what all choices agree on, and choices that contradict themselves."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import and_

from engine.techniques.graph import Graph, grouped_graph
from engine.techniques.layout import bits
from engine.techniques.parts import Candidate, Cells, Chain, Chains, Digits, Part, Units
from engine.techniques.state import State
from engine.techniques.step import Step, placing, removing
from engine.techniques.technique import Technique


@dataclass(frozen=True, slots=True)
class _Reach:
    """What follows from one true node by single links: nodes and how they were reached."""

    graph: Graph
    true: dict[int, int]
    false: dict[int, int]
    true_mask: int
    false_mask: int

    def path(self, end: int, *, is_true: bool) -> list[int]:
        """The nodes from the start to `end`, which is true or false."""
        path, node = [end], end
        while True:
            node = self.true[node] if is_true else self.false[node]
            if node < 0:
                return path[::-1]
            is_true = not is_true
            path.append(node)

    def chain(self, end: int, *, is_true: bool) -> Chain:
        return self.graph.chain(self.path(end, is_true=is_true), strong_first=False)


def forcing_chains(state: State) -> Iterator[Step]:
    """Contradictions, then cells, then units; of each kind the shortest first."""
    graph = grouped_graph(state)
    reaches = [_reach(graph, start) for start in range(graph.singles.bit_length())]
    yield from _contradictions(state, graph, reaches)
    yield from _agreements(state, graph, reaches, _cells(state), Technique.CELL_FORCING_CHAIN)
    yield from _agreements(state, graph, reaches, _units(state), Technique.UNIT_FORCING_CHAIN)


def _reach(graph: Graph, start: int) -> _Reach:
    true, false = {start: -1}, {}
    true_seen = fresh = 1 << start
    false_seen = 0
    while fresh:
        fell = 0
        for node in bits(fresh):
            for other in bits(graph.weak[node] & ~false_seen):
                false[other] = node
                false_seen |= 1 << other
                fell |= 1 << other
        fresh = 0
        for node in bits(fell):
            for other in bits(graph.strong[node] & ~true_seen):
                true[other] = node
                true_seen |= 1 << other
                fresh |= 1 << other
    return _Reach(graph, true, false, true_seen, false_seen)


def _contradictions(state: State, graph: Graph, reaches: list[_Reach]) -> Iterator[Step]:
    found = []
    for start, reach in enumerate(reaches):
        both = reach.true_mask & reach.false_mask
        lengths = (
            (len(reach.path(n, is_true=True)) + len(reach.path(n, is_true=False)), start, n)
            for n in bits(both)
        )
        shortest = min(lengths, default=None)
        if shortest:
            found.append(shortest)
    for _, start, node in sorted(found):
        premise = _candidate(graph, start)
        chains = [reaches[start].chain(node, is_true=kind) for kind in (True, False)]
        chains = [chain for chain in chains if chain.links]
        yield removing(
            state,
            Technique.CONTRADICTION_FORCING_CHAIN,
            (premise,),
            **_premise(premise),
            chains=Chains(tuple(chains)),
            clash=Cells(graph.node(node).cells),
            clash_digit=Digits((graph.node(node).value,)),
        )


def _premise(premise: Candidate) -> dict[str, Part]:
    return {"cell": Cells((premise.cell,)), "digit": Digits((premise.value,))}


_Choices = Iterable[tuple[dict[str, Part], list[Candidate]]]


def _cells(state: State) -> _Choices:
    for cell, mask in enumerate(state.cells):
        if mask.bit_count() > 2:
            yield {"cell": Cells((cell,))}, list(state.options_of(cell, mask))


def _units(state: State) -> _Choices:
    for value in state.digits:
        for unit, mask in enumerate(state.layout.units):
            options = state.options(value, mask)
            if len(options) > 2:
                yield {"unit": Units((unit,)), "digit": Digits((value,))}, list(options)


def _agreements(
    state: State, graph: Graph, reaches: list[_Reach], choices: _Choices, technique: Technique
) -> Iterator[Step]:
    """What is true, or false, whichever of the choices holds; shortest chains first."""
    found = []
    for index, (roles, options) in enumerate(choices):
        own = [reaches[graph.number[value, 1 << cell]] for cell, value in options]
        for is_true in (True, False):
            masks = (reach.true_mask if is_true else reach.false_mask for reach in own)
            for node in bits(reduce(and_, masks) & graph.singles):
                length = sum(len(reach.path(node, is_true=is_true)) for reach in own)
                found.append((length, not is_true, index, node, roles, own))
    found.sort(key=lambda entry: entry[:4])
    for _, is_false, _, node, roles, own in found:
        chains = tuple(reach.chain(node, is_true=not is_false) for reach in own)
        conclude = removing if is_false else placing
        proof = Chains(tuple(chain for chain in chains if chain.links))
        yield conclude(state, technique, (_candidate(graph, node),), **roles, chains=proof)


def _candidate(graph: Graph, number: int) -> Candidate:
    value, cell = graph.nodes[number]
    return Candidate(cell.bit_length() - 1, value)
