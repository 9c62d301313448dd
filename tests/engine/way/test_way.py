"""Ways lose the steps that lead nowhere, and no others."""

from dataclasses import replace
from math import inf

from engine import Geometry, Symmetry, generate
from engine.techniques import State, Step
from engine.techniques.again import again
from engine.techniques.singles import placed_singles
from engine.way.easiest import easiest_way
from engine.way.way import Goal, Way, distinct, shortened, taken_first
from tests.ways import beyond_singles, check_needed

SOLVED = Goal(lambda state: state.is_solved, placed_singles, again)


def easiest(seed: str) -> Way:
    """The way of the easiest steps of a puzzle, many of which it does not need."""
    grid = generate(Geometry(3, 3), Symmetry.NONE, seed).grid
    steps: list[Step] = []
    states = [placed_singles(State.start(grid))]
    for step in beyond_singles(easiest_way(grid)):
        if any(states[-1].has(one) for one in step.eliminations + step.placements):
            steps.append(step)
            states.append(placed_singles(step.after(states[-1])))
    return Way(tuple(steps), tuple(states))


def test_what_is_left_reaches_the_goal_and_is_all_needed() -> None:
    way = easiest("way 27")
    shorter = shortened(way, SOLVED, inf)
    assert len(shorter.steps) < len(way.steps)
    assert shorter.cost < way.cost
    assert shorter.states[-1].is_solved
    check_needed(way.states[0].grid, shorter.steps)


def test_states_stand_before_each_step_and_after_the_last() -> None:
    shorter = shortened(easiest("way 27"), SOLVED, inf)
    assert len(shorter.states) == len(shorter.steps) + 1
    for step, before, after in zip(shorter.steps, shorter.states, shorter.states[1:], strict=False):
        assert placed_singles(step.after(before)) == after


def test_without_time_the_way_stays_as_it_is() -> None:
    way = easiest("way 27")
    assert shortened(way, SOLVED, 0) == way


def test_a_way_that_needs_all_its_steps_is_left_alone() -> None:
    way = shortened(easiest("way 12"), SOLVED, inf)
    assert shortened(way, SOLVED, inf) is way


def test_each_conclusion_comes_once() -> None:
    first, step, *_ = easiest("way 12").steps
    other = replace(step, roles=())
    assert [*distinct([step, other, first, step])] == [step, first]


def test_a_step_is_taken_first_where_the_way_then_needs_it() -> None:
    way = shortened(easiest("way 27"), SOLVED, inf)
    start = way.states[0]
    kept = [step for step in way.steps if again(step, start) == step]
    assert kept
    for step in kept:
        begun = taken_first(step, way, SOLVED, inf)
        assert begun
        assert begun.steps[0] == step
        assert begun.states[-1].is_solved
        check_needed(start.grid, begun.steps)


def test_a_step_that_is_not_needed_is_not_taken_first() -> None:
    long = easiest("way 27")
    way = shortened(long, SOLVED, inf)
    start = way.states[0]
    others = [step for step in long.steps if step not in way.steps and again(step, start)]
    assert any(taken_first(step, way, SOLVED, inf) is None for step in others)
