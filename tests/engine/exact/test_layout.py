"""Layouts of boards: by bands or by stacks, whichever have fewer fillings."""

from itertools import combinations

import pytest

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.exact.fillings import Given, fillings
from engine.exact.layout import layout
from engine.search.budget import BudgetSpent


def idle() -> None:
    """The check for the time limit, which never applies."""


@pytest.mark.parametrize("shape", [(2, 3), (3, 2)])
def test_the_lines_of_a_band_are_the_short_side_of_a_box(shape: tuple[int, int]) -> None:
    laid_out = layout(Grid.blank(Geometry(*shape)), idle)
    assert (laid_out.box_rows, laid_out.box_columns) == (2, 3)
    assert len(laid_out.stacks) == 2
    assert {len(filling) for filling in laid_out.second} == {2}
    assert {len(filling) for filling in laid_out.stacks[0]} == {3}


@pytest.mark.long
@pytest.mark.parametrize("turned", [False, True])
def test_the_side_with_fewer_fillings_is_the_bands(*, turned: bool) -> None:
    # Six givens in one band leave it few fillings; two in each stack leave these many.
    cells = [0, 11, 3, 13, 6, 16]
    marks = {cell % 9 * 9 + cell // 9 if turned else cell: n for n, cell in enumerate(cells, 1)}
    laid_out = layout(Grid.blank(Geometry(3, 3)).with_values(marks), idle)
    assert len(laid_out.third) == len(laid_out.second) == 15_400
    assert len(laid_out.first) < 129
    assert all(len(stack) < 15_400 for stack in laid_out.stacks)


@pytest.mark.long
def test_all_bands_but_two_are_one_and_only_orbits_of_unseen_digits_are_kept() -> None:
    # r1c1, r3c2, r5c3 and so on; 7 and 8 do not occur.
    grid = Grid.blank(Geometry(2, 4)).with_values(
        {0: 1, 17: 2, 34: 3, 51: 4, 12: 5, 29: 6, 46: 1, 63: 2}
    )
    bands = [
        fillings(8, 2, frozenset({Given(0, 0, number), Given(1, 1, other)}), idle)
        for number, other in ((1, 5), (2, 6), (3, 1), (4, 2))
    ]
    pairs = {len(bands[0]) * len(one) for one in bands[1:]}
    first = layout(grid, idle).first
    assert {len(filling) for filling in first} == {4}
    assert len(first) < min(pairs) < 2 * len(first)
    assert sum(first.values()) in {
        sum(one.values()) * sum(other.values()) for one, other in combinations(bands, 2)
    }


def test_the_clock_is_looked_at() -> None:
    def over() -> None:
        raise BudgetSpent

    with pytest.raises(BudgetSpent):
        layout(Grid.from_line("." * 36), over)
