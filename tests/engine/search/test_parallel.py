"""One board on several threads, and pieces of work side by side."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board.candidates import candidates_of
from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.symmetry import Symmetry
from engine.make.puzzle import generate
from engine.search._search import Meter, search
from engine.search.accelerate import ACCELERATED
from engine.search.budget import Budget, BudgetSpent
from engine.search.parallel import root_branches, split_solutions
from engine.search.search import count_solutions
from tests.engine.boards import boards, fits

PLENTY = Budget(60)


@pytest.mark.long
@settings(max_examples=80, deadline=None)
@given(
    boards([(2, 2), (2, 3), (3, 3), (3, 4)]),
    st.integers(1, 5),
    st.integers(1, 3),
)
def test_threads_find_what_one_search_finds(grid: Grid, threads: int, limit: int) -> None:
    found = split_solutions(grid, limit, PLENTY, threads=threads)
    assert len(found) == len(set(found)) == count_solutions(grid, limit, PLENTY)
    assert all(fits(grid, solution) for solution in found)


@pytest.mark.long
@settings(max_examples=80, deadline=None)
@given(boards([(2, 2), (2, 3)]), st.integers(1, 40))
def test_branches_share_the_solutions_out(grid: Grid, wanted: int) -> None:
    candidates = candidates_of(grid.geometry)

    def all_solutions(puzzle: Grid) -> list[Grid]:
        found = search(candidates, *candidates.load(puzzle), Meter(PLENTY))
        return [candidates.grid(board) for board in islice(found, 400)]

    expected = all_solutions(grid)
    branches = root_branches(grid, wanted, Meter(PLENTY))
    if len(expected) < 400:
        shared = [solution for branch in branches for solution in all_solutions(branch)]
        assert sorted(map(str, shared)) == sorted(map(str, expected))
    assert len(branches) >= min(wanted, len(expected))


@pytest.mark.parametrize("size", [12, 16])
def test_large_puzzles_are_proved_unique(size: int) -> None:
    made = generate(Geometry.of_size(size), seed=1, budget=PLENTY)
    for limit in (1, 2):
        assert split_solutions(made.grid, limit, PLENTY) == (made.solution,)


needs_core = pytest.mark.skipif(
    not ACCELERATED, reason="without the C core there is one search only"
)


@pytest.mark.long
@needs_core
@pytest.mark.parametrize("threads", [2, 20])
def test_threads_that_learn_together_find_the_only_solution(threads: int) -> None:
    made = generate(Geometry(5, 5), Symmetry.NONE, seed=1, budget=PLENTY)
    assert split_solutions(made.grid, 2, PLENTY, threads=threads) == (made.solution,)


@pytest.mark.long
@needs_core
def test_threads_that_learn_together_find_several_solutions() -> None:
    made = generate(Geometry(5, 5), Symmetry.NONE, seed=1, budget=PLENTY)
    givens = [cell for cell in range(625) if made.grid[cell]]
    fewer = made.grid.with_values(dict.fromkeys(givens[:4], 0))
    assert count_solutions(fewer, 2, PLENTY) == 2
    found = split_solutions(fewer, 2, PLENTY, threads=3)
    assert len(set(found)) == 2
    assert all(fits(fewer, solution) for solution in found)


@pytest.mark.long
@needs_core
def test_threads_that_learn_together_find_that_there_is_none() -> None:
    made = generate(Geometry(5, 5), Symmetry.NONE, seed=1, budget=PLENTY)
    givens = [cell for cell in range(625) if made.grid[cell]]
    wrong = made.grid.with_values({**dict.fromkeys(givens[:4], 0), made.grid.blanks()[1]: 16})
    assert split_solutions(wrong, 2, PLENTY, threads=2) == ()
    with pytest.raises(BudgetSpent):
        split_solutions(wrong, 2, Budget(60, 300), threads=2)


@needs_core
def test_the_first_answer_ends_the_other_branches() -> None:
    # If the other branches were not ended, each would count solutions until its minute is over.
    blank = Grid.blank(Geometry(4, 4))
    for limit in (1, 2):
        found = split_solutions(blank, limit, PLENTY, threads=3)
        assert len(set(found)) == limit
        assert all(solution.is_solved for solution in found)


@pytest.mark.parametrize("budget", [Budget(60, 0), Budget(0), Budget(60, 2)])
def test_a_spent_budget_gives_no_answer(budget: Budget) -> None:
    with pytest.raises(BudgetSpent):
        split_solutions(generate(Geometry(4, 4), seed=1, budget=PLENTY).grid, 2, budget)


def test_there_is_at_least_one_thread() -> None:
    with pytest.raises(ValueError, match="threads must be 1 or more, not -3"):
        split_solutions(Grid.blank(Geometry(2, 2)), threads=-3)


def test_a_line_is_a_puzzle() -> None:
    line = str(generate(Geometry(2, 2), seed=1).grid)
    assert split_solutions(line, 2, PLENTY) == (generate(Geometry(2, 2), seed=1).solution,)
