"""What locked candidates, pairs and X-wings remove from the grid of a run."""

import pytest

from engine.rating.board import Board
from engine.rating.locked_sets import locked_sets


def node(name: str) -> int:
    """Such as 1r2c3: digit, row and column."""
    digit, row, column = int(name[0]), int(name[2]), int(name[4])
    return 9 * (9 * row + column - 10) + digit - 1


def names(text: str) -> set[int]:
    return {node(name) for name in text.split()}


def removed(board: Board, before: set[int], run: set[int]) -> list[tuple[set[int], set[int]]]:
    """What falls, and what it rests on, where some candidates fell before a run and some in it."""
    for candidate in before:
        board.remove(*divmod(candidate, 9))
    grid = board.candidates.copy()
    for candidate in run:
        grid.remove(*divmod(candidate, 9))
    found = locked_sets(board, board.candidates, grid)
    assert all(each.chain is None for each in found)
    return [(set(each.gone), set(each.rest)) for each in found]


def row_board(count: int) -> Board:
    """A board of which the first row lacks the digits from 1 on, as many as it has blanks.

    They are in the columns 1, 4, 2, 5, 3 and so on.
    """
    board = Board([0] * 81)
    for digit, column in [*enumerate((1, 4, 2, 5, 3, 6, 7, 8, 9))][count:]:
        board.place(column - 1, digit)
    return board


@pytest.mark.parametrize("count", [3, 4, 5])
def test_a_naked_pair_needs_four_empty_cells(count: int) -> None:
    pair = {node(f"{digit}r1c{column}") for digit in range(3, count + 1) for column in (1, 4)}
    others = {node(f"{digit}r1c{column}") for digit in (1, 2) for column in (2, 5, 3)[: count - 2]}
    late = {node("3r1c4")}
    found = removed(row_board(count), pair - late, late)
    assert found == ([] if count == 3 else [(others, late)])


@pytest.mark.parametrize("count", [5, 6])
def test_a_hidden_pair_is_found_among_five_empty_cells(count: int) -> None:
    away = {node(f"{digit}r1c{column}") for digit in (1, 2) for column in (2, 5, 3, 6)[: count - 2]}
    others = {node(f"{digit}r1c{column}") for digit in range(3, count + 1) for column in (1, 4)}
    late = names("1r1c2 2r1c5")
    assert (others, late) in removed(row_board(count), away - late, late)


@pytest.mark.parametrize(
    ("given", "rows", "columns", "gone"),
    [
        ("r3c7 r6c8 r7c3 r8c6 r9c9", (1, 4), (1, 4), "1r2c1 1r2c4 1r5c1 1r5c4"),
        ("r4c2 r5c5 r6c8 r7c3 r8c6 r9c9", (1, 2), (1, 4), ""),
    ],
)
def test_an_x_wing_needs_four_open_lines(
    given: str, rows: tuple[int, int], columns: tuple[int, int], gone: str
) -> None:
    board = Board([0] * 81)
    for name in given.split():
        board.place(9 * int(name[1]) + int(name[3]) - 10, 0)
    away = {
        candidate
        for row in rows
        for column in set(range(1, 10)) - {*columns}
        if board.candidates.digits[(candidate := node(f"1r{row}c{column}")) // 9] & 1
    }
    late = {max(away)}
    found = removed(board, away - late, late)
    # Its columns may be an X-wing as well, of the same four lines.
    assert all(fell == names(gone) for fell, rest in found if rest == late)
    assert bool(found) == bool(gone)


@pytest.mark.parametrize(
    ("kept", "unit", "crossing", "gone"),
    [
        ("1r1c1 1r1c3", "b", "1r1c1 1r1c2 1r1c3", "1r1c4 1r1c5 1r1c6 1r1c7 1r1c8 1r1c9"),
        ("1r1c2 1r3c2", "b", "1r1c2 1r2c2 1r3c2", "1r4c2 1r5c2 1r6c2 1r7c2 1r8c2 1r9c2"),
        ("1r1c1 1r1c2 1r1c3", "r", "1r1c1 1r1c2 1r1c3", "1r2c1 1r2c2 1r2c3 1r3c1 1r3c2 1r3c3"),
        ("1r1c1 1r3c1", "c", "1r1c1 1r2c1 1r3c1", "1r1c2 1r1c3 1r2c2 1r2c3 1r3c2 1r3c3"),
        # In no crossing, and in one place alone.
        ("1r1c1 1r2c2", "b", "", ""),
        ("1r1c1", "b", "", ""),
        ("1r1c1 1r1c4", "r", "", ""),
    ],
)
def test_a_digit_is_locked_in_a_crossing(kept: str, unit: str, crossing: str, gone: str) -> None:
    cells = {
        "b": [f"1r{row}c{column}" for row in (1, 2, 3) for column in (1, 2, 3)],
        "r": [f"1r1c{column}" for column in range(1, 10)],
        "c": [f"1r{row}c1" for row in range(1, 10)],
    }[unit]
    away = {node(name) for name in cells} - names(kept)
    found = removed(Board([0] * 81), set(), away)
    # It rests on what fell outside the crossing.
    assert found == ([(names(gone), away - names(crossing))] if gone else [])
    assert not removed(Board([0] * 81), away, set())
