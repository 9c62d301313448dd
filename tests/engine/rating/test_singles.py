"""Placements: each where it shows, and what just misses it."""

from itertools import pairwise

import pytest

from engine.rating.board import (
    BOX,
    COLUMN,
    KINDS,
    ROW,
    UNIT_CELLS,
    UNIT_OF,
    UNITS,
    Board,
    cells_of,
    crossings,
)
from engine.rating.singles import (
    direct_hidden_pair,
    direct_hidden_triple,
    direct_locked,
    full_house_or_hidden_single,
    naked_single,
)
from engine.rating.step import RatedStep
from engine.techniques.locked import DIRECT_CLAIMING

LOCKS = [(unit, crossed) for digit, unit, crossed in crossings() if digit == 0]
"""Boxes and lines that cross, either way."""


def placed(step: RatedStep | None) -> tuple[float, int, int]:
    assert step
    assert step.places
    return round(step.difficulty, 1), step.cell, step.digit


def keep(board: Board, unit: int, digit: int, cells: set[int]) -> None:
    """Leaves a digit in some cells of a unit alone."""
    for cell in UNITS[unit]:
        if cell not in cells:
            board.remove(cell, digit)


@pytest.mark.parametrize("unit", range(27))
def test_the_last_cell_of_a_unit_comes_before_a_hidden_single(unit: int) -> None:
    for last in (0, 4, 8):
        board = Board([0] * 81)
        for place, cell in enumerate(UNITS[unit]):
            if place != last:
                board.place(cell, place)
        assert placed(full_house_or_hidden_single(board)) == (1.0, UNITS[unit][last], last)


@pytest.mark.parametrize(("kind", "rating"), [(BOX, 1.2), (COLUMN, 1.5), (ROW, 1.5)])
def test_the_only_place_in_a_box_is_easier_than_in_a_line(kind: int, rating: float) -> None:
    for unit in range(9 * kind, 9 * kind + 9):
        cell, board = UNITS[unit][unit % 9], Board([0] * 81)
        keep(board, unit, 8 - unit % 9, {cell})
        found = placed(full_house_or_hidden_single(board))
        assert found == (rating, cell, 8 - unit % 9)
        keep(board, unit, 8 - unit % 9, set())
        assert full_house_or_hidden_single(board) is None


def test_boxes_come_before_columns_before_rows() -> None:
    board = Board([0] * 81)
    for kind, cell in zip((ROW, COLUMN, BOX), (8, 72, 40), strict=True):
        keep(board, 9 * kind + (4 if kind == BOX else 0), kind, {cell})
        assert placed(full_house_or_hidden_single(board))[1:] == (cell, kind)


def test_a_naked_single_is_the_first_cell_with_one_candidate() -> None:
    board = Board([0] * 81)
    assert naked_single(board) is None
    for cell in (80, 40, 0):
        for digit in range(8):
            board.remove(cell, digit)
        assert placed(naked_single(board)) == (2.3, cell, 8)
    board.remove(0, 8)
    assert placed(naked_single(board)) == (2.3, 40, 8)


def locked_board(unit: int, crossed: int, third: int, shift: int) -> tuple[Board, int, int]:
    """A lock that leaves a digit one cell of a third unit; with it the cell inside the lock."""
    board = Board([0] * 81)
    common = [*cells_of(UNIT_CELLS[unit] & UNIT_CELLS[crossed])]
    keep(board, unit, 0, {*common[shift:], *common[: max(0, shift - 1)]} if shift else {*common})
    inside = next(cells_of(UNIT_CELLS[third] & UNIT_CELLS[crossed]))
    left = next(
        cell
        for cell in UNITS[third]
        if not UNIT_CELLS[crossed] >> cell & 1
        and not any(
            UNIT_CELLS[line] >> cell & 1 and UNIT_CELLS[line] >> inside & 1
            for kind in KINDS
            if kind != third // 9
            for line in range(9 * kind, 9 * kind + 9)
        )
    )
    keep(board, third, 0, {inside, left})
    if unit >= 9:
        # Otherwise a box would show the same.
        keep(board, UNIT_OF[left][BOX], 0, {left})
    return board, inside, left


@pytest.mark.parametrize("shift", [0, 1])
def test_a_locked_digit_leaves_another_unit_one_place(shift: int) -> None:
    count = 0
    for unit, crossed in LOCKS[shift::3]:
        for third in range(unit // 9 * 9, unit // 9 * 9 + 9):
            if third == unit or not UNIT_CELLS[third] & UNIT_CELLS[crossed]:
                continue
            count += 1
            board, inside, left = locked_board(unit, crossed, third, shift)
            found = placed(direct_locked(board))
            assert found == (1.7 if unit < 9 else 1.9, left, 0)
            # Without a place inside it is a hidden single, though a line may show it all the same.
            board.remove(inside, 0)
            step = direct_locked(board)
            assert step is None or step.technique is DIRECT_CLAIMING
    assert count == 72


def test_one_place_is_not_locked_and_two_places_outside_say_nothing() -> None:
    board, _, _ = locked_board(0, 9, 1, 0)
    board.remove(0, 0)
    assert direct_locked(board)
    board.remove(1, 0)
    step = direct_locked(board)
    assert step is None or step.technique is DIRECT_CLAIMING
    board = Board([0] * 81)
    keep(board, 0, 0, {0, 1})
    keep(board, 1, 0, {3, 13, 23})
    assert direct_locked(board) is None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [2, 3])
def test_a_hidden_subset_leaves_another_digit_one_place(size: int, kind: int) -> None:
    asked, rating = {2: (direct_hidden_pair, 2.0), 3: (direct_hidden_triple, 2.5)}[size]
    for unit in range(9 * kind, 9 * kind + 9):
        cells = UNITS[unit]
        board = Board([0] * 81)
        subset = {cells[place] for place in (0, 4, 8)[:size]}
        for digit in range(size):
            keep(board, unit, digit, subset)
        assert asked(board) is None
        keep(board, unit, 8, {cells[0], cells[4], cells[5], cells[6]})
        assert asked(board) is None
        board.remove(cells[6], 8)
        assert placed(asked(board)) == (rating, cells[5], 8)
        # Without a place in the subset it is a hidden single.
        board.remove(cells[0], 8)
        board.remove(cells[4], 8)
        assert asked(board) is None


@pytest.mark.parametrize(("size", "asked"), [(2, direct_hidden_pair), (3, direct_hidden_triple)])
def test_one_more_empty_cell_than_the_subset_is_enough(size: int, asked: object) -> None:
    board = Board([0] * 81)
    for column in range(size + 1, 9):
        board.place(column, column)
    for digit in range(size):
        board.remove(size, digit)
    board.remove(size - 1, size)
    assert callable(asked)
    assert placed(asked(board))[1:] == (size, size)


def test_the_steps_of_a_unit_come_in_order() -> None:
    # Of two subsets the one of the smaller digits is taken.
    board = Board([0] * 81)
    for low, high in pairwise((0, 2, 4)):
        for digit in range(low, high):
            keep(board, ROW * 9, digit, {low, low + 4})
    keep(board, ROW * 9, 8, {0, 8, 2})
    assert direct_hidden_pair(board) is None
    board.remove(2, 8)
    assert placed(direct_hidden_pair(board)) == (2.0, 8, 8)
