"""Bivalue universal graves that are made of a full grid, and what extra candidates lead to."""

from itertools import combinations

import pytest

from engine.rating.board import PEER_CELLS, UNIT_OF, Board
from engine.rating.graves import bug
from engine.techniques.scale import BUG

FULL = [(3 * (cell // 9 % 3) + cell // 27 + cell % 9) % 9 for cell in range(81)]
OPEN = [cell for cell in range(81) if FULL[cell] < 4]
PAIRS = {cell: {FULL[cell], (FULL[cell] + 1) % 4} for cell in OPEN}
"""Two candidates in each open cell and two places for each digit, so there are two fillings."""
SOME_TWO = list(combinations(OPEN, 2))[::4]

WIDE = {cell: {FULL[cell], (FULL[cell] + 1) % 7} for cell in range(81) if FULL[cell] < 7}
"""The same with seven digits, so that a unit has cells beside a subset."""

Extra = dict[int, int]
Removed = dict[int, set[int]]


def grave(extra: Extra, pairs: Removed) -> Board:
    """The grave with an extra candidate in some cells."""
    board = Board([0 if cell in pairs else FULL[cell] + 1 for cell in range(81)])
    for cell, pair in pairs.items():
        for digit in set().union(*pairs.values()) - pair - {extra.get(cell)}:
            board.remove(cell, digit)
    return board


def removed(extra: Extra, pairs: Removed = PAIRS) -> tuple[float, Removed] | None:
    """The rating of what is found, and what it removes from which cell."""
    step = bug(grave(extra, pairs))
    if step is None:
        return None
    assert step.technique is BUG
    digits = {
        cell: {digit for digit in range(9) if mask >> digit & 1}
        for cell, mask in step.removed.items()
    }
    return round(step.difficulty, 1), digits


def extras(cell: int) -> set[int]:
    return {0, 1, 2, 3} - PAIRS[cell]


def see(cell: int, other: int) -> bool:
    return bool(PEER_CELLS[cell] >> other & 1)


def test_without_an_extra_candidate_nothing_is_found() -> None:
    assert removed({}) is None
    assert bug(Board([0] * 81)) is None


def test_the_only_extra_candidate_is_true() -> None:
    for cell in OPEN:
        for digit in extras(cell):
            assert removed({cell: digit}) == (5.6, {cell: PAIRS[cell]})


def test_an_extra_digit_of_two_cells_falls_where_it_sees_both() -> None:
    found = 0
    for one, other in SOME_TWO:
        for digit in extras(one) & extras(other):
            seen = {
                cell: {digit}
                for cell in OPEN
                if see(cell, one) and see(cell, other) and digit in PAIRS[cell]
            }
            if seen:
                found += 1
                assert removed({one: digit, other: digit}) == (5.7, seen)
    assert found > 30


@pytest.mark.long
def test_two_cells_of_a_unit_hold_the_digit_that_they_share_or_an_extra_one() -> None:
    found = 0
    for one, other in SOME_TWO:
        common = PAIRS[one] & PAIRS[other]
        for first in extras(one):
            for second in extras(other) - {first}:
                extra = {one: first, other: second}
                if len(common) != 1 or common & {first, second}:
                    continue
                if set(UNIT_OF[one]) & set(UNIT_OF[other]):
                    found += 1
                    assert removed(extra) == (5.7, {cell: PAIRS[cell] - common for cell in extra})
                else:
                    assert removed(extra) is None
    assert found > 5


def subsets(extra: Extra, size: int) -> list[Removed]:
    """What naked subsets of a size remove that one of two extra digits completes."""
    found = []
    kinds = [kind for kind in range(3) if len({UNIT_OF[cell][kind] for cell in extra}) == 1]
    for kind in kinds:
        unit = {UNIT_OF[cell][kind] for cell in extra}
        cells = [cell for cell in WIDE if UNIT_OF[cell][kind] in unit and cell not in extra]
        for chosen in combinations(cells, size - 1):
            own = set().union(*(WIDE[cell] for cell in chosen))
            others = {cell: WIDE[cell] & own for cell in cells if cell not in chosen}
            if len(own) == size and own.issuperset(extra.values()):
                found.append({cell: digits for cell, digits in others.items() if digits})
    return [one for one in found if one]


def test_one_of_the_extra_digits_completes_a_naked_subset() -> None:
    sizes = set()
    for one, other in [*combinations(WIDE, 2)][::29]:
        if WIDE[one] & WIDE[other] or not set(UNIT_OF[one]) & set(UNIT_OF[other]):
            continue
        for first in set(range(7)) - WIDE[one]:
            for second in set(range(7)) - WIDE[other] - {first}:
                extra = {one: first, other: second}
                size = next((size for size in (2, 3, 4) if subsets(extra, size)), None)
                sizes.add(size)
                found = removed(extra, WIDE)
                assert (found is None) == (size is None)
                if found and size:
                    assert found[0] == round(5.6 + size / 10, 1)
                    assert found[1] in subsets(extra, size)
    assert sizes == {2, 3, 4, None}
