"""Locked candidates, subsets and fish, each where it just shows and where it just does not."""

from itertools import product

import pytest

from engine.rating.board import ALL, UNITS, Board
from engine.rating.step import RatedStep
from engine.rating.subsets import fish, hidden_places, hidden_subset, locked, naked_subset

ROW_1 = 9


def cell(name: str) -> int:
    return 9 * int(name[1]) + int(name[3]) - 10


def removed(step: RatedStep | None) -> tuple[float, set[str]]:
    """The rating, and candidates as digit and cell, such as 3r2c4."""
    assert step
    return round(step.difficulty, 1), {
        f"{digit + 1}r{where // 9 + 1}c{where % 9 + 1}"
        for where, digits in step.removed.items()
        for digit in range(9)
        if digits >> digit & 1
    }


def row_board(empty: list[int]) -> Board:
    """A board of which the first row is empty in some columns alone, and the rest is empty."""
    board, digit = Board([0] * 81), 8
    for column in range(9):
        if column not in empty:
            board.place(column, digit)
            digit -= 1
    return board


@pytest.mark.parametrize(("size", "rating"), [(2, 3.4), (3, 4.0), (4, 5.4)])
def test_a_hidden_subset_needs_one_empty_cell_more_than_twice_its_size(
    size: int, rating: float
) -> None:
    for count in (2 * size, 2 * size + 1):
        board = row_board([*range(count)])
        for digit in range(size):
            for column in range(size, count):
                board.remove(column, digit)
        step = hidden_subset(board, size)
        if count == 2 * size:
            assert step is None
        else:
            others = {
                f"{digit + 1}r1c{column + 1}"
                for digit in range(size, count)
                for column in range(size)
            }
            assert removed(step) == (rating, others)


@pytest.mark.parametrize(("size", "rating"), [(2, 3.0), (3, 3.6), (4, 5.0)])
def test_a_naked_subset_needs_as_many_empty_cells_as_twice_its_size(
    size: int, rating: float
) -> None:
    # Its cells are in several boxes, and each has two of its digits.
    columns = [0, 3, 6, 1][:size]
    spare = [column for column in (2, 4, 5, 7, 8) if column not in columns]
    for count in (2 * size - 1, 2 * size):
        empty = [*columns, *spare[: count - size]]
        board = row_board(empty)
        for number, column in enumerate(columns):
            for digit in set(range(9)) - {number, (number + 1) % size}:
                board.remove(column, digit)
        step = naked_subset(board, size)
        if count == 2 * size - 1:
            assert step is None
        else:
            others = {f"{digit + 1}r1c{c + 1}" for digit in range(size) for c in empty[size:]}
            assert removed(step) == (rating, others)


def test_a_digit_of_one_place_is_in_no_hidden_subset() -> None:
    board = Board([0] * 81)
    for column in range(2, 9):
        board.remove(column, 0)
        board.remove(column, 1)
    assert hidden_places(board, ROW_1, 0b11) == 0b11
    assert hidden_places(board, ROW_1, 0b111) == 0
    board.remove(1, 0)
    assert hidden_places(board, ROW_1, 0b11) == 0


def test_a_cell_of_one_digit_is_in_no_naked_subset() -> None:
    board = Board([0] * 81)
    for digit in range(2, 9):
        board.remove(0, digit)
        board.remove(3, digit)
    assert removed(naked_subset(board, 2))[0] == 3.0
    board.remove(0, 1)
    assert naked_subset(board, 2) is None


def with_ones(unit: int, places: list[int]) -> Board:
    """A board on which a unit has the digit 1 in some places only."""
    board = Board([0] * 81)
    for place, where in enumerate(UNITS[unit]):
        if place not in places:
            board.remove(where, 0)
    return board


