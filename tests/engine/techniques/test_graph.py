"""Strong and weak links are those of the definition, and chains follow shortest ways of them."""

from functools import cache

import pytest

from engine.techniques import State
from engine.techniques.graph import (
    Graph,
    grouped_graph,
    set_graph,
    single_graph,
    ways,
)
from engine.techniques.layout import Candidate, bits
from engine.techniques.parts import Link, Node
from engine.techniques.reach import reached
from tests.engine.techniques.test_published import EXAMPLES
from tests.proofs.chained import link_holds

GRAPHS = (single_graph, grouped_graph, set_graph)
OPEN = sorted((each.state() for each in EXAMPLES), key=lambda state: sum(state.cells))
BOARDS = (OPEN[60], OPEN[90], OPEN[120])


@cache
def made(number: int, kind: int) -> Graph:
    return GRAPHS[kind](BOARDS[number])


CASES = [(number, kind) for number in range(len(BOARDS)) for kind in range(len(GRAPHS))]


def spots(state: State, value: int, cells: frozenset[int]) -> frozenset[int]:
    return frozenset(cell for cell in cells if state.has(Candidate(cell, value)))


def crossings(state: State) -> set[frozenset[int]]:
    units = [frozenset(unit) for unit in state.geometry.units]
    return {one & other for one in units for other in units if one != other and one & other}


@pytest.mark.parametrize(("number", "kind"), CASES)
def test_nodes_are_candidates_and_several_places_of_a_digit(number: int, kind: int) -> None:
    state, graph = BOARDS[number], made(number, kind)
    alone = {
        (v, frozenset((cell,)))
        for v in state.digits
        for cell in range(81)
        if state.has(Candidate(cell, v))
    }
    groups = {(v, spots(state, v, cells)) for v in state.digits for cells in crossings(state)}
    sets = {
        (digit + 1, frozenset(bits(mask)))
        for one in state.almost_locked_sets
        for digit, mask in one.places.items()
    }
    several = {node for node in groups if kind} | {node for node in sets if kind == 2}
    expected = alone | {node for node in several if len(node[1]) > 1}
    nodes = [(value, frozenset(bits(cells))) for value, cells in graph.nodes]
    assert len(nodes) == len(expected)
    assert {*nodes} == expected
    assert {nodes[number] for number in bits(graph.singles)} == alone
    assert all(graph.nodes[at] == node for node, at in graph.number.items())
    assert all(graph.node(at) == Node(v, tuple(bits(c))) for at, (v, c) in enumerate(graph.nodes))


@pytest.mark.parametrize(("number", "kind"), CASES)
def test_one_node_makes_another_false_if_each_of_its_places_sees_each_of_the_other(
    number: int, kind: int
) -> None:
    state, graph = BOARDS[number], made(number, kind)
    peers = [frozenset(peers) for peers in state.geometry.peers]
    nodes = [(value, bits(cells)) for value, cells in graph.nodes]
    for at, (value, cells) in enumerate(nodes):
        around = frozenset.intersection(*(peers[cell] for cell in cells))
        for other, (digit, places) in enumerate(nodes):
            if digit == value:
                expected = around.issuperset(places)
            else:
                expected = len(cells) == 1 and cells == places
            assert bool(graph.weak[at] >> other & 1) == expected


@pytest.mark.parametrize(("number", "kind"), CASES)
def test_one_of_two_nodes_is_true_if_they_are_all_there_is_in_a_cell_a_unit_or_a_set(
    number: int, kind: int
) -> None:
    state, graph = BOARDS[number], made(number, kind)
    at = graph.number
    expected = set[tuple[int, int]]()
    for cell in range(81):
        if len(options := state.options_of(cell, -1)) == 2:
            first, second = (at[option.value, 1 << cell] for option in options)
            expected |= {(first, second), (second, first)}
    for value in state.digits:
        several = {bits(cells): n for (v, cells), n in at.items() if v == value}
        for unit in state.geometry.units:
            places = spots(state, value, frozenset(unit))
            for cells, n in several.items():
                rest = tuple(sorted(places - {*cells}))
                if places.issuperset(cells) and rest in several:
                    expected.add((n, several[rest]))
    plain = set(expected)
    for one in state.almost_locked_sets if kind == 2 else ():
        inside = [at[digit + 1, mask] for digit, mask in one.places.items()]
        if one.cells.bit_count() > 1:
            expected |= {(n, other) for n in inside for other in inside if n != other}
    found = {(n, other) for n, links in enumerate(graph.strong) for other in bits(links)}
    assert found == expected
    assert {*graph.sets} == expected - plain


