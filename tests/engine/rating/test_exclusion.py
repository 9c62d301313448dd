"""Aligned exclusion on boards that are open but for a few cells."""

from collections.abc import Mapping

import pytest

from engine.rating.board import Board
from engine.rating.exclusion import aligned_exclusion
from engine.techniques.scale import ALIGNED_PAIR_EXCLUSION, ALIGNED_TRIPLE_EXCLUSION


def cell(name: str) -> int:
    return 9 * int(name[1]) + int(name[3]) - 10


def removed(size: int, candidates: Mapping[str, str]) -> set[str] | None:
    """What falls, as digit and cell, on a board of two rows with these candidates."""
    board = Board([0] * 81)
    for other in range(18, 81):
        for digit in range(9):
            board.remove(other, digit)
    for name, digits in candidates.items():
        for digit in range(9):
            if str(digit + 1) not in digits:
                board.remove(cell(name), digit)
    step = aligned_exclusion(board, size)
    if step is None:
        return None
    technique = ALIGNED_PAIR_EXCLUSION if size == 2 else ALIGNED_TRIPLE_EXCLUSION
    assert (step.technique, step.difficulty) == (technique, technique.rating)
    return {
        f"{digit + 1}r{where // 9 + 1}c{where % 9 + 1}"
        for where, digits in step.removed.items()
        for digit in range(9)
        if digits >> digit & 1
    }


PAIR = {"r1c1": "123", "r1c2": "45", "r1c3": "14", "r1c4": "15"}
"""A 1 in r1c1 leaves r1c3 or r1c4 without a digit, whatever is in r1c2."""

TRIPLE = {"r1c1": "12", "r1c2": "34", "r1c3": "56", "r1c4": "135", "r1c5": "136", "r1c6": "14"}
"""So does a 1 in r1c1 to one of three cells."""


@pytest.mark.parametrize(
    ("change", "gone"),
    [
        ({}, {"1r1c1"}),
        # Both cells may lose something.
        ({"r1c1": "12"}, {"1r1c1"}),
        ({"r1c1": "14", "r1c2": "145"}, {"1r1c1", "1r1c2", "4r1c2"}),
        # One of the combinations is left.
        ({"r1c4": "16"}, None),
        ({"r1c2": "456"}, None),
        # A cell of three candidates does not count for two cells.
        ({"r1c4": "156"}, None),
        # A single beside them.
        ({"r1c9": "9"}, None),
        ({"r2c9": "9"}, {"1r1c1"}),
    ],
)
def test_a_digit_falls_if_each_pair_with_it_empties_a_common_peer(
    change: dict[str, str], gone: set[str] | None
) -> None:
    found = removed(2, PAIR | change)
    assert found == gone


def test_two_cells_need_two_common_peers() -> None:
    # A 1 in r1c1 would leave no 1 to r1c2 and no digit to r1c3.
    # With one common peer the naked pair is found by other cells.
    cells = {"r1c1": "12", "r1c2": "14", "r1c3": "14"}
    assert removed(2, cells) == {"1r1c4", "4r1c4"}
    assert removed(2, cells | {"r1c4": "78"}) == {"1r1c1"}


def test_cells_that_do_not_see_each_other_may_hold_the_same_digit() -> None:
    peers = {"r1c5": "14", "r1c6": "78"}
    assert removed(2, {"r1c1": "123", "r1c4": "14"} | peers) == {"1r1c1"}
    assert removed(2, {"r1c1": "123", "r2c4": "14"} | peers) == {"1r1c4", "4r1c4"}


@pytest.mark.parametrize(
    ("change", "gone"),
    [
        ({}, {"1r1c1"}),
        ({"r1c6": "147"}, None),
        ({"r1c5": "1367"}, None),
        ({"r1c4": "1357"}, None),
    ],
)
def test_a_digit_falls_if_each_triple_with_it_empties_a_common_peer(
    change: dict[str, str], gone: set[str] | None
) -> None:
    assert removed(3, TRIPLE | change) == gone


def test_the_third_cell_need_not_see_both_others() -> None:
    # r2c4 sees neither r1c1 nor r1c2; all three see r1c5 and r1c6.
    cells = {"r1c1": "12", "r1c2": "34", "r2c4": "56", "r1c4": "135", "r1c5": "136", "r1c6": "14"}
    assert removed(3, cells) == {"1r1c1"}
    assert removed(3, cells | {"r1c5": "137"}) is None


def test_an_open_board_excludes_nothing() -> None:
    assert removed(2, {}) is None
    assert removed(3, {}) is None
