import pytest

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.commands.counted import count_each
from engine.make.puzzle import generate
from engine.search.batch import pack
from engine.search.budget import Budget
from engine.search.search import count_solutions

FOUR = Geometry(2, 2)
PLENTY = Budget(60)


@pytest.mark.parametrize("limit", [1, 2, 254, 1000])
@pytest.mark.parametrize("many", [1, 90])
def test_each_count_is_that_of_the_puzzle_alone(limit: int, many: int) -> None:
    kinds = [generate(FOUR, seed=1).grid, Grid.blank(FOUR), Grid.from_line("11" + "." * 14)]
    puzzles = kinds * many
    counts = [
        count for group in count_each(FOUR, pack(puzzles), limit, PLENTY) for count in group.counts
    ]
    assert counts == [count_solutions(grid, limit) for grid in kinds] * many


def test_large_boards_are_answered_a_few_at_a_time() -> None:
    made = generate(Geometry(3, 4), seed=1, budget=PLENTY)
    groups = list(count_each(made.grid.geometry, made.grid.values * 20, 2, PLENTY))
    assert len(groups) > 1
    assert sum(len(group.counts) for group in groups) == 20
    assert all(group.grids == made.solution.values * len(group.counts) for group in groups)


def test_what_a_call_of_many_leaves_undecided_is_asked_alone() -> None:
    # A blank board takes more than two nodes, and one with a clash takes one.
    puzzles = [Grid.blank(FOUR), Grid.from_line("11" + "." * 14), generate(FOUR, seed=1).solution]
    (found,) = count_each(FOUR, pack(puzzles), 200, Budget(60, 12))
    undecided, none, one = found.counts
    assert undecided < -1
    assert (none, one) == (0, 1)
    (found,) = count_each(FOUR, pack(puzzles), 200, Budget(0))
    assert set(found.counts) == {-1}


@pytest.mark.parametrize("nodes", [12, 13, 38])
def test_with_a_budget_of_nodes_an_answer_does_not_depend_on_the_other_puzzles(nodes: int) -> None:
    """Two searches share the last puzzles of a call, which then take other numbers of nodes."""
    nine, budget = Geometry(3, 3), Budget(float("inf"), nodes)
    puzzles = [
        without(generate(nine, seed=seed).grid, lost) for seed in range(40) for lost in (2, 4)
    ]
    alone = [count_each(nine, grid.values, 254, budget) for grid in puzzles]
    counts = [count for groups in alone for group in groups for count in group.counts]
    (together,) = count_each(nine, pack(puzzles), 254, budget)
    assert list(together.counts) == counts
    assert min(counts) < 0 < max(counts)


def without(grid: Grid, lost: int) -> Grid:
    """The puzzle without its first givens, which has several solutions."""
    givens = [cell for cell in range(grid.geometry.cell_count) if grid[cell]]
    return grid.with_values(dict.fromkeys(givens[:lost], 0))
