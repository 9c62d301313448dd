"""The links between candidates: what chains are made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from engine.techniques.layout import bits
from engine.techniques.parts import Chain, Link, Node
from engine.techniques.state import State


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes with their value and mask of cells, numbered; links as masks of node numbers.

    `strong[n]`: those that are true if n is false. `weak[n]`: those that are false if n is true.
    The nodes of one candidate come first; `singles` is their mask, `number` finds them.
    """

    state: State
    nodes: tuple[tuple[int, int], ...]
    strong: tuple[int, ...]
    weak: tuple[int, ...]
    singles: int
    number: dict[tuple[int, int], int]

    def node(self, number: int) -> Node:
        value, cells = self.nodes[number]
        return Node(value, tuple(bits(cells)))

    def chain(self, numbers: list[int], *, strong_first: bool) -> Chain:
        """The chain through these nodes, its links strong and weak in turn."""
        links = []
        strong = strong_first
        for first, second in pairwise(numbers):
            shared = self.nodes[first][1] | self.nodes[second][1]
            units = self.state.layout.shared_units(shared) if shared & shared - 1 else ()
            unit = next((u for u in units if self._proves(first, second, u)), -1)
            links.append(Link(self.node(first), self.node(second), strong, unit))
            strong = not strong
        return Chain(tuple(links))

    def _proves(self, first: int, second: int, unit: int) -> bool:
        """Whether a unit is the reason of a strong link if there is one, else of a weak one."""
        if not self.strong[first] >> second & 1:
            return True
        places = self.state.places[self.nodes[first][0]] & self.state.layout.units[unit]
        return places == self.nodes[first][1] | self.nodes[second][1]


@lru_cache(maxsize=2)
def single_graph(state: State) -> Graph:
    """The graph of the single candidates."""
    return _graph(state, ())


@lru_cache(maxsize=2)
def grouped_graph(state: State) -> Graph:
    """The graph of candidates and groups, those of a value where a box and a line meet."""
    groups = {
        (value, state.places[value] & mask)
        for value in state.digits
        for _, _, mask in state.layout.crossings
        if (state.places[value] & mask).bit_count() > 1
    }
    return _graph(state, tuple(sorted(groups)))


def _graph(state: State, groups: tuple[tuple[int, int], ...]) -> Graph:
    singles = tuple(
        (value, 1 << cell) for value in state.digits for cell in bits(state.places[value])
    )
    nodes = singles + groups
    number = {node: index for index, node in enumerate(nodes)}
    strong, weak = [0] * len(nodes), _weak_links(state, nodes, number)
    for cell in bits(state.bivalue):
        low, high = (number[digit + 1, 1 << cell] for digit in bits(state.cells[cell]))
        strong[low] |= 1 << high
        strong[high] |= 1 << low
    for value, mask in nodes:
        index = number[value, mask]
        for unit in state.layout.shared_units(mask):
            rest = state.places[value] & state.layout.units[unit] & ~mask
            partner = number.get((value, rest))
            if partner is not None:
                strong[index] |= 1 << partner
    return Graph(state, nodes, tuple(strong), tuple(weak), (1 << len(singles)) - 1, number)


def hops(strong: Sequence[int], weak: Sequence[int]) -> tuple[int, ...]:
    """For each node the nodes that are true, two links on, if it is true."""
    found = []
    for links in weak:
        reached = 0
        for other in bits(links):
            reached |= strong[other]
        found.append(reached)
    return tuple(found)


def closure(hop: Sequence[int], weak: Sequence[int], true: int) -> tuple[int, int]:
    """All nodes that are true, and all that are false, once some are true."""
    fresh, false = true, 0
    while fresh:
        reached = 0
        for node in bits(fresh):
            reached |= hop[node]
            false |= weak[node]
        fresh = reached & ~true
        true |= fresh
    return true, false


def _weak_links(
    state: State, nodes: tuple[tuple[int, int], ...], number: dict[tuple[int, int], int]
) -> list[int]:
    by_value: list[list[tuple[int, int]]] = [[] for _ in range(state.geometry.size + 1)]
    for index, (value, mask) in enumerate(nodes):
        by_value[value].append((index, mask))
    weak = []
    for value, mask in nodes:
        links, seen = 0, state.layout.seen_by_all(mask)
        for index, other in by_value[value]:
            if not other & ~seen:
                links |= 1 << index
        if not mask & mask - 1:
            cell = mask.bit_length() - 1
            for digit in bits(state.cells[cell] & ~(1 << value - 1)):
                links |= 1 << number[digit + 1, mask]
        weak.append(links)
    return weak