@pytest.mark.parametrize(("number", "kind"), CASES)
def test_each_link_names_the_reason_for_which_it_holds(number: int, kind: int) -> None:
    state, graph = BOARDS[number], made(number, kind)
    for strong, links in ((True, graph.strong), (False, graph.weak)):
        pairs = [(first, other) for first, several in enumerate(links) for other in bits(several)]
        for first, other in pairs[:: 1 + len(pairs) // 300]:
            (link,) = graph.chain([first, other], strong_first=strong).links
            ends = graph.node(first), graph.node(other)
            assert link == Link(*ends, strong, link.unit, link.cells, link.digits)
            assert link_holds(state, link), link


def test_a_weak_link_goes_through_the_unit_in_which_it_is_strong_too() -> None:
    state, graph = BOARDS[0], made(0, 0)
    for value in state.digits:
        for unit, *pair in state.conjugates[value]:
            numbers = [graph.number[value, 1 << cell] for cell in pair]
            (link,) = graph.chain(numbers, strong_first=False).links
            places = spots(state, value, frozenset(state.geometry.units[link.unit]))
            assert places == {*pair}, unit


def test_the_reason_by_a_set_names_its_smallest_one() -> None:
    state, graph = BOARDS[0], made(0, 2)
    assert graph.sets
    for (first, other), cells in graph.sets.items():
        wanted = graph.nodes[first], graph.nodes[other]
        sizes = [
            one.cells.bit_count()
            for one in state.almost_locked_sets
            if {*wanted} <= {(digit + 1, mask) for digit, mask in one.places.items()}
        ]
        assert cells.bit_count() == min(size for size in sizes if size > 1)


def test_links_of_a_chain_are_strong_and_weak_in_turn() -> None:
    graph = made(0, 0)
    for first in (True, False):
        chain = graph.chain([*range(6)], strong_first=first)
        assert [link.strong for link in chain.links] == [first == (n % 2 == 0) for n in range(5)]
        assert chain.nodes == tuple(graph.node(n) for n in range(6))


def lengths(graph: Graph, start: int) -> tuple[dict[int, int], dict[int, int]]:
    """How many links away each node is that becomes true, and each that becomes false."""
    true, false, fresh = {start: 0}, dict[int, int](), [start]
    while fresh:
        fell = []
        for node in fresh:
            for other in bits(graph.weak[node]):
                if other not in false:
                    false[other] = true[node] + 1
                    fell.append(other)
        fresh = []
        for node in fell:
            for other in bits(graph.strong[node]):
                if other not in true:
                    true[other] = false[node] + 1
                    fresh.append(other)
    return true, false


@pytest.mark.parametrize("kind", range(3))
def test_what_follows_is_all_that_can_be_reached_and_by_shortest_ways(kind: int) -> None:
    graph = made(1, kind)
    for start in range(0, graph.singles.bit_length(), 5):
        true, false = lengths(graph, start)
        masks = reached(graph.strong, graph.weak, [1 << start])[0]
        assert tuple(map(bits, masks)) == (tuple(sorted(true)), tuple(sorted(false)))
        true_by, false_by = ways(graph, start)
        assert (true_by.pop(start), {*true_by}, {*false_by}) == (-1, {*true} - {start}, {*false})
        assert all(graph.weak[by] >> node & 1 for node, by in false_by.items())
        assert all(true[by] + 1 == false[node] for node, by in false_by.items())
        assert all(graph.strong[by] >> node & 1 for node, by in true_by.items())
        assert all(false[by] + 1 == true[node] for node, by in true_by.items())


def test_a_search_until_something_is_false_stops_there() -> None:
    graph = made(1, 0)
    for start in range(0, graph.singles.bit_length(), 5):
        false = lengths(graph, start)[1]
        for aim in sorted(false)[::7]:
            stopped = ways(graph, start, 1 << aim)[1]
            assert {*stopped} == {node for node in false if false[node] <= false[aim]}
