"""Steps are found again exactly where their proof holds, with everything that is still open."""

from dataclasses import replace
from itertools import islice

import pytest

from engine import Geometry, Grid, Symmetry, generate, parse
from engine.practice.position import positions
from engine.techniques import Family, State, Step, steps
from engine.techniques.again import again
from engine.techniques.als import DOUBLY_LINKED_ALS_XZ
from engine.techniques.parts import Groups
from tests.proofs import holds
from tests.ways import WITH_NETS, known_way

pytestmark = pytest.mark.xdist_group("ways")

MADE = ("way 15", "way 32")
GRIDS = [parse(WITH_NETS), *(generate(Geometry(3, 3), Symmetry.NONE, seed).grid for seed in MADE)]
PROVEN = {Family.CHAINS, Family.ALS, Family.FORCING, Family.NETS}


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
@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_a_step_is_found_where_it_was_taken(grid: Grid) -> None:
    for state, step in walked(grid):
        found = again(step, state)
        assert found is not None
        assert {*step.eliminations} <= {*found.eliminations}
        assert {*step.placements} <= {*found.placements}


@pytest.mark.long
def test_in_earlier_states_it_is_found_only_where_it_holds() -> None:
    outcomes = set[tuple[Family, bool]]()
    for walk in map(walked, GRIDS):
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
    first_walk = walked(GRIDS[0])
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
