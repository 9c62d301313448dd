from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board.candidates import BROKEN, OPEN, SOLVED, Candidates, candidates_of
from engine.board.geometry import Geometry
from engine.board.grid import Contradiction, Grid
from engine.board.rng import Rng
from engine.make.fill import random_grid

SHAPES = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (3, 4)]

Sets = list[set[int]]


def textbook_closure(grid: Grid) -> Sets | None:
    """The rules as books state them, on sets, unit by unit; None if a set becomes empty."""
    shape = grid.geometry
    sets: Sets = [{value} if value else set(range(1, shape.size + 1)) for value in grid.values]
    before: Sets = []
    while before != sets:
        before = [set(values) for values in sets]
        naked_singles(shape, sets)
        for unit in shape.units:
            for value in range(1, shape.size + 1):
                places = {cell for cell in unit if value in sets[cell]}
                if not places:
                    return None
                hidden_single_or_locked(shape, sets, value, places)
        if not all(sets):
            return None
    return sets


def naked_singles(shape: Geometry, sets: Sets) -> None:
    for cell, values in enumerate(sets):
        if len(values) == 1:
            for peer in shape.peers[cell]:
                sets[peer] -= values


def hidden_single_or_locked(shape: Geometry, sets: Sets, value: int, places: set[int]) -> None:
    if len(places) == 1:
        sets[min(places)] &= {value}
    for other in shape.units:
        if places <= set(other):
            for cell in set(other) - places:
                sets[cell].discard(value)


def sets_of(candidates: Candidates, board: int) -> Sets:
    cells = range(candidates.cell_count)
    return [{candidates.value(one) for one in candidates.of_cell(board, cell)} for cell in cells]


@st.composite
def boards(draw: st.DrawFn, shapes: list[tuple[int, int]]) -> Grid:
    """Some cells of a random solved grid, a few of them possibly changed."""
    shape = Geometry(*draw(st.sampled_from(shapes)))
    rng = Rng(draw(st.integers(0, 2**64 - 1)))
    solution = random_grid(shape, rng)
    share = draw(st.integers(0, 100))
    kept = {cell: value for cell, value in enumerate(solution.values) if rng.below(100) < share}
    for _ in range(draw(st.integers(0, 2))):
        kept[rng.below(shape.cell_count)] = 1 + rng.below(shape.size)
    return Grid.blank(shape).with_values(kept)


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(boards(SHAPES))
def test_closure_follows_the_textbook(grid: Grid) -> None:
    candidates = candidates_of(grid.geometry)
    board, placed, status = candidates.close(*candidates.load(grid))
    expected = textbook_closure(grid)
    if expected is None:
        assert status == BROKEN
        assert candidates.contradiction(board) is not None
    else:
        assert sets_of(candidates, board) == expected
        solved = all(len(values) == 1 for values in expected)
        assert status == (SOLVED if solved else OPEN)
        assert candidates.contradiction(board) is None
        known = [values if len(values) == 1 else set() for values in expected]
        assert sets_of(candidates, placed) == known
        assert candidates.grid(board) == candidates.grid(placed)


@settings(max_examples=40, deadline=None)
@given(boards(SHAPES))
def test_a_closed_board_stays_as_it_is(grid: Grid) -> None:
    candidates = candidates_of(grid.geometry)
    board, placed, status = candidates.close(*candidates.load(grid))
    if status == OPEN:
        assert candidates.close(board, placed) == (board, placed, OPEN)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_givens_can_be_placed_in_any_order(order: tuple[int, ...]) -> None:
    candidates = candidates_of(Geometry(2, 2))
    givens = [candidates.candidate(0, 1), candidates.candidate(5, 3), candidates.candidate(15, 2)]
    board, placed = candidates.everything, 0
    for number in order:
        board, placed = candidates.place(board, placed, givens[number])
    grid = Grid.blank(Geometry(2, 2)).with_values({0: 1, 5: 3, 15: 2})
    assert (board, placed) == candidates.load(grid)


def test_pointing() -> None:
    # The givens leave the 1 of box 1 to row 1, so r1c9 cannot be 1.
    nine = Geometry(3, 3)
    grid = Grid.blank(nine).with_values({9: 2, 10: 3, 11: 4, 18: 5, 19: 6, 20: 7})
    candidates = candidates_of(nine)
    board, placed = candidates.load(grid)
    assert 1 in sets_of(candidates, board)[8]
    board, _, _ = candidates.close(board, placed)
    assert 1 not in sets_of(candidates, board)[8]


def test_two_rows_that_need_the_same_box_for_a_digit_break_the_board() -> None:
    # Rows 1 and 2 have a place for the 1 in box 1 only; no cell and no unit is empty yet.
    nine = Geometry(3, 3)
    candidates = candidates_of(nine)
    ones = sum(1 << cell for row in (0, 9) for cell in range(row + 3, row + 9))
    board = candidates.everything & ~ones
    assert candidates.contradiction(board) is None
    board, _, status = candidates.close(board, 0)
    assert status == BROKEN
    assert str(candidates.contradiction(board)) == "no place left for 1 in row 1"


@pytest.mark.parametrize("shape", [(2, 3), (3, 3), (4, 4)])
def test_a_unit_without_a_place_is_named(shape: tuple[int, int]) -> None:
    geometry = Geometry(*shape)
    candidates = candidates_of(geometry)
    for unit, cells in enumerate(geometry.units):
        twos = sum(1 << candidates.candidate(cell, 2) for cell in cells)
        board, _, status = candidates.close(candidates.everything & ~twos, 0)
        assert status == BROKEN
        assert candidates.contradiction(board) == Contradiction(geometry, "no_place", (), 2, unit)


def test_a_cell_without_a_candidate_is_named() -> None:
    nine = Geometry(3, 3)
    candidates = candidates_of(nine)
    cell = sum(1 << candidates.candidate(31, value) for value in range(1, 10))
    board, _, status = candidates.close(candidates.everything & ~cell, 0)
    assert status == BROKEN
    assert str(candidates.contradiction(board)) == "r4c5 has no candidate left"


def test_masks_of_the_largest_boards_are_not_kept() -> None:
    candidates = candidates_of(Geometry(5, 5))
    candidates.load(Grid.blank(Geometry(5, 5)).with_values({0: 25}))
    assert not candidates.kept


def test_placing_on_the_largest_board() -> None:
    shape = Geometry(5, 5)
    candidates = candidates_of(shape)
    board, _ = candidates.load(Grid.blank(shape).with_values({0: 25}))
    sets = sets_of(candidates, board)
    assert sets[0] == {25}
    assert {cell for cell, values in enumerate(sets) if 25 not in values} == set(shape.peers[0])
