import pytest

from engine.board.candidates import OPEN, SOLVED, candidates_of
from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import Rng
from engine.make.fill import random_grid
from engine.search.budget import Budget, BudgetSpent
from engine.search.search import solutions

FOUR = Geometry(2, 2)


@pytest.mark.parametrize(
    "shape", [(2, 2), (2, 3), (3, 2), (2, 4), (2, 5), (3, 3), (3, 4), (4, 3), (4, 4), (5, 5)]
)
def test_random_grids_of_every_shape_are_solved(shape: tuple[int, int]) -> None:
    grid = random_grid(Geometry(*shape), Rng("every shape"), Budget(60))
    assert grid.geometry is Geometry(*shape)
    assert grid.is_solved


def test_each_of_the_288_grids_of_4x4_is_drawn() -> None:
    assert len({random_grid(FOUR, Rng(seed)) for seed in range(5000)}) == 288


def test_small_grids_are_the_first_in_the_drawn_orders() -> None:
    everything = solutions(Grid.blank(FOUR), 1000)
    for seed in range(30):
        rng = Rng(seed)
        orders = []
        for _ in range(16):
            order = [1, 2, 3, 4]
            rng.shuffle(order)
            orders.append(order)
        ranks = {
            tuple(
                order.index(value) for order, value in zip(orders, grid.values, strict=True)
            ): grid
            for grid in everything
        }
        drawing = Rng(seed)
        assert random_grid(FOUR, drawing) == ranks[min(ranks)]
        assert drawing.next() == rng.next()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
def test_large_grids_follow_the_drawn_priority_and_orders(seed: int) -> None:
    shape = Geometry(3, 4)
    candidates = candidates_of(shape)
    rng = Rng(seed)
    priority = list(range(shape.cell_count))
    rng.shuffle(priority)
    orders = [list(range(1, 13)) for _ in range(shape.cell_count)]
    for order in orders:
        rng.shuffle(order)

    def first(board: int, placed: int) -> int | None:
        board, placed, status = candidates.close(board, placed)
        if status != OPEN:
            return board if status == SOLVED else None
        sets = [candidates.of_cell(board, cell) for cell in range(shape.cell_count)]
        open_cells = [cell for cell in priority if len(sets[cell]) > 1]
        cell = min(open_cells, key=lambda cell: len(sets[cell]))
        ranked = sorted(sets[cell], key=lambda c: orders[cell].index(candidates.value(c)))
        tried = (first(*candidates.place(board, placed, option)) for option in ranked)
        return next((grid for grid in tried if grid is not None), None)

    expected = first(candidates.everything, 0)
    assert expected is not None
    assert random_grid(shape, Rng(seed)) == candidates.grid(expected)


@pytest.mark.parametrize("size", [9, 16])
def test_the_rng_alone_decides(size: int) -> None:
    shape = Geometry.of_size(size)
    assert random_grid(shape, Rng(7)) == random_grid(shape, Rng(7))
    rng = Rng(7)
    assert random_grid(shape, rng) != random_grid(shape, rng)


@pytest.mark.parametrize("size", [9, 16])
@pytest.mark.parametrize("budget", [Budget(60, 3), Budget(0)])
def test_a_spent_budget_ends_the_drawing(size: int, budget: Budget) -> None:
    with pytest.raises(BudgetSpent):
        random_grid(Geometry.of_size(size), Rng(1), budget)
