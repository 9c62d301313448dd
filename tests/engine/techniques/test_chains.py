"""Every link of every chain is checked against the rules and the candidates of its state."""

from collections.abc import Callable
from functools import cache
from itertools import islice, pairwise

import pytest

from engine import Geometry, Symmetry, generate
from engine.techniques import LADDER, Finder, State, Step, Technique, als, chains, steps
from engine.techniques.chains import (
    AIC,
    AIC_WITH_ALS,
    CONTINUOUS_LOOP,
    DISCONTINUOUS_LOOP,
    GROUPED_AIC,
    X_CHAIN,
    XY_CHAIN,
)
from engine.techniques.forcing import CELL_FORCING_CHAIN, UNIT_FORCING_CHAIN
from engine.techniques.graph import Graph, grouped_graph, single_graph
from engine.techniques.layout import bits
from engine.techniques.parts import Cells, Chain, Chains, Node
from engine.techniques.remote_pairs import REMOTE_PAIRS
from engine.techniques.single_digit import TURBOT_FISH
from tests.engine.techniques.finders import Finders
from tests.proofs.chained import candidates, choices, excludes, link_holds

ENDED = (
    X_CHAIN,
    XY_CHAIN,
    TURBOT_FISH,
    AIC,
    DISCONTINUOUS_LOOP,
    GROUPED_AIC,
    AIC_WITH_ALS,
)
FORCING = (CELL_FORCING_CHAIN, UNIT_FORCING_CHAIN)


@cache
def stuck_states() -> list[State]:
    """Positions that are left by the first finders of the ladder, up to hidden quads."""
    found = []
    for seed in range(40):
        state = State.start(generate(Geometry(3, 3), Symmetry.NONE, f"chain {seed}").grid)
        easy = [finder for finder, _ in LADDER[:18]]
        while step := next((step for finder in easy for step in finder(state)), None):
            state = step.after(state)
        if not state.is_solved:
            found.append(state)
    return found


def found(technique: Technique) -> list[tuple[State, Step]]:
    return [
        (state, step) for state in stuck_states() for step in islice(steps(state, technique), 6)
    ]


@pytest.mark.long
@pytest.mark.parametrize("technique", ENDED)
def test_chains_alternate_and_their_ends_exclude_what_is_removed(technique: Technique) -> None:
    cases = found(technique)
    assert cases
    for state, step in cases:
        chain = step.parts()["chain"]
        assert isinstance(chain, Chain)
        assert_alternating(state, chain, strong_first=True)
        first, last = chain.nodes[0], chain.nodes[-1]
        for option in step.eliminations:
            assert excludes(state, first, option)
            assert excludes(state, last, option)
        for option in step.placements:
            assert first == last == Node(option.value, (option.cell,))


@pytest.mark.long
def test_continuous_loops_close_and_remove_what_two_neighbours_exclude() -> None:
    cases = found(CONTINUOUS_LOOP)
    assert cases
    for state, step in cases:
        chain = step.parts()["chain"]
        assert isinstance(chain, Chain)
        assert_alternating(state, chain, strong_first=True)
        assert chain.nodes[0] == chain.nodes[-1]
        weak = [link for link in chain.links if not link.strong]
        for option in step.eliminations:
            assert any(
                excludes(state, link.source, option) and excludes(state, link.target, option)
                for link in weak
            )


@pytest.mark.long
@pytest.mark.parametrize("technique", FORCING)
def test_forcing_chains_start_at_every_choice_and_agree(technique: Technique) -> None:
    cases = found(technique)
    assert cases
    for state, step in cases:
        chains = step.parts()["chains"]
        assert isinstance(chains, Chains)
        for chain in chains.chains:
            assert_alternating(state, chain, strong_first=False)
            end = chain.links[-1]
            wanted = step.placements if end.strong else step.eliminations
            assert candidates(end.target) == set(wanted)
        starts = set.union(*(candidates(chain.nodes[0]) for chain in chains.chains))
        # A choice that is itself the conclusion needs no chain.
        assert any(choice - set(step.placements) == starts for choice in choices(state))


@pytest.mark.long
def test_chains_with_sets_have_one() -> None:
    for _, step in found(AIC_WITH_ALS):
        chain = step.parts()["chain"]
        assert isinstance(chain, Chain)
        assert any(link.cells for link in chain.links)


@pytest.mark.long
def test_remote_pairs_see_the_next_and_alternate() -> None:
    for state, step in found(REMOTE_PAIRS):
        cells = step.parts()["cells"]
        assert isinstance(cells, Cells)
        assert len(cells.cells) % 2 == 0
        for first, second in zip(cells.cells, cells.cells[1:], strict=False):
            assert second in state.geometry.peers[first]
            assert state.cells[first] == state.cells[second]


def assert_alternating(state: State, chain: Chain, *, strong_first: bool) -> None:
    for index, link in enumerate(chain.links):
        assert link.strong == (strong_first == (index % 2 == 0))
        assert link_holds(state, link), link
        if index:
            assert link.source == chain.links[index - 1].target
        if link.unit >= 0:
            cells = {*link.source.cells, *link.target.cells}
            assert cells <= set(state.geometry.units[link.unit])


FOUND = Finders.of(chains, is_slow=True)
STATES = [state for state in FOUND.states if sum(map(int.bit_count, state.cells)) < 100]
Links = tuple[Graph, list[int], list[int]]
"""A graph, with the strong and the weak links that chains of one kind may use."""


def test_they_are_found_where_they_were_published() -> None:
    FOUND.check_published()


def test_they_have_the_place_and_the_rating_that_players_know() -> None:
    FOUND.check_known()


