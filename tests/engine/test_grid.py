import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.geometry import Geometry
from engine.grid import REASONS, Contradiction, Grid, InvalidGrid, NoSolution, NotUnique

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
