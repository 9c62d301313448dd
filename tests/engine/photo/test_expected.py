import numpy as np
import pytest

from engine import Grid, parse, solve
from engine.photo.cells import Pixels
from engine.photo.expected import TRUST, is_full, solution_of_full, with_solution
from engine.search.budget import Budget

PUZZLE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLUTION = solve(PUZZLE)
BLANKS = PUZZLE.blanks()
SECOND = Budget(1)


def with_mistakes(cells: tuple[int, ...]) -> Grid:
    return SOLUTION.with_values({cell: SOLUTION[cell] % 9 + 1 for cell in cells})


def seen(grid: Grid, loss: float) -> Pixels:
    """Log-likelihoods of the digits of a grid; the right ones are less likely by a loss."""
    values = np.full((81, 10), -40, np.float32)
    for cell in range(81):
        values[cell, SOLUTION[cell]] = -loss
        values[cell, grid[cell]] = 0
    return values


def test_a_digit_that_may_well_be_the_right_one_is_read_as_it() -> None:
    cells = BLANKS[:3]
    grid = with_mistakes(cells)
    changed = with_solution(seen(grid, TRUST - 0.1), grid, list(BLANKS), SOLUTION)
    assert changed == {cell: SOLUTION[cell] for cell in cells}


def test_a_digit_that_clearly_shows_another_one_stays() -> None:
    grid = with_mistakes(BLANKS[:3])
    assert with_solution(seen(grid, TRUST + 0.1), grid, list(BLANKS), SOLUTION) == {}


def test_digits_of_other_cells_are_not_touched() -> None:
    grid = with_mistakes(BLANKS[:3])
    assert set(with_solution(seen(grid, 1), grid, [BLANKS[1]], SOLUTION)) == {BLANKS[1]}


@pytest.mark.parametrize("count", [0, 4, 12])
def test_the_solution_of_a_full_page_is_the_grid_with_which_most_digits_agree(count: int) -> None:
    wrong = BLANKS[:: len(BLANKS) // 12][:count]
    clearness = np.random.default_rng(1).uniform(2, 9, 81).astype(np.float32)
    clearness[list(wrong[::2])] = 1
    assert solution_of_full(with_mistakes(wrong), clearness, SECOND) == SOLUTION


def test_digits_that_agree_with_no_grid_have_no_solution() -> None:
    digits = np.random.default_rng(1).integers(1, 10, 81).astype(np.uint8)
    jumble = Grid(PUZZLE.geometry, digits.tobytes())
    assert solution_of_full(jumble, np.ones(81, np.float32), SECOND) is None


def test_a_page_with_many_blanks_is_not_full() -> None:
    assert is_full(SOLUTION.with_values(dict.fromkeys(range(16), 0)))
    few = SOLUTION.with_values(dict.fromkeys(range(17), 0))
    assert not is_full(few)
    assert solution_of_full(few, np.ones(81, np.float32), SECOND) is None


def test_no_time_leaves_the_page_as_it_was_read() -> None:
    assert solution_of_full(SOLUTION, np.ones(81, np.float32), Budget(0, 0)) is None
