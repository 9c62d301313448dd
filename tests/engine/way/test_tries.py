"""A sweep ends a try for which the budget is too small, and more nodes give cheaper ways."""

import pickle

import pytest

from engine import Budget, BudgetSpent, parse
from engine.techniques import State
from engine.techniques.singles import placed_singles
from engine.way.readable import HARDER, SOLUTION
from engine.way.tries import Progress, Search
from engine.way.way import Way, with_singles
from tests.ways import WITH_NETS, beyond_singles, check_needed, check_sound, known_way

GRID = parse(WITH_NETS)
START = placed_singles(State.start(GRID))


@pytest.mark.long
@pytest.mark.xdist_group("ways")
def test_a_few_nodes_give_a_whole_way_of_half_the_steps_without_one_too_many() -> None:
    way = Search(SOLUTION, Budget(120, nodes=150), HARDER).best(START, 4)
    path = tuple(with_singles(State.start(GRID), way.steps))
    check_sound(GRID, path)
    check_needed(GRID, beyond_singles(path))
    assert 2 * len(way.steps) < len(beyond_singles(known_way(GRID)))


@pytest.mark.long
def test_more_nodes_give_a_cheaper_way_and_the_same_ones_the_same() -> None:
    few, many, again = (
        Search(SOLUTION, Budget(120, nodes=nodes), HARDER).best(START, 4)
        for nodes in (150, 3000, 3000)
    )
    assert many.cost < few.cost
    assert many == again


@pytest.mark.long
def test_a_try_needs_fewer_finders_than_a_look_at_each_stop_asks() -> None:
    # A look at each stop asks 836 finders.
    few, many = (
        Search(SOLUTION, Budget(120, nodes=nodes), HARDER).best(START, 1) for nodes in (600, 3000)
    )
    assert few == many


@pytest.mark.long
@pytest.mark.parametrize("tries", [1, 4])
def test_a_search_in_slices_by_several_processes_ends_with_the_way_of_one_at_once(
    tries: int,
) -> None:
    whole = Search(SOLUTION, Budget(120, nodes=900), HARDER).best(START, tries)
    progress, found = Progress(900), list[Way]()
    while not progress.is_over:
        slice_of_it = Budget(120, nodes=150)
        search = Search(SOLUTION, slice_of_it, HARDER, progress=progress)
        found.append(search.best(START, tries))
        assert search.is_late != progress.is_over
        progress = pickle.loads(pickle.dumps(progress))  # noqa: S301 - our own
    assert len(found) > 2
    costs = [way.cost for way in found]
    assert costs == sorted(costs, reverse=True)
    assert found[0] != found[-1] == whole


@pytest.mark.long
def test_without_time_to_go_on_the_best_way_so_far_stays() -> None:
    progress = Progress(900)
    some = Search(SOLUTION, Budget(120, nodes=150), HARDER, progress=progress).best(START, 4)
    assert Search(SOLUTION, Budget(0), HARDER, progress=progress).best(START, 4) == some
    assert not progress.is_over


def test_nothing_is_found_where_not_even_a_sweep_ends() -> None:
    with pytest.raises(BudgetSpent):
        Search(SOLUTION, Budget(120, nodes=5), HARDER).best(START, 4)


def test_a_search_without_time_knows_that_it_was_late() -> None:
    search = Search(SOLUTION, Budget(0), HARDER)
    with pytest.raises(BudgetSpent):
        search.best(START, 4)
    assert search.is_late
