"""Alternating inference chains, from those of one digit to those of all candidates and groups.

A chain starts at a node that is assumed to be false and goes on by strong and weak links in turn:
over a strong link the next node is true, over a weak one false. If its last node is true, then the
first node or the last is true in any case, and what both rule out falls. If both are the same node,
it is true. If the two see each other, the chain closes into a loop, and of every two neighbours in
it one is true.

All kinds of chain are one search on one graph and differ in the links that they may use. The search
reaches a node at most once as true and once as false. So from each start it finds a shortest way to
each node, which may pass a node twice, and one pass over all starts finds the shortest chains.

`_proving` first checks, with masks only, which starts can prove anything. Ways are kept only for
those.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Final

from engine.techniques.again import chain_again
from engine.techniques.graph import (
    Graph,
    grouped_graph,
    set_graph,
    single_graph,
    ways,
)
from engine.techniques.layout import Candidate, bits
from engine.techniques.parts import Cells, Digits, Part
from engine.techniques.reach import reached
from engine.techniques.state import State
from engine.techniques.technique import Difficulty, Family, Step, Technique, placing, removing


@dataclass(frozen=True, slots=True)
class _Links:
    """The part of a graph that chains of one kind may use."""

    graph: Graph
    starts: int
    strong: tuple[int, ...]
    weak: tuple[int, ...]


def x_chains(state: State) -> Iterator[Step]:
    """Alternating links of one digit."""
    yield from _best(state, _of_one_digit(single_graph(state)), X_CHAIN)


def grouped_x_chains(state: State) -> Iterator[Step]:
    """Alternating links of one digit, groups among them."""
    yield from _best(state, _of_one_digit(grouped_graph(state)), GROUPED_X_CHAIN)


def xy_chains(state: State) -> Iterator[Step]:
    """Cells of two candidates, each seeing the next with a digit in common."""
    graph = single_graph(state)
    starts = 0
    for index, (_, cell) in enumerate(graph.nodes):
        if cell & state.bivalue:
            starts |= 1 << index
    same_cell = _same_cell(graph)
    # Strong links stay in a bivalue cell, weak ones lead from one such cell to another.
    strong = tuple(
        links & same_cell[n] if starts >> n & 1 else 0 for n, links in enumerate(graph.strong)
    )
    weak = tuple(links & ~same_cell[n] & starts for n, links in enumerate(graph.weak))
    yield from _best(state, _Links(graph, starts, strong, weak), XY_CHAIN)


def alternating_chains(state: State) -> Iterator[Step]:
    """Alternating links of any candidates."""
    graph = single_graph(state)
    links = _Links(graph, (1 << len(graph.nodes)) - 1, graph.strong, graph.weak)
    yield from _best(state, links, AIC)


def grouped_chains(state: State) -> Iterator[Step]:
    """Alternating links of any candidates and groups."""
    graph = grouped_graph(state)
    links = _Links(graph, (1 << len(graph.nodes)) - 1, graph.strong, graph.weak)
    yield from _best(state, links, GROUPED_AIC)


def set_chains(state: State) -> Iterator[Step]:
    """Alternating links of any candidates, groups and almost locked sets, with one set at least.

    A graph with sets has too many nodes to try each as a start. Instead, each candidate is assumed
    to be true, and falls if that makes it false.
    """
    graph = set_graph(state)
    found = []
    singles = bits(graph.singles)
    masks = reached(graph.strong, graph.weak, [1 << number for number in singles])
    for number, (_, fallen) in zip(singles, masks, strict=True):
        own = 1 << number
        if fallen & own:
            true, false = ways(graph, number, own)
            # Without the candidate at both ends, it is a chain whose two ends rule it out.
            path = _alternating(true, false, number, is_true=False)[1:-1]
            found.append((len(path), path))
    for _, path in sorted(found):
        step = _chain_step(state, graph, path, AIC_WITH_ALS)
        # Strong links lead from even to odd places of the path.
        if step and any(pair in graph.sets for pair in zip(path[::2], path[1::2], strict=True)):
            yield step


def _of_one_digit(graph: Graph) -> _Links:
    everything = (1 << len(graph.nodes)) - 1
    by_value: dict[int, int] = {}
    for index, (value, _) in enumerate(graph.nodes):
        by_value[value] = by_value.get(value, 0) | 1 << index
    values = [value for value, _ in graph.nodes]
    strong = tuple(mask & by_value[v] for mask, v in zip(graph.strong, values, strict=True))
    weak = tuple(mask & by_value[v] for mask, v in zip(graph.weak, values, strict=True))
    return _Links(graph, everything, strong, weak)


def _same_cell(graph: Graph) -> list[int]:
    by_cell: dict[int, int] = {}
    for index, (_, cell) in enumerate(graph.nodes):
        by_cell[cell] = by_cell.get(cell, 0) | 1 << index
    return [by_cell[cell] for _, cell in graph.nodes]


def _best(state: State, links: _Links, technique: Technique) -> Iterator[Step]:
    """The shortest chains, then the others that are the shortest from their first node."""
    starts = _proving(links)
    longest = len(links.graph.nodes)
    found = []
    for start in starts:
        for length, path in _from(links, start, longest):
            longest = min(longest, length)
            found.append((length, path))
    # `longest` has shrunk meanwhile, so chains found earlier may be too long.
    shortest = [path for length, path in sorted(found) if length == longest]
    for path in chain(shortest, _longer(links, starts, longest)):
        step = _chain_step(state, links.graph, path, technique)
        if step:
            yield step


def _longer(links: _Links, starts: list[int], than: int) -> Iterator[list[int]]:
    """The chains longer than `than` that prove something, found again without that limit."""
    ways = (_from(links, start, len(links.graph.nodes)) for start in starts)
    yield from (path for length, path in sorted(chain(*ways)) if length > than)


def _proving(links: _Links) -> list[int]:
    """The starts from which some chain may conclude anything: a quick look before the search."""
    starts = bits(links.starts)
    masks = reached(links.strong, links.weak, [links.strong[start] for start in starts])
    found = zip(starts, masks, strict=True)
    return [start for start, (true, _) in found if _may_prove(links, start, true)]


def _may_prove(links: _Links, start: int, true: int) -> bool:
    """Whether some chain from `start`, once it makes all of `true` so, can conclude anything."""
    graph, proving = links.graph, links.graph.weak[start]
    # The chain returns to its start, or to a node that excludes it, and not by one link alone.
    if true & (1 << start | proving & ~links.strong[start]):
        return True
    return any(proving & graph.weak[node] & graph.singles for node in bits(true))


def _from(links: _Links, start: int, longest: int) -> Iterator[tuple[int, list[int]]]:
    """Yields the shortest chains from `start` that prove something, with their numbers of links.

    The search is breadth first and stops at the first level with a proof. `start` is false, so a
    chain says that its first node or its last is true.
    """
    strong, weak, graph = links.strong, links.weak, links.graph
    proving = graph.weak[start]
    true_before, false_before = {}, {start: -1}
    false_seen, true_seen, fresh, length = 1 << start, 0, 1 << start, 1
    while fresh and length <= longest:
        reached, any_proof = 0, False
        for node in bits(fresh):
            for other in bits(strong[node] & ~true_seen):
                true_before[other] = node
                true_seen |= 1 << other
                reached |= 1 << other
                # Ends that see each other close a loop, but a single link is none.
                closes = other == start or (length > 1 and proving >> other & 1)
                if proving & graph.weak[other] & graph.singles or closes:
                    path = _alternating(true_before, false_before, other)
                    if _proves(graph, path):
                        any_proof = True
                        yield length, path
        if any_proof:
            return
        fresh = 0
        for node in bits(reached):
            for other in bits(weak[node] & ~false_seen):
                false_before[other] = node
                false_seen |= 1 << other
                fresh |= 1 << other
        # Each level adds a strong and a weak link; chains begin and end with a strong one.
        length += 2


def _alternating(
    true_before: dict[int, int], false_before: dict[int, int], end: int, *, is_true: bool = True
) -> list[int]:
    """The nodes up to `end`, whose truth alternates, by following back the two maps in turn."""
    path, node = [end], end
    while True:
        node = true_before[node] if is_true else false_before[node]
        if node < 0:
            return path[::-1]
        is_true = not is_true
        path.append(node)


def _proves(graph: Graph, path: list[int]) -> bool:
    first, last = path[0], path[-1]
    return first == last or bool(_conclusions(graph, path))


def _conclusions(graph: Graph, path: list[int]) -> int:
    """The single candidates that a chain rules out, as a mask of nodes."""
    first, last = path[0], path[-1]
    gone = graph.weak[first] & graph.weak[last]
    if first != last and graph.weak[first] >> last & 1:
        # A continuous loop: of every two nodes with a weak link one is true.
        for one, other in zip(path[1::2], path[2::2], strict=False):
            gone |= graph.weak[one] & graph.weak[other]
    return gone & graph.singles


def _chain_step(state: State, graph: Graph, path: list[int], technique: Technique) -> Step | None:
    first, last = path[0], path[-1]
    roles: dict[str, Part] = {"chain": graph.chain(path, strong_first=True)}
    # That one of the cells of a group is true places nothing.
    if first == last and not graph.singles >> first & 1:
        return None
    if first == last:
        value, cell = graph.nodes[first]
        placed = (Candidate(cell.bit_length() - 1, value),)
        named = _named(graph, path, placed, technique)
        return placing(state, named, placed, **_ends(graph, first, last), **roles)
    numbers = bits(_conclusions(graph, path))
    removed = [
        Candidate(cell.bit_length() - 1, value) for value, cell in (graph.nodes[n] for n in numbers)
    ]
    if len(path) > 2 and graph.weak[first] >> last & 1:
        roles["chain"] = graph.chain([*path, first], strong_first=True)
        return removing(state, CONTINUOUS_LOOP, removed, **_ends(graph, first, last), **roles)
    named = _named(graph, path, removed, technique)
    return removing(state, named, removed, **_ends(graph, first, last), **roles)


def _named(
    graph: Graph, path: list[int], concluded: Sequence[Candidate], technique: Technique
) -> Technique:
    """An AIC is called a loop where all that it concludes is in a cell at one of its ends."""
    cells = {cell for cell, _ in concluded}
    ends = [graph.nodes[end][1] for end in (path[0], path[-1])]
    comes_back = any({1 << cell for cell in cells} == {end} for end in ends)
    return DISCONTINUOUS_LOOP if technique is AIC and comes_back else technique


def _ends(graph: Graph, first: int, last: int) -> dict[str, Part]:
    values = Digits(tuple(sorted({graph.nodes[first][0], graph.nodes[last][0]})))
    cells = graph.node(first).cells + graph.node(last).cells
    return {"digits": values, "ends": Cells(tuple(dict.fromkeys(cells)))}


_chain: Final = partial(
    Technique,
    family=Family.CHAINS,
    roles=("chain", "digits", "ends"),
    reason="{chain}: so one of the two ends is true",
    looks_at=(),
    again=chain_again,
)

X_CHAIN: Final = _chain("x_chain", "X-chain", Difficulty.EXPERT, rank=540, finders=(x_chains,))
XY_CHAIN: Final = _chain("xy_chain", "XY-chain", Difficulty.EXPERT, rank=550, finders=(xy_chains,))
GROUPED_X_CHAIN: Final = _chain(
    "grouped_x_chain", "Grouped X-chain", Difficulty.EXTREME, rank=710, finders=(grouped_x_chains,)
)
AIC: Final = _chain(
    "aic",
    "Alternating inference chain",
    Difficulty.EXTREME,
    rank=760,
    finders=(alternating_chains,),
)
DISCONTINUOUS_LOOP: Final = _chain(
    "discontinuous_loop",
    "Discontinuous loop",
    Difficulty.EXTREME,
    rank=770,
    finders=(alternating_chains,),
    reason="{chain}: it comes back to the cell that it came from",
)
GROUPED_AIC: Final = _chain(
    "grouped_aic",
    "Grouped alternating inference chain",
    Difficulty.EXTREME,
    rank=780,
    finders=(grouped_chains,),
)
AIC_WITH_ALS: Final = _chain(
    "aic_with_als",
    "AIC with almost locked sets",
    Difficulty.EXTREME,
    rank=790,
    finders=(set_chains,),
    # Chains of sets alone are found sooner.
    asked=825,
)
CONTINUOUS_LOOP: Final = _chain(
    "continuous_loop",
    "Continuous loop",
    Difficulty.EXTREME,
    rank=800,
    finders=(
        *(x_chains, xy_chains, grouped_x_chains),
        *(alternating_chains, grouped_chains, set_chains),
    ),
    reason="{chain}: it closes, so of every two neighbours one is true",
)
