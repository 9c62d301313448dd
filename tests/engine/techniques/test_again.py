"""Steps are found again exactly where their proof holds, with everything that is still open."""

from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from engine import Geometry, Grid, Symmetry, generate, parse
from engine.practice.position import positions
from engine.techniques import TAUGHT, Family, State, Step, Technique, steps
from engine.techniques.again import again, chain_again, forcing_again, sets_again
from engine.techniques.als import DOUBLY_LINKED_ALS_XZ
from engine.techniques.layout import bits
from engine.techniques.parts import Groups
from tests.proofs import holds
from tests.ways import WITH_NETS, known_way

pytestmark = pytest.mark.xdist_group("ways")

MADE = ("way 15", "way 32")
PROVEN = {Family.CHAINS, Family.ALS, Family.FORCING, Family.NETS}


@cache
def grids() -> list[Grid]:
    made = (generate(Geometry(3, 3), Symmetry.NONE, seed).grid for seed in MADE)
    return [parse(WITH_NETS), *made]


def walked(grid: Grid) -> list[tuple[State, Step]]:
    """The steps of the way of the easiest steps, each with the state before it."""
    state, found = State.start(grid), []
    for step in known_way(grid):
        found.append((state, step))
        state = step.after(state)
    return found


def is_open(state: State, step: Step) -> bool:
    return any(state.has(one) for one in step.eliminations + step.placements)


@pytest.mark.long
@pytest.mark.parametrize("number", range(1 + len(MADE)))
def test_a_step_is_found_where_it_was_taken(number: int) -> None:
    for state, step in walked(grids()[number]):
        found = again(step, state)
        assert found is not None
        assert {*step.eliminations} <= {*found.eliminations}
        assert {*step.placements} <= {*found.placements}


@pytest.mark.long
def test_in_earlier_states_it_is_found_only_where_it_holds() -> None:
    outcomes = set[tuple[Family, bool]]()
    for walk in map(walked, grids()):
        for number, (_, step) in enumerate(walk):
            if step.technique.family in PROVEN:
                for state, _ in walk[max(0, number - 12) : number]:
                    found = again(step, state)
                    outcomes.add((step.technique.family, found is not None))
                    if found is not None:
                        assert holds(state, found)
                        assert {*step.eliminations} <= {*found.eliminations}
                    elif is_open(state, step):
                        assert not holds(state, step)
    assert outcomes >= {(family, found) for family in PROVEN for found in (True, False)}


@pytest.mark.long
def test_what_is_done_already_is_left_out() -> None:
    first_walk = walked(grids()[0])
    state, step = next((state, step) for state, step in first_walk if len(step.eliminations) > 1)
    first, *others = step.eliminations
    found = again(step, state.after((), (first,)))
    assert found is not None
    assert {*others} <= {*found.eliminations}
    assert first not in found.eliminations
    assert again(step, step.after(state)) is None


@pytest.mark.long
def test_two_sets_linked_twice_are_found_again_where_both_links_hold() -> None:
    outcomes = set()
    for position in positions(DOUBLY_LINKED_ALS_XZ)[:2]:
        for step in islice(steps(position.state, DOUBLY_LINKED_ALS_XZ), 2):
            assert again(step, position.state) == step
            for state in fuller(position.state, step):
                shown = any(
                    {*step.eliminations} <= {*other.eliminations}
                    for other in steps(state, step.technique)
                    if other.roles == step.roles
                )
                assert (again(step, state) is not None) == shown
                outcomes.add(shown)
    assert outcomes == {True, False}


def fuller(state: State, step: Step) -> list[State]:
    """States with one more candidate in a cell of a step's sets."""
    cells = [cell for group in sets_of(step) for cell in group]
    return [
        replace(
            state, cells=(*state.cells[:cell], state.cells[cell] | bit, *state.cells[cell + 1 :])
        )
        for cell in cells
        for bit in (1 << value - 1 for value in state.digits)
        if not state.cells[cell] & bit
    ]


def sets_of(step: Step) -> list[tuple[int, ...]]:
    return [group for _, part in step.roles if isinstance(part, Groups) for group in part.groups]


FOLLOWED = [each for each in TAUGHT if each.again in {chain_again, forcing_again, sets_again}]


def variants(state: State, step: Step) -> list[State]:
    """States with a candidate more, and with one less, than where a step was found."""
    plain = State.of(state.grid, state.grid)
    more = [
        replace(state, cells=(*state.cells[:cell], mask | 1 << digit, *state.cells[cell + 1 :]))
        for cell, mask in enumerate(state.cells)
        for digit in bits(plain.cells[cell] & ~mask)
    ]
    every = [option for cell in range(81) for option in state.options_of(cell, -1)]
    less = [state.after((), (option,)) for option in every if option not in step.eliminations]
    return more + less


@pytest.mark.long
@pytest.mark.parametrize("technique", FOLLOWED)
def test_what_is_made_of_links_and_sets_is_found_again_exactly_where_its_proof_holds(
    technique: Technique,
) -> None:
    outcomes = set[bool]()
    for position in positions(technique)[:2]:
        for step in islice(steps(position.state, technique), 2):
            for state in variants(position.state, step):
                left = reduced(step, state)
                if left.placements or left.eliminations:
                    holding = holds(state, left)
                    assert (again(step, state) == left) == holding
                    outcomes.add(holding)
    assert outcomes == {True, False}


def reduced(step: Step, state: State) -> Step:
    """What is still open of a step."""
    return replace(
        step,
        placements=tuple(option for option in step.placements if state.has(option)),
        eliminations=tuple(option for option in step.eliminations if state.has(option)),
    )


@pytest.mark.long
@pytest.mark.parametrize("technique", [each for each in TAUGHT if each.family is not Family.NETS])
def test_where_it_was_found_it_is_found_again(technique: Technique) -> None:
    for position in positions(technique)[1:3]:
        step = next(steps(position.state, technique))
        found = again(step, position.state)
        assert found is not None
        assert {*step.eliminations} <= {*found.eliminations}
        assert {*step.placements} <= {*found.placements}
        assert again(step, step.after(position.state)) is None


@pytest.mark.parametrize("technique", [each for each in TAUGHT if each.family is not Family.NETS])
def test_what_is_found_again_concludes_all_that_is_still_open(technique: Technique) -> None:
    position = positions(technique)[1]
    for step in islice(steps(position.state, technique), 2):
        for done in step.eliminations if len(step.eliminations) > 1 else ():
            state = position.state.after((), (done,))
            # A pattern may need what it removes, but a proof does not.
            if (found := again(step, state)) is not None:
                assert {*step.eliminations} - {done} <= {*found.eliminations}
                assert done not in found.eliminations
            assert found is not None or technique not in FOLLOWED
