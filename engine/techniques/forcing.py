"""Forcing chains: what all choices agree on, and choices that contradict themselves."""

from collections.abc import Iterable, Iterator
from functools import partial, reduce
from operator import and_
from typing import Final

from engine.techniques.again import forcing_again
from engine.techniques.graph import Graph, grouped_graph, ways
from engine.techniques.layout import Candidate, bits
from engine.techniques.parts import Cells, Chain, Chains, Digits, Part, Units
from engine.techniques.reach import reached
from engine.techniques.state import State
from engine.techniques.technique import Difficulty, Family, Look, Step, Technique, placing, removing


class _Reaches:
    """What follows from each single candidate being true: as masks for all, as chains on demand."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        starts = [1 << start for start in range(graph.singles.bit_length())]
        self.masks = reached(graph.strong, graph.weak, starts)
        self._before: dict[int, tuple[dict[int, int], dict[int, int]]] = {}

    def path(self, start: int, end: int, *, is_true: bool) -> list[int]:
        """The nodes of the shortest chain from `start` to `end`, which is true or false."""
        if start not in self._before:
            self._before[start] = ways(self.graph, start)
        true, false = self._before[start]
        path, node = [end], end
        while True:
            node = true[node] if is_true else false[node]
            if node < 0:
                return path[::-1]
            is_true = not is_true
            path.append(node)

    def chain(self, start: int, end: int, *, is_true: bool) -> Chain:
        return self.graph.chain(self.path(start, end, is_true=is_true), strong_first=False)


def forcing_chains(state: State) -> Iterator[Step]:
    """Contradictions, then cells, then units; of each kind the shortest first."""
    reaches = _Reaches(grouped_graph(state))
    yield from _contradictions(state, reaches)
    yield from _agreements(state, reaches, _cells(state), CELL_FORCING_CHAIN)
    yield from _agreements(state, reaches, _units(state), UNIT_FORCING_CHAIN)


def _contradictions(state: State, reaches: _Reaches) -> Iterator[Step]:
    graph, found = reaches.graph, []
    for start, (true, false) in enumerate(reaches.masks):
        lengths = (
            (sum(len(reaches.path(start, n, is_true=kind)) for kind in (True, False)), start, n)
            for n in bits(true & false)
        )
        shortest = min(lengths, default=None)
        if shortest:
            found.append(shortest)
    for _, start, node in sorted(found):
        premise = _candidate(graph, start)
        chains = [reaches.chain(start, node, is_true=kind) for kind in (True, False)]
        yield removing(
            state,
            CONTRADICTION_FORCING_CHAIN,
            (premise,),
            **_premise(premise),
            chains=Chains(tuple(chain for chain in chains if chain.links)),
            clash=Cells(graph.node(node).cells),
            clash_digit=Digits((graph.node(node).value,)),
        )


def _premise(premise: Candidate) -> dict[str, Part]:
    return {"cell": Cells((premise.cell,)), "digit": Digits((premise.value,))}


_Choices = Iterable[tuple[dict[str, Part], list[Candidate]]]


def _cells(state: State) -> _Choices:
    for cell, mask in enumerate(state.cells):
        # Two choices are a strong link, which chains have already.
        if mask.bit_count() > 2:
            yield {"cell": Cells((cell,))}, list(state.options_of(cell, mask))


def _units(state: State) -> _Choices:
    for value in state.digits:
        for unit, mask in enumerate(state.layout.units):
            options = state.options(value, mask)
            if len(options) > 2:
                yield {"unit": Units((unit,)), "digit": Digits((value,))}, list(options)


def _agreements(
    state: State, reaches: _Reaches, choices: _Choices, technique: Technique
) -> Iterator[Step]:
    """What is true, or false, whichever of the choices holds; shortest chains first."""
    graph, found = reaches.graph, []
    for index, (roles, options) in enumerate(choices):
        own = [graph.number[value, 1 << cell] for cell, value in options]
        for is_true in (True, False):
            # Each entry of `masks` is the true nodes, then the false ones.
            masks = (reaches.masks[start][not is_true] for start in own)
            for node in bits(reduce(and_, masks) & graph.singles):
                length = sum(len(reaches.path(start, node, is_true=is_true)) for start in own)
                found.append((length, not is_true, index, node, roles, own))
    # The entries behind these four cannot be compared.
    found.sort(key=lambda entry: entry[:4])
    for _, is_false, _, node, roles, own in found:
        chains = [reaches.chain(start, node, is_true=not is_false) for start in own]
        conclude = removing if is_false else placing
        # A choice that is the conclusion itself has no chain.
        proof = Chains(tuple(chain for chain in chains if chain.links))
        yield conclude(state, technique, (_candidate(graph, node),), **roles, chains=proof)


def _candidate(graph: Graph, number: int) -> Candidate:
    value, cell = graph.nodes[number]
    return Candidate(cell.bit_length() - 1, value)


_forcing: Final = partial(
    Technique,
    family=Family.FORCING,
    difficulty=Difficulty.EXTREME,
    finders=(forcing_chains,),
    is_slow=True,
    again=forcing_again,
)

CELL_FORCING_CHAIN: Final = _forcing(
    "cell_forcing_chain",
    "Cell forcing chain",
    rank=880,
    rating=8.0,
    roles=("cell", "chains"),
    reason="whatever {cell} is, the same follows: {chains}",
    looks_at=(Look("cell"),),
)
UNIT_FORCING_CHAIN: Final = _forcing(
    "unit_forcing_chain",
    "Unit forcing chain",
    rank=890,
    rating=8.0,
    roles=("unit", "digit", "chains"),
    reason="wherever {digit} stands in {unit}, the same follows: {chains}",
    looks_at=(Look(digits="digit", units="unit"),),
)
CONTRADICTION_FORCING_CHAIN: Final = _forcing(
    "contradiction_forcing_chain",
    "Contradiction forcing chain",
    rank=900,
    roles=("cell", "digit", "chains", "clash", "clash_digit"),
    reason="{digit} in {cell} would make {clash} both {clash_digit} and not: {chains}",
    looks_at=(),
)
