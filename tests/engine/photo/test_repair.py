import pytest

from engine import parse
from engine.photo.repair import BOUND, repaired, solution_count
from engine.search.budget import Budget

PUZZLE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
MISREAD = PUZZLE.with_values({1: 8, 40: 6})
"""Two digits that were read wrongly; the second cell was blank."""

SECOND = Budget(1)


def test_the_likeliest_board_with_one_solution_is_found() -> None:
    others = [(1.2, (1,), 3), (1.0, (40,), 0), (0.1, (80,), 8), (0.2, (79,), 1)]
    assert repaired(MISREAD, others, SECOND) == PUZZLE


def test_what_is_much_less_likely_is_left_as_it_was_read() -> None:
    assert repaired(MISREAD, [(BOUND, (1,), 3), (0.1, (40,), 0)], SECOND) is None
    assert repaired(MISREAD, [], SECOND) is None


def test_cells_may_change_together_but_none_to_two_values() -> None:
    misread = PUZZLE.with_values({0: 6, 14: 6, 71: 6})
    together = (2.0, (0, 14, 71), 5)
    assert repaired(misread, [together], SECOND) == PUZZLE
    # A 2 in the first cell as well is no other board, and comes before it.
    assert repaired(misread, [(0.1, (0,), 2), together], SECOND) == PUZZLE


@pytest.mark.parametrize(
    ("grid", "count"),
    [(PUZZLE, 1), (MISREAD, 0), (PUZZLE.with_values({0: 0, 1: 0, 4: 0, 9: 0}), 2)],
)
def test_solutions_are_counted_up_to_two(grid: object, count: int) -> None:
    assert solution_count(grid, SECOND) == count  # type: ignore[arg-type]


def test_no_solution_is_known_without_time() -> None:
    hard = parse("." * 256)
    assert solution_count(hard, Budget(0.0)) in {None, 2}
