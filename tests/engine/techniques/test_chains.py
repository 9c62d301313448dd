"""Every link of every chain is checked against the rules and the candidates of its state."""

from itertools import islice

import pytest

from engine import Geometry, Symmetry, generate
from engine.techniques import LADDER, State, Step, Technique, steps
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
from engine.techniques.parts import Cells, Chain, Chains, Node
from engine.techniques.remote_pairs import REMOTE_PAIRS
from engine.techniques.single_digit import TURBOT_FISH
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


STATES = stuck_states()


def found(technique: Technique) -> list[tuple[State, Step]]:
    return [(state, step) for state in STATES for step in islice(steps(state, technique), 6)]


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
