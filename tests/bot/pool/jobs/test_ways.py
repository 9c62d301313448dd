import pytest

from bot.pool.jobs import (
    WORTH_HAVING_SECONDS,
    Found,
    Weighed,
    begin_now,
    better_now,
    difficulty_now,
    way_now,
    weighed_now,
)
from engine import Budget, BudgetSpent, Geometry, Symmetry, generate, parse, short_way
from engine.difficulty import Difficulty
from engine.techniques import Family, State, cost
from engine.way.easiest import easiest_way
from tests.bot.pool.jobs.boards import BUDGET, NINE
from tests.engine.way.test_short import WITHOUT_SINGLES
from tests.ways import WITH_NETS


def test_the_weight_of_a_way_is_that_of_its_steps_beyond_singles() -> None:
    assert weighed_now(NINE, BUDGET) == Weighed(0, 0, None), "singles solve it"
    grid = generate(Geometry(3, 3), Symmetry.NONE, "way 27").grid
    steps = [step for step in short_way(grid) if step.technique.family is not Family.SINGLES]
    assert steps
    costs = [cost(step) for step in steps]
    hardest = steps[costs.index(max(costs))].technique
    assert weighed_now(grid, BUDGET) == Weighed(round(100 * sum(costs)), len(steps), hardest)
    with pytest.raises(BudgetSpent):
        weighed_now(grid, Budget(0))


def test_the_steps_to_a_solution_are_those_of_a_short_way() -> None:
    grid = generate(Geometry(3, 3), Symmetry.NONE, "way 15").grid
    assert way_now(State.start(grid), None, BUDGET) == Found(short_way(grid, BUDGET))


@pytest.mark.parametrize("seed", ["way 3", "way 9", "way 48"])
def test_the_way_of_an_expert_puzzle_has_no_step_above_its_label(seed: str) -> None:
    grid = generate(Geometry(3, 3), Symmetry.NONE, seed).grid
    assert difficulty_now(grid, BUDGET) is Difficulty.EXPERT
    state = State.start(grid)
    way = way_now(state, begin_now(state, BUDGET), BUDGET).steps
    assert all(step.technique.difficulty <= Difficulty.EXPERT for step in way)
    held = [step.technique.difficulty for step in short_way(grid, BUDGET)]
    assert Difficulty.EXTREME in held, "the shortest way has a step above it"


@pytest.mark.long
@pytest.mark.parametrize("seconds", [0.1, 0.3, 0.6])
def test_a_short_budget_gives_the_short_way_or_none(seconds: float) -> None:
    """The easiest steps, or the best of fewer tries, would be a longer way."""
    state = State.start(generate(Geometry(3, 3), Symmetry.NONE, "way 76").grid)
    best = short_way(state.grid, BUDGET)
    assert len(easiest_way(state.grid, BUDGET)) > len(best)
    try:
        assert way_now(state, None, Budget(seconds)).steps == best
    except BudgetSpent:
        assert way_now(state, None, BUDGET).steps == best


def test_a_way_begins_as_was_told_before_it_was_found() -> None:
    state = State.start(parse(WITHOUT_SINGLES[0]))
    begun = begin_now(state, BUDGET)
    assert begun.steps
    assert way_now(state, begun, BUDGET).steps[: len(begun.steps)] == begun.steps
    with pytest.raises(BudgetSpent):
        begin_now(state, Budget(0))


@pytest.mark.long
def test_a_way_that_was_found_in_a_part_of_its_time_becomes_the_one_of_all_of_it() -> None:
    """The budget of each part has too few nodes, so that this is the same on every machine."""
    state = State.start(parse(WITH_NETS))
    begun, part = begin_now(state, BUDGET), Budget(300, nodes=150)
    found = first = way_now(state, begun, part)
    assert sum(map(cost, first.steps)) > sum(map(cost, way_now(state, begun, BUDGET).steps))
    while found.paused:
        with pytest.raises(BudgetSpent):
            better_now(found.paused, Budget(0.3))
        found = better_now(found.paused, part)
    assert found == way_now(state, begun, BUDGET)


@pytest.mark.long
def test_a_search_that_comes_to_no_whole_way_has_no_steps_and_may_go_on() -> None:
    """Too few nodes for a sweep; then there are only the easiest steps, and too little time."""
    state = State.start(parse(WITH_NETS))
    begun = begin_now(state, BUDGET)
    found = way_now(state, begun, Budget(300, nodes=5))
    end = state
    for step in found.steps:
        end = step.after(end)
    assert end.is_solved
    again = better_now(found.paused, Budget(WORTH_HAVING_SECONDS, nodes=5))
    assert again.steps == ()
    assert better_now(again.paused, BUDGET) == way_now(state, begun, BUDGET)
