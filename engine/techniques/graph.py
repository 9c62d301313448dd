"""The graph of strong and weak links between candidates, of which chains are made.

A node is a candidate, or several places of one value that are taken together: a group where a box
and a line meet, or the places in an almost locked set. The larger a graph, the slower the search in
it, so there are three, each with one kind of node more.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from engine.techniques.layout import bits, mask_of
from engine.techniques.parts import Chain, Link, Node, digits_of
from engine.techniques.state import Als, State


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes with their value and mask of cells, numbered; links as masks of node numbers.

    `strong[n]` are the nodes that are true if n is false, `weak[n]` those that are false if n is
    true. The nodes of one candidate come first; `singles` is their mask, `number` finds them. Two
    nodes that are strongly linked only by an almost locked set have its cells in `sets`.
    """

    state: State
    nodes: tuple[tuple[int, int], ...]
    strong: tuple[int, ...]
    weak: tuple[int, ...]
    singles: int
    number: dict[tuple[int, int], int]
    sets: dict[tuple[int, int], int]

    def node(self, number: int) -> Node:
        value, cells = self.nodes[number]
        return Node(value, tuple(bits(cells)))

    def chain(self, numbers: list[int], *, strong_first: bool) -> Chain:
        """The chain through these nodes, its links strong and weak in turn."""
        links = []
        strong = strong_first
        for first, second in pairwise(numbers):
            links.append(self._link(first, second, strong=strong))
            strong = not strong
        return Chain(tuple(links))

    def _link(self, first: int, second: int, *, strong: bool) -> Link:
        nodes = self.node(first), self.node(second)
        if strong and (first, second) in self.sets:
            cells = self.sets[first, second]
            left = digits_of(self.state.candidates_of(cells) & ~(1 << nodes[0].value - 1))
            return Link(*nodes, strong, -1, tuple(bits(cells)), left.digits)
        shared = self.nodes[first][1] | self.nodes[second][1]
        units = self.state.layout.shared_units(shared) if shared & shared - 1 else ()
        return Link(*nodes, strong, next((u for u in units if self._proves(first, second, u)), -1))

    def _proves(self, first: int, second: int, unit: int) -> bool:
        """Whether a unit is the reason of a strong link if there is one, else of a weak one."""
        if not self.strong[first] >> second & 1:
            return True
        places = self.state.places[self.nodes[first][0]] & self.state.layout.units[unit]
        return places == self.nodes[first][1] | self.nodes[second][1]


@lru_cache(maxsize=2)
def single_graph(state: State) -> Graph:
    """The graph of the single candidates."""
    return _graph(state, set())


@lru_cache(maxsize=2)
def grouped_graph(state: State) -> Graph:
    """The graph of candidates and groups: the places of a value where a box and a line meet."""
    return _graph(state, _groups(state))


@lru_cache(maxsize=2)
def set_graph(state: State) -> Graph:
    """The graph of candidates, groups, and the places of a value in almost locked sets."""
    # A set of one cell is a bivalue cell, whose link is in every graph.
    sets = [one for one in state.almost_locked_sets if one.cells & one.cells - 1]
    places = {(digit + 1, mask) for one in sets for digit, mask in one.places.items()}
    groups = _groups(state) | {place for place in places if place[1] & place[1] - 1}
    return _with_sets(_graph(state, groups), sets)


_Place = tuple[int, int]
"""A value and the mask of some of its places."""


def _groups(state: State) -> set[_Place]:
    return {
        (value, state.places[value] & mask)
        for value in state.digits
        for _, _, mask in state.layout.crossings
        if (state.places[value] & mask).bit_count() > 1
    }


def _with_sets(graph: Graph, almost_locked: Iterable[Als]) -> Graph:
    """The graph with the strong links of almost locked sets, where it has none."""
    strong, sets = list(graph.strong), dict[tuple[int, int], int]()
    for one in almost_locked:
        nodes = [graph.number[digit + 1, mask] for digit, mask in one.places.items()]
        together = mask_of(nodes)
        for node in nodes:
            # A link that is strong anyway needs no set as its reason. The smallest sets come first
            # and are the easiest to see.
            if new := together & ~(strong[node] | 1 << node):
                strong[node] |= new
                for other in nodes:
                    if new >> other & 1:
                        sets[node, other] = one.cells
    return replace(graph, strong=tuple(strong), sets=sets)


def _graph(state: State, groups: set[_Place]) -> Graph:
    singles = tuple(
        (value, 1 << cell) for value in state.digits for cell in bits(state.places[value])
    )
    nodes = singles + tuple(sorted(groups))
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
            # If the other places in the unit are a node as well, one of the two is true.
            partner = number.get((value, rest))
            if partner is not None:
                strong[index] |= 1 << partner
    return Graph(state, nodes, tuple(strong), tuple(weak), (1 << len(singles)) - 1, number, {})


def ways(graph: Graph, start: int, until: int = 0) -> tuple[dict[int, int], dict[int, int]]:
    """For each node that becomes true, and each that becomes false, the node before it.

    The start is true and has -1 before it. The search is breadth first, so the nodes before a node
    are a shortest chain. It stops once one of `until` is false.
    """
    true, false = {start: -1}, {}
    true_seen = fresh = 1 << start
    false_seen = 0
    while fresh and not false_seen & until:
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
    return true, false


def _weak_links(state: State, nodes: Sequence[_Place], number: dict[_Place, int]) -> list[int]:
    """For each node, those of its value that all its cells see, and the others of its only cell."""
    seen_from = [[0] * state.geometry.cell_count for _ in range(state.geometry.size + 1)]
    for index, (value, mask) in enumerate(nodes):
        seen = seen_from[value]
        for cell in bits(state.places[value] & state.layout.seen_by_all(mask)):
            seen[cell] |= 1 << index
    weak = []
    for value, mask in nodes:
        cell, *others = bits(mask)
        links = seen_from[value][cell]
        for other in others:
            links &= seen_from[value][other]
        for digit in bits(state.cells[cell] & ~(1 << value - 1)) if not others else ():
            links |= 1 << number[digit + 1, mask]
        weak.append(links)
    return weak
