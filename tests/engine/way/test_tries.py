"""A sweep ends a try for which the budget is too small, and more nodes give cheaper ways."""

import pytest

from engine import Budget, BudgetSpent, Grid, parse
from engine.techniques import State
from engine.techniques.singles import placed_singles
from engine.way.easiest import easiest_way
from engine.way.readable import HARDER, SOLUTION
from engine.way.tries import Search
from engine.way.way import with_singles
from tests.ways import beyond_singles, check_needed, check_sound

STEEP = parse("..874..9..4.3.....6.7.....49..8.......19.47.......3..28.....1.5.....8.2..2..354..")
"""Its easiest steps have all kinds of nets, and most of them lead nowhere."""

PLENTY = Budget(120)


def start_of(grid: Grid) -> State:
    return placed_singles(State.start(grid))


@pytest.mark.long
def test_a_few_nodes_give_a_whole_way_of_half_the_steps_without_one_too_many() -> None:
    way = Search(SOLUTION, Budget(120, nodes=150), HARDER).best(start_of(STEEP), 4)
    path = tuple(with_singles(State.start(STEEP), way.steps))
    check_sound(STEEP, path)
    check_needed(STEEP, beyond_singles(path))
    assert 2 * len(way.steps) < len(beyond_singles(easiest_way(STEEP, PLENTY)))


@pytest.mark.long
def test_more_nodes_give_a_cheaper_way_and_the_same_ones_the_same() -> None:
    few, many, again = (
        Search(SOLUTION, Budget(120, nodes=nodes), HARDER).best(start_of(STEEP), 4)
        for nodes in (150, 3000, 3000)
    )
    assert many.cost < few.cost
    assert many == again


@pytest.mark.long
def test_a_try_needs_fewer_finders_than_a_look_at_each_stop_asks() -> None:
    # A look at each stop asks 836 finders.
    few, many = (
        Search(SOLUTION, Budget(120, nodes=nodes), HARDER).best(start_of(STEEP), 1)
        for nodes in (600, 3000)
    )
    assert few == many


def test_nothing_is_found_where_not_even_a_sweep_ends() -> None:
    with pytest.raises(BudgetSpent):
        Search(SOLUTION, Budget(120, nodes=5), HARDER).best(start_of(STEEP), 4)


def test_a_search_without_time_knows_that_it_was_late() -> None:
    search = Search(SOLUTION, Budget(0), HARDER)
    with pytest.raises(BudgetSpent):
        search.best(start_of(STEEP), 4)
    assert search.is_late
