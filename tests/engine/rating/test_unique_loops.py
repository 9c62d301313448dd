"""Unique rectangles and loops on boards in which nothing else is left to find."""

from collections.abc import Mapping

import pytest

from engine.rating.board import CELLS, DIGITS, Board
from engine.rating.unique_loops import unique_loop
from engine.techniques.scale import UNIQUE_LOOP, UNIQUE_RECTANGLE

RECTANGLE = ("r1c1", "r2c1", "r2c4", "r1c4")
LOOPS = {
    4: RECTANGLE,
    6: ("r1c1", "r1c8", "r2c8", "r2c3", "r5c3", "r5c1"),
    8: ("r1c1", "r1c8", "r2c8", "r2c3", "r5c3", "r5c2", "r8c2", "r8c1"),
    10: ("r1c1", "r1c8", "r2c8", "r2c3", "r5c3", "r5c2", "r8c2", "r8c7", "r9c7", "r9c1"),
    12: (
        "r1c1",
        "r1c8",
        "r2c8",
        "r2c3",
        "r5c3",
        "r5c2",
        "r8c2",
        "r8c6",
        "r7c6",
        "r7c9",
        "r9c9",
        "r9c1",
    ),
}
"""Cells of which two fillings are possible, by their number, in the order of the loop."""


def cell(name: str) -> int:
    return 9 * int(name[1]) + int(name[3]) - 10


def without(digits: str) -> str:
    return "".join(digit for digit in "123456789" if digit not in digits)


ELSEWHERE = {"r3c4": without("2"), "r3c6": without("1"), "r6c4": without("1")}
"""Places of the pair in box 2 and in column 4, so that neither digit is locked or hidden."""


def board(candidates: Mapping[str, str], others: str = "3456789") -> Board:
    """A board with these candidates, and the same others in all other cells."""
    made, known = Board([0] * 81), {cell(name): digits for name, digits in candidates.items()}
    for number in CELLS:
        for digit in DIGITS:
            if str(digit + 1) not in known.get(number, others):
                made.remove(number, digit)
    return made


def removed(found: Mapping[int, int]) -> set[str]:
    """Candidates as digit and cell, such as 3r2c4."""
    return {
        f"{digit + 1}r{where // 9 + 1}c{where % 9 + 1}"
        for where, digits in found.items()
        for digit in DIGITS
        if digits >> digit & 1
    }


def deduced(candidates: Mapping[str, str], others: str = "3456789") -> tuple[float, set[str]]:
    """The rating of the step that is found, and what it removes."""
    step = unique_loop(board(candidates, others))
    assert step
    assert not step.places
    return round(step.difficulty, 1), removed(step.removed)


@pytest.mark.parametrize(("length", "rating"), [(4, 4.5), (6, 4.6), (8, 4.7), (10, 5.0), (12, 5.0)])
def test_the_only_rich_cell_of_a_loop_loses_the_pair(length: int, rating: float) -> None:
    for rich in range(length):
        cells = dict.fromkeys(LOOPS[length], "12")
        cells[LOOPS[length][rich]] = "1234"
        step = unique_loop(board(cells))
        assert step
        assert step.technique is (UNIQUE_RECTANGLE if length == 4 else UNIQUE_LOOP)
        assert round(step.difficulty, 1) == rating
        assert removed(step.removed) == {f"{digit}{LOOPS[length][rich]}" for digit in "12"}


def test_no_rich_cell_and_no_common_pair_say_nothing() -> None:
    assert unique_loop(Board([0] * 81)) is None
    assert unique_loop(board(dict.fromkeys(RECTANGLE, "12"))) is None
    assert unique_loop(board(dict.fromkeys(RECTANGLE, "12") | {"r2c4": "134"})) is None


def test_four_cells_in_four_boxes_are_no_rectangle() -> None:
    cells = dict.fromkeys(("r1c1", "r4c1", "r4c4"), "12")
    assert unique_loop(board(cells | {"r1c4": "123"})) is None


@pytest.mark.parametrize("rich", [("r1c4", "r2c4"), ("r2c1", "r1c4"), ("r1c1", "r2c1", "r2c4")])
def test_one_extra_digit_falls_where_it_sees_all_rich_cells(rich: tuple[str, ...]) -> None:
    seen = {
        ("r1c4", "r2c4"): "r3c4 r4c4 r5c4 r6c4 r7c4 r8c4 r9c4 r1c5 r2c5 r3c5 r1c6 r2c6 r3c6",
        ("r2c1", "r1c4"): "r1c2 r1c3 r2c5 r2c6",
        ("r1c1", "r2c1", "r2c4"): "r2c2 r2c3",
    }
    cells = dict.fromkeys(RECTANGLE, "12") | dict.fromkeys(rich, "129")
    assert deduced(cells) == (4.5, {f"9{name}" for name in seen[rich].split()})


