"""Joining in Python, which needs no C core."""

import pytest

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import Rng
from engine.exact.join import join
from engine.exact.layout import layout
from engine.make.fill import random_grid
from engine.search.budget import Budget, BudgetSpent
from engine.search.search import count_solutions


def idle() -> None:
    """The check for the time limit, which never applies."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("shape", "givens"),
    [((2, 2), 3), ((2, 3), 8), ((3, 2), 9), ((2, 4), 20), ((4, 2), 20), ((3, 3), 25)],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_joined_fillings_are_the_solutions(
    shape: tuple[int, int], givens: int, seed: int
) -> None:
    rng, geometry = Rng(seed), Geometry(*shape)
    cells = list(range(geometry.cell_count))
    rng.shuffle(cells)
    grid = random_grid(geometry, rng).with_values(dict.fromkeys(cells[givens:], 0))
    expected = count_solutions(grid, 10**5, Budget(60))
    assert 0 < expected < 10**5
    assert sum(join(layout(grid, idle), idle)) == expected


def test_every_first_filling_is_answered_alone() -> None:
    grid = Grid.from_line("1.....|.2....|..3...|....4.|.....5|3....1".replace("|", ""))
    laid_out = layout(grid, idle)
    answers = list(join(laid_out, idle))
    assert len(answers) == len(laid_out.first) > 1
    assert sum(answers) == count_solutions(grid, 10**5, Budget(60))


def test_the_clock_is_looked_at_within_a_first_filling() -> None:
    looks = 0

    def look() -> None:
        nonlocal looks
        looks += 1
        if looks == 5:
            raise BudgetSpent

    with pytest.raises(BudgetSpent):
        next(join(layout(Grid.from_line("." * 36), idle), look))
