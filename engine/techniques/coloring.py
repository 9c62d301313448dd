"""Colouring: clusters of strong links, in two alternating colours of which one is true.

Simple colouring looks at one cluster of one digit, multi-colouring at two of them, and 3D Medusa at
one cluster of several digits, which are linked in cells of two candidates.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import combinations, product
from typing import Final

from engine.techniques.graph import Graph, single_graph
from engine.techniques.layout import Candidate, bits
from engine.techniques.parts import Cells, Digits, Options
from engine.techniques.state import State
from engine.techniques.technique import Difficulty, Family, Step, Technique, removing


def simple_colorings(state: State) -> Iterator[Step]:
    """A cell that sees both colours (trap), or a colour that sees itself (wrap)."""
    for value in state.digits:
        for colors in _clusters(state, value):
            if (colors[0] | colors[1]).bit_count() == 2:
                # A single pair shows nothing beyond locked candidates.
                continue
            yield from _wrap(state, value, *colors)
            yield from _wrap(state, value, *colors[::-1])
            yield from _trap(state, value, *colors)


def _clusters(state: State, value: int) -> Iterator[tuple[int, int]]:
    """The two colours of each connected set of conjugate pairs, as masks of cells."""
    partners: dict[int, int] = {}
    for _, first, second in state.conjugates[value]:
        partners[first] = partners.get(first, 0) | 1 << second
        partners[second] = partners.get(second, 0) | 1 << first
    return _colored(partners)


def _colored(partners: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """The two colours of each connected set, by the masks of what each number is linked to."""
    seen = 0
    for start in sorted(partners):
        if seen >> start & 1:
            continue
        colors, fresh, turn = [1 << start, 0], 1 << start, 0
        while fresh:
            # Each strong link changes the colour.
            turn ^= 1
            reached = 0
            for number in bits(fresh):
                reached |= partners[number]
            fresh = reached & ~colors[turn]
            colors[turn] |= fresh
        seen |= colors[0] | colors[1]
        yield colors[0], colors[1]


def _wrap(state: State, value: int, false: int, true: int) -> Iterator[Step]:
    for cell in bits(false):
        clash = false & state.layout.peers[cell]
        if clash:
            other = (clash & -clash).bit_length() - 1
            yield removing(
                state,
                SIMPLE_COLORING_WRAP,
                state.options(value, false),
                digit=Digits((value,)),
                first=Cells(tuple(bits(false))),
                second=Cells(tuple(bits(true))),
                clash=Cells((cell, other)),
            )
            # One clash is enough: the whole colour is false.
            return


def _trap(state: State, value: int, first: int, second: int) -> Iterator[Step]:
    removed = 0
    for cell in bits(state.places[value] & ~(first | second)):
        peers = state.layout.peers[cell]
        if peers & first and peers & second:
            removed |= 1 << cell
    if removed:
        yield removing(
            state,
            SIMPLE_COLORING_TRAP,
            state.options(value, removed),
            digit=Digits((value,)),
            first=Cells(tuple(bits(first))),
            second=Cells(tuple(bits(second))),
        )


def multi_colorings(state: State) -> Iterator[Step]:
    """Two clusters of one digit: a colour that sees both of the other (type 2), or one (type 1)."""
    for value in state.digits:
        clusters = list(_clusters(state, value))
        for one, other in combinations(clusters, 2):
            for first, second in ((one, other), (other, one)):
                yield from _seen_through(state, value, first, second)
                yield from _seen_through(state, value, first[::-1], second)
            for first, second in product((one, one[::-1]), (other, other[::-1])):
                yield from _joined(state, value, first, second)


def _near(state: State, colour: int) -> int:
    """The cells that see one of a colour."""
    near = 0
    for cell in bits(colour):
        near |= state.layout.peers[cell]
    return near


def _seen_through(
    state: State, value: int, first: tuple[int, int], second: tuple[int, int]
) -> Iterator[Step]:
    """Type 2: the first colour sees both colours of the other cluster, so it is false."""
    near = _near(state, first[0])
    if near & second[0] and near & second[1]:
        yield removing(
            state,
            MULTI_COLORING_2,
            state.options(value, first[0]),
            digit=Digits((value,)),
            first=Cells(tuple(bits(first[0]))),
            partner=Cells(tuple(bits(first[1]))),
            other=Cells(tuple(bits(second[0]))),
            other_partner=Cells(tuple(bits(second[1]))),
        )


def _joined(
    state: State, value: int, first: tuple[int, int], second: tuple[int, int]
) -> Iterator[Step]:
    """Type 1: the partners of two colours see each other, so one of the two is true."""
    clash = [
        (cell, other)
        for cell in bits(first[1])
        for other in bits(second[1] & state.layout.peers[cell])
    ]
    seen = _near(state, first[0]) & _near(state, second[0])
    # What falls inside the clusters is left to wraps and type 2.
    seen &= ~(first[0] | first[1] | second[0] | second[1])
    if clash and state.places[value] & seen:
        yield removing(
            state,
            MULTI_COLORING_1,
            state.options(value, seen),
            digit=Digits((value,)),
            first=Cells(tuple(bits(first[0]))),
            partner=Cells(tuple(bits(first[1]))),
            other=Cells(tuple(bits(second[0]))),
            other_partner=Cells(tuple(bits(second[1]))),
            clash=Cells(clash[0]),
        )


def medusas(state: State) -> Iterator[Step]:
    """3D Medusa: a colour that excludes itself (wrap), or what both colours exclude (trap)."""
    graph = single_graph(state)
    for colors in _colored(dict(enumerate(graph.strong))):
        # A cluster of one digit is a matter of simple colouring.
        if len({graph.nodes[number][0] for number in bits(colors[0] | colors[1])}) > 1:
            yield from _medusa_wrap(graph, *colors)
            yield from _medusa_wrap(graph, *colors[::-1])
            yield from _medusa_trap(graph, *colors)


def _excluded(graph: Graph, colour: int) -> int:
    excluded = 0
    for number in bits(colour):
        excluded |= graph.weak[number]
    return excluded


def _options(graph: Graph, numbers: int) -> tuple[Candidate, ...]:
    nodes = (graph.nodes[number] for number in bits(numbers))
    return tuple(Candidate(cell.bit_length() - 1, value) for value, cell in nodes)


def _medusa_wrap(graph: Graph, false: int, true: int) -> Iterator[Step]:
    for number in bits(false & _excluded(graph, false)):
        other = bits(false & graph.weak[number])[0]
        yield removing(
            graph.state,
            MEDUSA_WRAP,
            _options(graph, false),
            first=Options(_options(graph, false)),
            second=Options(_options(graph, true)),
            clash=Options(_options(graph, 1 << number | 1 << other)),
        )
        # One clash is enough here as well.
        return


def _medusa_trap(graph: Graph, first: int, second: int) -> Iterator[Step]:
    removed = _excluded(graph, first) & _excluded(graph, second) & ~(first | second)
    if removed:
        yield removing(
            graph.state,
            MEDUSA_TRAP,
            _options(graph, removed),
            first=Options(_options(graph, first)),
            second=Options(_options(graph, second)),
        )


_coloring: Final = partial(Technique, family=Family.COLORING, difficulty=Difficulty.EXPERT)

SIMPLE_COLORING_TRAP: Final = _coloring(
    "simple_coloring_trap",
    "Simple colouring: trap",
    rank=250,
    finders=(simple_colorings,),
    roles=("digit", "first", "second"),
    reason="either all of {first} or all of {second} are {digit}",
)
SIMPLE_COLORING_WRAP: Final = _coloring(
    "simple_coloring_wrap",
    "Simple colouring: wrap",
    rank=260,
    finders=(simple_colorings,),
    roles=("digit", "first", "second", "clash"),
    reason="{clash} see each other, so none of {first} is {digit}",
)
MULTI_COLORING_1: Final = _coloring(
    "multi_coloring_1",
    "Multi-colouring type 1",
    rank=270,
    finders=(multi_colorings,),
    roles=("digit", "first", "partner", "other", "other_partner", "clash"),
    reason=(
        "{clash} see each other, one of {partner} and one of {other_partner}, so all of {first} or "
        "all of {other} are {digit}"
    ),
    harder=0.5,
)
MULTI_COLORING_2: Final = _coloring(
    "multi_coloring_2",
    "Multi-colouring type 2",
    rank=280,
    finders=(multi_colorings,),
    roles=("digit", "first", "partner", "other", "other_partner"),
    reason=(
        "all of {other} or all of {other_partner} are {digit}, and {first} see both, so none of "
        "them is {digit}"
    ),
    harder=0.5,
)
MEDUSA_TRAP: Final = _coloring(
    "medusa_trap",
    "3D Medusa: trap",
    rank=560,
    finders=(medusas,),
    roles=("first", "second"),
    reason="either all of {first} or all of {second} are true",
    harder=1.0,
)
MEDUSA_WRAP: Final = _coloring(
    "medusa_wrap",
    "3D Medusa: wrap",
    rank=570,
    finders=(medusas,),
    roles=("first", "second", "clash"),
    reason="{clash} exclude each other, so all of {first} are false",
    harder=1.0,
)
