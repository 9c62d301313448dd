import pickle
from array import array
from copy import copy, deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board.geometry import Geometry
from engine.board.grid import (
    REASONS,
    Contradiction,
    Grid,
    InvalidGrid,
    NoSolution,
    NotUnique,
    grid_of,
)

FOUR = Geometry(2, 2)
NINE = Geometry(3, 3)


def grid(text: str) -> Grid:
    return Grid(FOUR, bytes(int(symbol) for symbol in text.replace(".", "0")))


@pytest.mark.parametrize("count", [0, 15, 17, 81])
def test_a_wrong_number_of_values(count: int) -> None:
    with pytest.raises(ValueError, match=f"{count} values for 16 cells"):
        Grid(FOUR, bytes(count))


def test_a_value_above_the_size() -> None:
    with pytest.raises(ValueError, match="above 4"):
        Grid(FOUR, bytes([5] + [0] * 15))


def test_letters_follow_the_nine_digits() -> None:
    shape = Geometry(5, 5)
    line = str(Grid(shape, bytes(range(26)) + bytes(599)))
    assert line[:26] == ".123456789ABCDEFGHIJKLMNOP"


def test_clues_and_blanks() -> None:
    some = grid("1...2.......3...")
    assert (some.clue_count, len(some.blanks()), some.is_full) == (3, 13, False)
    assert some.blanks()[:4] == (1, 2, 3, 5)
    assert some[4] == 2


def test_changes_leave_the_first_grid_alone() -> None:
    before = grid("1...............")
    after = before.with_values({0: 0, 5: 3})
    assert str(before) == "1..............."
    assert str(after) == ".....3.........."


@pytest.mark.parametrize(
    ("text", "cells", "words"),
    [
        ("1..1............", (0, 3), "two 1s in row 1"),
        (".2...........2..", (1, 13), "two 2s in column 2"),
        ("..........3....3", (10, 15), "two 3s in box 4"),
    ],
)
def test_a_repeated_digit_is_named(text: str, cells: tuple[int, ...], words: str) -> None:
    (conflict,) = grid(text).conflicts()
    assert conflict.kind == "repeated"
    assert conflict.cells == cells
    assert str(conflict) == words


def test_every_conflict_is_told() -> None:
    assert len(grid("11..............").conflicts()) == 2
    assert len(grid("111.............").conflicts()) == 3


def test_solved_means_full_and_without_conflicts() -> None:
    solved = grid("1234341221434321")
    assert solved.is_solved
    assert not solved.with_values({0: 0}).is_solved
    assert not solved.with_values({0: 2}).is_solved


def test_contradictions_in_words() -> None:
    assert str(Contradiction(NINE, "no_candidate", (31,))) == "r4c5 has no candidate left"
    assert str(Contradiction(NINE, "no_place", (), 7, 20)) == "no place left for 7 in box 3"


def test_errors_are_value_errors_that_carry_what_they_know() -> None:
    reason = Contradiction(NINE, "no_candidate", (0,))
    assert NoSolution(reason).contradiction is reason
    assert str(NoSolution(reason)) == "r1c1 has no candidate left"
    assert str(NoSolution()) == "no solution"
    first, second = grid("1234341221434321"), Grid.blank(FOUR)
    assert NotUnique(first, second).grids == (first, second)
    assert {NoSolution.__base__, NotUnique.__base__, InvalidGrid.__base__} == {ValueError}


def test_an_invalid_grid_is_explained_in_words() -> None:
    error = InvalidGrid("row_length", row=4, count=8, expected=9)
    assert str(error) == "row 4 has 8 cells, expected 9"
    assert error.reason in REASONS
    assert error.details == {"row": 4, "count": 8, "expected": 9}


@given(st.lists(st.integers(0, 4), min_size=16, max_size=16))
def test_grids_are_values(values: list[int]) -> None:
    one, same = Grid(FOUR, bytes(values)), Grid(FOUR, bytes(values))
    assert one == same
    assert hash(one) == hash(same)
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301 - our own bytes
    assert copy(one) == deepcopy(one) == one
    assert eval(repr(one), {"Grid": Grid}) == one  # noqa: S307 - likewise
    assert Grid.from_line(str(one)) == one


