import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board.geometry import Geometry
from engine.board.symmetry import Symmetry, parse_mask
from engine.make.mask import MASK_REASONS, MaskImpossible, generate_on_mask
from engine.make.puzzle import generate
from engine.search.budget import Budget, BudgetSpent
from engine.search.search import solve

NINE = Geometry(3, 3)
PLENTY = Budget(60)

HEART = """\
.##...##.
####.####
#...#...#
#.......#
#.......#
.#.....#.
..#...#..
...#.#...
....#....
"""
GALAXY = """\
..###....
.#...#...
#..#..#..
#.#.#..#.
#.#.#.#.#
.#..#.#.#
..#..#..#
...#...#.
....###..
"""
LETTER = """\
....#....
...###...
...#.#...
..##.##..
..#...#..
.#######.
.#.....#.
##.....##
#.......#
"""
CROSS = """\
#.......#
.#.....#.
..#...#..
...#.#...
....#....
...#.#...
..#...#..
.#.....#.
#.......#
"""


@pytest.mark.parametrize("drawing", [HEART, GALAXY, LETTER])
@pytest.mark.parametrize("seed", range(4))
def test_givens_stand_exactly_on_the_mask(drawing: str, seed: int) -> None:
    cells = parse_mask(drawing)
    made = generate_on_mask(NINE, cells, seed, PLENTY)
    assert {cell for cell, value in enumerate(made.grid.values) if value} == cells
    assert solve(made.grid) == made.solution
    assert (made.symmetry, made.seed) == (None, seed)


@settings(max_examples=15, deadline=None)
@given(
    st.sampled_from([(2, 2), (2, 3), (2, 4), (3, 3)]),
    st.sampled_from([Symmetry.CENTRAL, Symmetry.FULL, Symmetry.VERTICAL]),
    st.integers(0, 2**32),
)
def test_a_mask_that_has_a_puzzle_is_filled(
    shape: tuple[int, int], symmetry: Symmetry, seed: int
) -> None:
    geometry = Geometry(*shape)
    pattern = generate(geometry, symmetry, seed).grid
    cells = set(range(geometry.cell_count)) - set(pattern.blanks())
    made = generate_on_mask(geometry, cells, seed + 1, PLENTY)
    assert set(range(geometry.cell_count)) - set(made.grid.blanks()) == cells
    assert solve(made.grid) == made.solution


def test_masks_of_large_boards() -> None:
    shape = Geometry(3, 4)
    cells = [cell for cell in range(144) if (cell // 12 + cell % 12) % 2]
    made = generate_on_mask(shape, cells, 1, PLENTY)
    assert made.grid.clue_count == 72
    assert solve(made.grid, PLENTY) == made.solution


def test_the_same_seed_fills_the_same_way() -> None:
    cells = parse_mask(GALAXY)
    made = generate_on_mask(NINE, cells, "galaxy")
    assert made == generate_on_mask(NINE, sorted(cells, reverse=True), "galaxy")
    assert made != generate_on_mask(NINE, cells, "another")


@pytest.mark.parametrize(
    ("cells", "reason", "words"),
    [
        (range(16), "too_few", "16 cells are too few: one solution takes at least 17"),
        ([], "too_few", "0 cells are too few: one solution takes at least 17"),
        ([*range(9), *range(27, 81)], "empty_rows", "rows 2 and 3 are empty"),
        (
            [cell for cell in range(81) if cell % 9 not in {6, 8}],
            "empty_columns",
            "columns 7 and 9 are empty",
        ),
    ],
)
def test_masks_that_cannot_be_unique(cells: list[int], reason: str, words: str) -> None:
    with pytest.raises(MaskImpossible, match=words) as caught:
        generate_on_mask(NINE, cells)
    assert caught.value.reason == reason
    assert reason in MASK_REASONS


def test_empty_rows_of_different_bands_are_no_obstacle() -> None:
    cells = [cell for cell in range(81) if cell // 9 not in {2, 3}]
    assert generate_on_mask(NINE, cells, 1, PLENTY).grid.clue_count == 63


@pytest.mark.parametrize("budget", [Budget(60, 3000), Budget(0)])
def test_the_budget_ends_the_search_on_an_unlikely_mask(budget: Budget) -> None:
    with pytest.raises(BudgetSpent):
        generate_on_mask(NINE, parse_mask(CROSS), 1, budget)


@pytest.mark.parametrize("cell", [-1, 81, 200])
def test_a_cell_beyond_the_board_is_named(cell: int) -> None:
    with pytest.raises(ValueError, match=f"there is no cell {cell} on a board of 81"):
        generate_on_mask(NINE, [cell, *range(30)], 1)


def test_a_fresh_seed_can_be_used_again() -> None:
    cells = parse_mask(GALAXY)
    made = generate_on_mask(NINE, cells, budget=PLENTY)
    assert generate_on_mask(NINE, cells, made.seed, PLENTY) == made