def test_a_rich_cell_of_two_and_one_of_one_extra_digit_say_nothing_together() -> None:
    cells = dict.fromkeys(RECTANGLE, "12") | {"r2c1": "123", "r1c4": "124"}
    assert unique_loop(board(cells)) is None


def test_two_rich_cells_are_one_cell_of_a_naked_pair() -> None:
    cells = ELSEWHERE | dict.fromkeys(RECTANGLE, "12")
    cells |= {"r1c4": "123", "r2c4": "124", "r3c5": "34"}
    others = ("r3c4", "r1c5", "r2c5", "r1c6", "r2c6", "r3c6")
    assert deduced(cells) == (4.6, {digit + name for name in others for digit in "34"})


@pytest.mark.parametrize(("partners", "rating"), [(("345", "345"), 4.7), (("35", "45"), 4.7)])
def test_two_rich_cells_are_one_cell_of_a_naked_triple(
    partners: tuple[str, str], rating: float
) -> None:
    cells = ELSEWHERE | dict.fromkeys(RECTANGLE, "12") | {"r1c4": "123", "r2c4": "124"}
    cells |= {"r7c4": partners[0], "r8c4": partners[1]}
    others = ("r3c4", "r4c4", "r5c4", "r6c4", "r9c4")
    assert deduced(cells) == (rating, {digit + name for name in others for digit in "345"})


def test_two_rich_cells_are_one_cell_of_a_naked_quad() -> None:
    cells = ELSEWHERE | dict.fromkeys(RECTANGLE, "12") | {"r1c4": "123", "r2c4": "124"}
    cells |= {"r7c4": "35", "r8c4": "456", "r9c4": "36"}
    others = ("r3c4", "r4c4", "r5c4", "r6c4")
    assert deduced(cells) == (4.8, {digit + name for name in others for digit in "3456"})


def test_two_rich_cells_are_one_cell_of_a_hidden_pair() -> None:
    # In column 4 the pair is only in the two rich cells and one more.
    cells = (
        {"r7c4": "123456789"} | dict.fromkeys(RECTANGLE, "12") | {"r1c4": "1234", "r2c4": "1256"}
    )
    assert deduced(cells) == (4.5, {f"{digit}r7c4" for digit in without("12")})


def test_two_rich_cells_are_one_cell_of_a_hidden_triple() -> None:
    # In column 4 the pair and 9 are only in the two rich cells, r7c4 and r8c4.
    cells = {f"r{row}c4": without("129") for row in (3, 4, 5, 6, 9)}
    cells |= {"r3c5": without("1"), "r3c6": without("2")}
    cells |= (
        dict.fromkeys(("r7c4", "r8c4"), "123456789")
        | dict.fromkeys(RECTANGLE, "12")
        | {"r1c4": "1234", "r2c4": "1256"}
    )
    gone = {f"{digit}{name}" for digit in without("129") for name in ("r7c4", "r8c4")}
    assert deduced(cells) == (4.6, gone)


@pytest.mark.parametrize(("locked", "gone"), ["12", "21"])
def test_rich_cells_that_hold_all_places_of_a_digit_lose_the_other(locked: str, gone: str) -> None:
    cells = (
        dict.fromkeys(ELSEWHERE, without(locked))
        | dict.fromkeys(RECTANGLE, "12")
        | {"r1c4": "12347", "r2c4": "12568"}
    )
    assert deduced(cells) == (4.5, {f"{gone}r1c4", f"{gone}r2c4"})


def test_the_easiest_loop_is_taken_and_of_equal_ones_the_first() -> None:
    long = dict.fromkeys(LOOPS[6], "12") | {"r5c1": "123"}
    short = dict.fromkeys(("r7c5", "r8c5", "r8c9"), "67") | {"r7c9": "678"}
    other = dict.fromkeys(("r4c5", "r6c5", "r6c9"), "89") | {"r4c9": "389"}
    assert deduced(long | short, "345") == (4.5, {"6r7c9", "7r7c9"})
    assert deduced(long | short | other, "345") == (4.5, {"8r4c9", "9r4c9"})
    # A locked digit is as easy as one extra digit, but comes after it.
    locked = dict.fromkeys(("r4c5", "r6c5"), "89") | {"r4c9": "3489", "r6c9": "4589"}
    extra = dict.fromkeys(("r7c5", "r8c5"), "67") | dict.fromkeys(("r7c9", "r8c9"), "367")
    step = unique_loop(board(locked | extra, "345"))
    assert step
    assert all(name.startswith("3") for name in removed(step.removed))