def test_each_step_follows_from_its_chain_and_comes_once() -> None:
    FOUND.check_proved(8)


def of_one_digit(graph: Graph) -> Links:
    same = [
        sum(1 << n for n, (value, _) in enumerate(graph.nodes) if value == own)
        for own, _ in graph.nodes
    ]
    strong = [links & one for links, one in zip(graph.strong, same, strict=True)]
    return graph, strong, [links & one for links, one in zip(graph.weak, same, strict=True)]


def of_pairs(graph: Graph) -> Links:
    """Strong links in cells of two candidates, weak ones between such cells."""
    cells = [cell for _, cell in graph.nodes]
    pairs = {n for n, cell in enumerate(cells) if cells.count(cell) == 2}
    strong = [0] * len(cells)
    weak = [0] * len(cells)
    for n in pairs:
        strong[n] = sum(1 << other for other in pairs - {n} if cells[other] == cells[n])
        others = (other for other in bits(graph.weak[n]) if other in pairs)
        weak[n] = sum(1 << other for other in others if cells[other] != cells[n])
    return graph, strong, weak


def of_all(graph: Graph) -> Links:
    return graph, list(graph.strong), list(graph.weak)


def first_proofs(links: Links, start: int) -> tuple[int, set[tuple[int, int]]]:
    """The length of the shortest chains from a node with a conclusion by their ends, and these."""
    graph, strong, weak = links
    false, true = {start}, set[int]()
    fresh, length = {start}, 1
    while fresh:
        reached = {other for node in fresh for other in bits(strong[node])} - true
        true |= reached
        common = {end: graph.weak[start] & graph.weak[end] & graph.singles for end in reached}
        if proved := {end for end in reached if end == start or common[end]}:
            return length, {(start, end) for end in proved}
        fresh = {other for node in reached for other in bits(weak[node])} - false
        false |= fresh
        length += 2
    return 0, set()


def ends_of(step: Step) -> tuple[Node, Node, int]:
    """The first and the last node of a chain, and its links without that which closes a loop."""
    chain = dict(step.roles)["chain"]
    assert isinstance(chain, Chain)
    is_loop = step.technique is CONTINUOUS_LOOP
    return chain.nodes[0], chain.nodes[-2 if is_loop else -1], len(chain.links) - is_loop


@pytest.mark.parametrize(
    ("finder", "graph_of", "links_of"),
    [
        (chains.x_chains, single_graph, of_one_digit),
        (chains.grouped_x_chains, grouped_graph, of_one_digit),
        (chains.xy_chains, single_graph, of_pairs),
        (chains.alternating_chains, single_graph, of_all),
        (chains.grouped_chains, grouped_graph, of_all),
    ],
)
def test_from_each_start_the_shortest_chains_are_found_and_the_shortest_of_all_come_first(
    finder: Finder, graph_of: Callable[[State], Graph], links_of: Callable[[Graph], Links]
) -> None:
    total = 0
    for state in STATES[::3]:
        links = links_of(graph_of(state))
        graph = links[0]
        found = [ends_of(step) for step in finder(state)]
        lengths = [length for *_, length in found]
        assert lengths == sorted(lengths)
        by_start = dict[Node, int]()
        for first, _, length in found:
            assert by_start.setdefault(first, length) == length
        for start in range(len(graph.nodes)):
            length, proofs = first_proofs(links, start)
            told = {(a, b) for a, b in proofs if a != b or graph.singles >> a & 1}
            for begin, end in told:
                node = graph.node(begin)
                # A loop may conclude something at once.
                assert by_start[node] <= length
                if by_start[node] == length:
                    assert (node, graph.node(end), length) in found
            total += len(told)
    assert total


def test_a_chain_that_comes_back_to_a_cell_of_its_ends_has_its_own_name() -> None:
    for state in STATES[::3]:
        for step in chains.alternating_chains(state):
            first, last, _ = ends_of(step)
            is_back = {*step.targets} in ({*first.cells}, {*last.cells})
            if step.technique is not CONTINUOUS_LOOP:
                assert (step.technique is DISCONTINUOUS_LOOP) == is_back
        for finder in (chains.x_chains, chains.xy_chains, chains.grouped_chains):
            assert all(step.technique is not DISCONTINUOUS_LOOP for step in finder(state))


@pytest.mark.long
def test_a_loop_removes_all_that_two_neighbours_exclude() -> None:
    total = 0
    for state in FOUND.states[::2]:
        for step in islice(steps(state, CONTINUOUS_LOOP), 5):
            chain = dict(step.roles)["chain"]
            assert isinstance(chain, Chain)
            options = {o for cell in range(81) for o in state.options_of(cell, -1)}
            weak = [link for link in chain.links if not link.strong]
            assert {*step.eliminations} == {
                option
                for link in weak
                for option in options - candidates(link.source) - candidates(link.target)
                if excludes(state, link.source, option) and excludes(state, link.target, option)
            }
            total += 1
    assert total


@pytest.mark.long
def test_chains_with_sets_come_shortest_first_and_remove_what_both_ends_exclude() -> None:
    for state in STATES[::2]:
        found = [*chains.set_chains(state)]
        lengths = [ends_of(step)[2] for step in found]
        assert all(one <= other for one, other in pairwise(lengths))
        for step in found:
            chain = dict(step.roles)["chain"]
            assert isinstance(chain, Chain)
            assert any(link.cells for link in chain.links)


def test_chains_of_sets_alone_are_asked_before_those_with_sets() -> None:
    assert AIC_WITH_ALS.asked > als.ALS_CHAIN.rank > AIC_WITH_ALS.rank
    assert all(each.asked == 0 for each in FOUND.techniques if each is not AIC_WITH_ALS)
