import re

import pytest

from bot.game.fair_play import IDLE_SECONDS, checked_key, played, solution_key, too_quick
from engine import Geometry, Grid, Symmetry, generate, parse, solve

NINE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
FOUR = parse("1...341.21.34..1")


def test_too_quick_is_below_a_second_a_cell_or_half_of_that_on_small_boards() -> None:
    assert len(NINE.blanks()) == 51
    assert [too_quick(NINE, seconds) for seconds in (0, 50, 51)] == [True, True, False]
    blanks = len(FOUR.blanks())
    assert too_quick(FOUR, (blanks - 1) // 2)
    assert not too_quick(FOUR, (blanks + 1) // 2)


def test_digits_added_or_taken_away_lead_to_the_same_key() -> None:
    solution = solve(NINE)
    more = NINE.with_values({NINE.blanks()[0]: solution[NINE.blanks()[0]]})
    assert solution_key(more, solution) == solution_key(NINE, solution)


def test_another_solution_has_another_key() -> None:
    solution = solve(NINE)
    swapped = Grid(NINE.geometry, solution.values.translate(bytes([0, 2, 1, *range(3, 256)])))
    assert solution_key(NINE, swapped) != solution_key(NINE, solution)


def test_the_288_solutions_of_4x4_need_their_givens_too() -> None:
    solution = parse("1234341221434321")
    first, second = (solution.with_values(dict.fromkeys(cells, 0)) for cells in ((0, 1), (2, 3)))
    assert solution_key(first, solution) != solution_key(second, solution)


@pytest.mark.parametrize(
    ("last", "now", "counted"),
    [(0, 0, 0), (100, 130, 30), (0, 60, 60), (0, 61, 60), (0, 86_400, 60), (50, 40, 0)],
)
def test_a_pause_counts_as_a_minute_at_most(last: int, now: int, counted: int) -> None:
    assert IDLE_SECONDS == 60
    assert played(1_000, last, now) == 1_000 + counted


@pytest.mark.parametrize(("size", "seconds"), [(4, 8), (6, 18), (8, 64), (9, 81), (16, 256)])
def test_a_blank_board_takes_a_second_a_cell_or_half_of_that_up_to_6x6(
    size: int, seconds: int
) -> None:
    board = Grid.blank(Geometry.of_size(size))
    assert too_quick(board, seconds - 1)
    assert not too_quick(board, seconds)


def test_from_6x6_on_the_givens_do_not_belong_to_the_key() -> None:
    for size in (6, 8, 9):
        solution = generate(Geometry.of_size(size), Symmetry.NONE, 1).solution
        first, second = (solution.with_values({cell: 0}) for cell in (0, 1))
        assert solution_key(first, solution) == solution_key(second, solution)
        assert re.fullmatch("[0-9a-f]{64}", solution_key(first, solution))


def test_a_check_is_recorded_by_its_digits() -> None:
    key = checked_key(NINE)
    assert re.fullmatch("[0-9a-f]{16}", key)
    assert key == checked_key(parse(str(NINE)))
    assert key != checked_key(NINE.with_values({2: 4}))