@pytest.mark.parametrize(
    ("unit", "places", "rating", "gone"),
    [
        # Box 1 in column 1, and in row 2.
        (0, [0, 3], 2.6, "r4c1 r5c1 r6c1 r7c1 r8c1 r9c1"),
        (0, [0, 3, 6], 2.6, "r4c1 r5c1 r6c1 r7c1 r8c1 r9c1"),
        (0, [3, 5], 2.6, "r2c4 r2c5 r2c6 r2c7 r2c8 r2c9"),
        # Box 9 in column 9, and in row 9.
        (8, [5, 8], 2.6, "r1c9 r2c9 r3c9 r4c9 r5c9 r6c9"),
        (8, [6, 7, 8], 2.6, "r9c1 r9c2 r9c3 r9c4 r9c5 r9c6"),
        # Row 1 in box 1, row 9 in box 9, column 1 in box 4, column 9 in box 9.
        (9, [0, 2], 2.8, "r2c1 r2c2 r2c3 r3c1 r3c2 r3c3"),
        (17, [6, 7, 8], 2.8, "r7c7 r7c8 r7c9 r8c7 r8c8 r8c9"),
        (18, [3, 4], 2.8, "r4c2 r4c3 r5c2 r5c3 r6c2 r6c3"),
        (26, [7, 8], 2.8, "r7c7 r7c8 r8c7 r8c8 r9c7 r9c8"),
    ],
)
def test_a_digit_locked_in_a_crossing_falls_in_the_rest_of_the_other_unit(
    unit: int, places: list[int], rating: float, gone: str
) -> None:
    step = locked(with_ones(unit, places))
    assert removed(step) == (rating, {f"1{name}" for name in gone.split()})


@pytest.mark.parametrize(("unit", "places"), [(0, [0]), (0, [0, 4]), (9, [0]), (18, [2, 3])])
def test_one_place_and_places_in_no_crossing_are_not_locked(unit: int, places: list[int]) -> None:
    assert locked(with_ones(unit, places)) is None


def ones_board(given: list[str], rows: list[int], columns: list[int]) -> Board:
    """A board with some ones, on which some rows have ones in some columns alone."""
    board = Board([0] * 81)
    for name in given:
        board.place(cell(name), 0)
    for row in rows:
        for column in set(range(1, 10)) - set(columns):
            board.remove(9 * (row - 1) + column - 1, 0)
    return board


@pytest.mark.parametrize(
    ("given", "rows", "columns", "others", "rating"),
    [
        ("r3c7 r6c8 r7c3 r8c6 r9c9", "14", "14", "25", 3.2),
        ("r7c3 r8c6 r9c9", "124", "147", "356", 3.8),
        ("r9c9", "1245", "1245", "3678", 5.2),
    ],
)
def test_a_fish_needs_twice_as_many_open_lines_as_it_has(
    given: str, rows: str, columns: str, others: str, rating: float
) -> None:
    # As drawn, and turned over.
    for name in ("r{}c{}", "r{1}c{0}"):
        board = Board([0] * 81)
        for where in given.split():
            board.place(cell(name.format(where[1], where[3])), 0)
        for row, column in product(rows, sorted(set("123456789") - set(columns))):
            board.remove(cell(name.format(row, column)), 0)
        gone = {"1" + name.format(row, column) for row, column in product(others, columns)}
        assert removed(fish(board, len(rows))) == (rating, gone)


@pytest.mark.parametrize(
    ("given", "rows", "columns"),
    [
        ("r4c2 r5c5 r6c8 r7c3 r8c6 r9c9", [1, 2], [1, 4]),
        ("r6c8 r7c3 r8c6 r9c9", [1, 2, 4], [1, 4, 7]),
        ("r8c6 r9c9", [1, 2, 4, 5], [1, 2, 4, 5]),
    ],
)
def test_with_fewer_open_lines_it_was_a_smaller_one(
    given: str, rows: list[int], columns: list[int]
) -> None:
    board = ones_board(given.split(), rows, columns)
    left = [c for c in range(81) if board.candidates.digits[c] & 1]
    assert any(c // 9 + 1 not in rows and c % 9 + 1 in columns for c in left)
    assert fish(board, len(rows)) is None


def test_a_line_of_one_place_is_in_no_fish() -> None:
    board = ones_board([], [1, 4], [1, 4])
    assert fish(board, 2)
    board.remove(cell("r1c4"), 0)
    assert fish(board, 2) is None
    assert board.candidates.digits[0] == ALL
