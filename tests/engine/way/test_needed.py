"""What is left of a way after its reasons were followed backwards still reaches the end."""

from collections import Counter

import pytest

from engine import Geometry, Grid, Symmetry, generate, parse
from engine.techniques import Family, State, Step
from engine.techniques.layout import Candidate
from engine.techniques.singles import placed_singles
from engine.way.needed import needed_steps
from engine.way.readable import SOLUTION
from engine.way.sweep import trimmed
from engine.way.way import Way
from tests.ways import WITH_NETS, beyond_singles, follows, known_way

pytestmark = pytest.mark.xdist_group("ways")

MADE = ("way 1", "way 12", "way 27", "way 38")
GRIDS = [parse(WITH_NETS), *(generate(Geometry(3, 3), Symmetry.NONE, seed).grid for seed in MADE)]


def is_single(state: State, option: Candidate) -> bool:
    """Whether a cell has one candidate, or the value one place in a unit of the cell."""
    places = state.places[option.value]
    units = (state.layout.units[unit] for unit in state.geometry.units_of[option.cell])
    alone = state.cells[option.cell] == 1 << option.value - 1
    return alone or any(places & unit == 1 << option.cell for unit in units)


def is_taken(step: Step, state: State) -> bool:
    if step.technique.family is Family.SINGLES:
        return is_single(state, step.placements[0])
    return follows(step, state)


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_what_is_kept_can_be_taken_in_the_same_order(grid: Grid) -> None:
    path = known_way(grid)
    kept = needed_steps(path)
    state = State.start(grid)
    for step in kept:
        assert is_taken(step, state)
        state = step.after(state)
    assert state.is_solved
    assert [step for step in path if step in kept] == kept


def test_much_is_left_out() -> None:
    counts = Counter[str]()
    for grid in GRIDS:
        path = known_way(grid)
        counts["all"] += len(beyond_singles(path))
        counts["needed"] += len(beyond_singles(needed_steps(path)))
    assert 10 * counts["needed"] < 9 * counts["all"]


def test_a_trimmed_way_reaches_the_end_with_the_states_between() -> None:
    states, taken = [placed_singles(State.start(GRIDS[0]))], list[Step]()
    for step in beyond_singles(known_way(GRIDS[0])):
        if (found := SOLUTION.again(step, states[-1])) is not None:
            taken.append(found)
            states.append(SOLUTION.settled(found.after(states[-1])))
    way = trimmed(Way(tuple(taken), tuple(states)), SOLUTION)
    assert len(way.steps) < len(taken)
    assert way.states[0] == states[0]
    assert way.states[-1].is_solved
    for step, before, after in zip(way.steps, way.states, way.states[1:], strict=False):
        assert follows(step, before)
        assert placed_singles(step.after(before)) == after
