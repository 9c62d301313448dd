"""Boards that the C core closes, against those that Python closes."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board.candidates import BROKEN, OPEN, SOLVED, candidates_of
from engine.board.closing import closed
from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import Rng
from engine.make.fill import random_grid
from tests.engine.boards import boards

NINE = candidates_of(Geometry(3, 3))

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SOLUTION = Grid.from_line(
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
)


SHARES = st.sampled_from([0, 0, 20, 50, 100, 100])


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**64 - 1), st.tuples(SHARES, SHARES, SHARES), st.integers(0, 40))
def test_a_board_is_closed_as_in_python(
    seed: int, shares: tuple[int, int, int], fewer: int
) -> None:
    """Some cells of each band of a solved grid, and more candidates ruled out, right or wrong."""
    rng = Rng(seed)
    values = random_grid(NINE.geometry, rng).values
    kept = {at: value for at, value in enumerate(values) if rng.below(100) < shares[at // 27]}
    board, placed = NINE.load(Grid.blank(NINE.geometry).with_values(kept))
    for _ in range(fewer):
        board &= ~(1 << rng.below(729))
    expected, _, status = NINE.close(board, placed)
    found, known, answered = closed(NINE, board, placed)
    assert answered == status
    if status != BROKEN:
        assert found == expected
        # To go on from there leads to the same end as from a board that Python closed.
        assert NINE.close(found, known)[::2] == (expected, status)


def test_a_cell_without_a_candidate_and_a_digit_without_a_place_break_a_board() -> None:
    every = NINE.everything
    cells = [every & ~(NINE.digits << cell) for cell in range(81)]
    units = [
        every & ~sum(1 << NINE.candidate(cell, value) for cell in unit)
        for unit in NINE.geometry.units
        for value in range(1, 10)
    ]
    assert {closed(NINE, board, 0)[2] for board in cells + units} == {BROKEN}
    assert closed(NINE, every, 0) == (every, 0, OPEN)


@settings(max_examples=30, deadline=None)
@given(boards([(2, 2), (2, 3), (3, 4)]))
def test_boards_of_other_sizes_are_closed_too(grid: Grid) -> None:
    candidates = candidates_of(grid.geometry)
    start = candidates.load(grid)
    assert closed(candidates, *start) == candidates.close(*start)


def test_a_board_that_needs_a_guess_stays_open_and_the_right_guesses_solve_it() -> None:
    board, placed = NINE.load(Grid.from_line(HARD))
    board, placed, status = closed(NINE, board, placed)
    guesses = 0
    while status != SOLVED:
        assert status != BROKEN
        cell, value = next(
            (cell, value)
            for cell, value in enumerate(SOLUTION.values)
            if len(NINE.of_cell(board, cell)) > 1
        )
        board, placed, status = closed(
            NINE, *NINE.place(board, placed, NINE.candidate(cell, value))
        )
        guesses += 1
    assert guesses > 1
    assert NINE.grid(board) == SOLUTION
