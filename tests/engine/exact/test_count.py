"""How many solutions there are: known numbers, enumeration, symmetry, sums, and the budget."""

from math import factorial

import pytest
from hypothesis import assume, given, settings

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import Rng
from engine.exact import count_exactly
from engine.make.fill import random_grid
from engine.search.accelerate import ACCELERATED
from engine.search.budget import Budget, BudgetSpent
from engine.search.search import count_solutions
from tests.engine.boards import boards

PLENTY = Budget(120)
NINE, SIX = Geometry(3, 3), Geometry(2, 3)
IN_CORE = pytest.mark.skipif(not ACCELERATED, reason="sparse 9x9 boards need the C core")
PURE_BAND = "123456789456789123789123456" + "." * 54
MOST_ENUMERATED = 30_000 if ACCELERATED else 4_000


def thinned(shape: Geometry, givens: int, seed: int) -> Grid:
    """A random full grid of which `givens` cells are kept."""
    rng = Rng(seed)
    cells = list(range(shape.cell_count))
    rng.shuffle(cells)
    return random_grid(shape, rng).with_values(dict.fromkeys(cells[givens:], 0))


@pytest.mark.parametrize(
    ("shape", "count"), [((2, 2), 288), ((2, 3), 28_200_960), ((3, 2), 28_200_960)]
)
def test_blank_boards_have_the_published_numbers(shape: tuple[int, int], count: int) -> None:
    assert count_exactly(Grid.blank(Geometry(*shape)), PLENTY) == count


@pytest.mark.long
@IN_CORE
@pytest.mark.parametrize("threads", [1, 3])
def test_a_blank_9x9_has_the_number_of_felgenhauer_and_jarvis(threads: int) -> None:
    count = count_exactly("." * 81, PLENTY, threads=threads)
    assert count == 6_670_903_752_021_072_936_960


@pytest.mark.long
@IN_CORE
@pytest.mark.parametrize(("line", "of_all"), [("5", 9), ("123456789", factorial(9))])
def test_givens_that_only_name_digits_divide_the_number(line: str, of_all: int) -> None:
    count = count_exactly(line.ljust(81, "."), PLENTY, threads=2)
    assert count * of_all == 6_670_903_752_021_072_936_960


@pytest.mark.long
@IN_CORE
def test_the_largest_of_the_44_classes_of_bands_has_its_published_number() -> None:
    # Felgenhauer and Jarvis count one of 72 orders of the rows below.
    assert count_exactly(PURE_BAND, PLENTY) == 72 * 108_374_976


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(boards([(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (3, 3), (2, 5)]))
def test_small_counts_are_those_of_the_search(grid: Grid) -> None:
    try:
        expected = count_solutions(grid, MOST_ENUMERATED, PLENTY)
    except BudgetSpent:
        assume(False)  # noqa: FBT003 - Hypothesis takes it so
    assume(expected < MOST_ENUMERATED)
    assert count_exactly(grid, PLENTY) == expected


@pytest.mark.long
@pytest.mark.parametrize(
    ("shape", "givens", "seed"),
    [
        *(((2, 3), 5, seed) for seed in (1, 2, 3)),
        *(((3, 2), 6, seed) for seed in (4, 6)),
        *(((2, 4), 17, seed) for seed in (1, 3)),
        ((4, 2), 18, 6),
        *(((3, 3), 23, seed) for seed in (2, 3)),
    ],
)
def test_counts_that_need_the_fillings_are_those_of_the_search(
    shape: tuple[int, int], givens: int, seed: int
) -> None:
    grid = thinned(Geometry(*shape), givens, seed)
    expected = count_solutions(grid, 10**6, PLENTY)
    assert 2000 < expected < 10**6
    assert count_exactly(grid, PLENTY, threads=2) == expected


@pytest.mark.long
@IN_CORE
def test_the_counts_of_a_cells_digits_add_up() -> None:
    grid = thinned(NINE, 14, 1)
    cell = grid.blanks()[17]
    parts = [
        count_exactly(grid.with_values({cell: digit}), PLENTY, threads=2) for digit in range(1, 10)
    ]
    assert sum(parts) == count_exactly(grid, PLENTY, threads=2) > 10**9


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_the_counts_of_a_small_boards_cell_add_up(seed: int) -> None:
    grid = thinned(SIX, seed, seed)
    for cell in grid.blanks()[::9]:
        parts = [count_exactly(grid.with_values({cell: digit}), PLENTY) for digit in range(1, 7)]
        assert sum(parts) == count_exactly(grid, PLENTY)


@pytest.mark.long
@IN_CORE
def test_a_board_seen_from_its_side_has_as_many() -> None:
    grid = thinned(NINE, 15, 1)
    turned = Grid(NINE, [grid[row, column] for column in range(9) for row in range(9)])
    names = Grid(NINE, [value and 10 - value for value in grid.values])
    counts = {count_exactly(board, PLENTY, threads=2) for board in (grid, turned, names)}
    assert len(counts) == 1


def test_givens_that_clash_have_no_solution() -> None:
    assert count_exactly("11" + "." * 79) == 0
    assert count_exactly("1........" + "1" + "." * 71) == 0


def test_a_large_board_is_counted_one_by_one() -> None:
    grid = thinned(Geometry(2, 5), 36, 4)
    expected = count_solutions(grid, 10**6, PLENTY)
    assert 2000 < expected < 10**6
    told: list[tuple[int, int]] = []
    count = count_exactly(grid, PLENTY, threads=2, progress=lambda *parts: told.append(parts))
    assert count == expected
    assert len(told) == told[0][1] > 1


@pytest.mark.parametrize("shape", [(2, 4), (3, 3), (3, 4)])
def test_a_spent_budget_says_how_many_there_are_at_least(shape: tuple[int, int]) -> None:
    with pytest.raises(BudgetSpent) as few:
        count_exactly(Grid.blank(Geometry(*shape)), Budget(60, 5))
    assert few.value.found < 2000
    with pytest.raises(BudgetSpent):
        count_exactly(Grid.blank(Geometry(*shape)), Budget(0))


@pytest.mark.long
def test_what_was_found_one_by_one_is_kept() -> None:
    with pytest.raises(BudgetSpent, match=r"at least [\d,]+ solutions") as spent:
        count_exactly(Grid.blank(Geometry(3, 4)), Budget(60, 6000), threads=2)
    assert spent.value.found > 2000


def test_progress_ends_when_all_is_done() -> None:
    told: list[tuple[int, int]] = []
    count_exactly("1" + "." * 35, PLENTY, progress=lambda *parts: told.append(parts))
    assert told == [(done + 1, len(told)) for done in range(len(told))]


def test_there_is_at_least_one_thread() -> None:
    with pytest.raises(ValueError, match="threads"):
        count_exactly("." * 16, threads=0)