def test_grids_of_other_shapes_differ() -> None:
    flat, upright = Grid.blank(Geometry(2, 3)), Grid.blank(Geometry(3, 2))
    assert flat != upright
    assert eval(repr(upright), {"Grid": Grid, "Geometry": Geometry}) == upright  # noqa: S307
    assert flat != flat.values


def test_a_grid_never_changes() -> None:
    values = bytearray(16)
    made = Grid(FOUR, values)
    values[0] = 200
    assert made == Grid.blank(FOUR)
    assert type(made.values) is bytes
    with pytest.raises(AttributeError, match="values cannot be set"):
        made.values = bytes(16)
    with pytest.raises(AttributeError, match="values cannot be deleted"):
        del made.values


@pytest.mark.parametrize(
    "values", [[0] * 81, (0,) * 81, memoryview(bytes(81)), array("b", [0] * 81)]
)
def test_numbers_and_buffers_are_copied(values: list[int]) -> None:
    made = Grid(NINE, values)
    assert made == Grid.blank(NINE)
    assert type(made.values) is bytes


@pytest.mark.parametrize(
    "values", [81, None, "0" * 81, [0.0] * 81, ["0"] * 81, array("q", [0] * 81), array("q", [0, 0])]
)
@pytest.mark.parametrize("shape", [FOUR, NINE])
def test_what_is_no_list_of_values_is_refused(values: list[int], shape: Geometry) -> None:
    with pytest.raises(TypeError):
        Grid(shape, values)


@pytest.mark.parametrize("value", [-1, 256, 10, 2**70])
def test_a_number_that_no_cell_holds_is_refused(value: int) -> None:
    with pytest.raises(ValueError, match=r"above 9|range\(0, 256\)|too large|convert"):
        Grid(NINE, [value] + [0] * 80)


def test_a_cell_is_found_by_row_and_column() -> None:
    some = grid("1...2.......3..4")
    assert (some[0, 0], some[1, 0], some[3, 0], some[3, 3]) == (1, 2, 3, 4)
    assert some[0:4].count(0) == 3
    for place in ((0, 4), (4, 0), (-1, 0), (0, -1)):
        with pytest.raises(IndexError, match="no row"):
            some[place]
    for cell in (16, 200, -1):
        with pytest.raises(IndexError, match=f"there is no cell {cell} on a board of 16"):
            some.with_values({cell: 1})


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "there is no puzzle"),
        ("12345", "5 cells do not make a board: expected 16, 36, 64, 81"),
        ("1" * 49, "49 cells do not make a board"),
        ("." * 15 + "5", "5 at row 4, column 4 is more than 4"),
        ("." * 15 + "x", "'x' at row 4, column 4 is not a digit"),
        ("." * 15 + "é", "'é' at row 4, column 4 is not a digit"),
        ("." * 15 + "?", r"'\?' at row 4, column 4 is not a digit"),
    ],
)
def test_what_is_no_line_is_named(line: str, words: str) -> None:
    with pytest.raises(InvalidGrid, match=words):
        Grid.from_line(line)


def test_a_line_is_read_as_it_is_written() -> None:
    shape = Geometry(4, 4)
    line = "123456789ABCDEFG" + "." * 240
    assert str(Grid.from_line(line)) == str(Grid.from_line(line.lower() + "\n")) == line
    assert Grid.from_line("0*_-" * 4) == Grid.blank(FOUR)
    assert Grid.from_line("." * 36, Geometry(3, 2)).geometry is Geometry(3, 2)
    with pytest.raises(InvalidGrid, match="16 cells, expected 256"):
        Grid.from_line("." * 16, shape)


def test_a_puzzle_is_a_grid_or_its_line() -> None:
    some = grid("1...2.......3..4")
    assert grid_of(some) is some
    assert grid_of(str(some)) == some
    for other in (some.values, None, 81):
        with pytest.raises(TypeError, match="a puzzle is a Grid or a line of text, not"):
            grid_of(other)  # type: ignore[arg-type]
