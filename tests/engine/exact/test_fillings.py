"""Fillings of bands, compared with their known number and with bands of whole grids."""

from itertools import permutations

import pytest

from engine.exact.fillings import Filling, Given, fillings
from engine.exact.partitions import numbers
from engine.search.budget import BudgetSpent


def idle() -> None:
    """The check for the time limit, which never applies."""


@pytest.mark.parametrize(
    ("size", "lines", "found", "ways"), [(4, 2, 3, 6), (6, 3, 135, 900), (9, 3, 15_400, 94_080)]
)
def test_a_blank_band_has_known_numbers(size: int, lines: int, found: int, ways: int) -> None:
    # 9x9 has 94,080 * 6**9 (948,109,639,680) bands, because a row of a box has 3! orders.
    blank = fillings(size, lines, frozenset(), idle)
    assert (len(blank), sum(blank.values())) == (found, ways)


def rows_of_bands(givens: frozenset[Given]) -> dict[Filling, int]:
    """The fillings of bands of 4x4, from their rows written out."""
    number, found = numbers(4, 2), dict[Filling, int]()
    sets = {(1 << one | 1 << other, 15 ^ (1 << one | 1 << other)) for one, other in PAIRS}
    for left in sets:
        right = left[1], left[0]
        shown = left, right
        if all(shown[box][line] >> digit - 1 & 1 for box, line, digit in givens):
            filling = number[tuple(sorted(left))], number[tuple(sorted(right))]
            found[filling] = found.get(filling, 0) + 1
    return found


PAIRS = [pair for pair in permutations(range(4), 2) if pair[0] < pair[1]]


@pytest.mark.parametrize(
    "givens",
    [
        (),
        (Given(0, 0, 1),),
        (Given(0, 0, 1), Given(1, 0, 2)),
        (Given(0, 0, 1), Given(0, 1, 4)),
        (Given(0, 0, 1), Given(1, 1, 1)),
    ],
)
def test_a_small_band_has_the_fillings_that_can_be_written_out(givens: tuple[Given, ...]) -> None:
    assert fillings(4, 2, frozenset(givens), idle) == rows_of_bands(frozenset(givens))


@pytest.mark.parametrize(
    "impossible",
    [
        (Given(0, 0, 1), Given(1, 0, 1)),
        (Given(0, 0, 1), Given(0, 1, 1)),
        (Given(0, 0, 1), Given(0, 0, 2), Given(0, 0, 3)),
    ],
)
def test_a_band_whose_givens_clash_has_none(impossible: tuple[Given, ...]) -> None:
    assert fillings(4, 2, frozenset(impossible), idle) == {}


@pytest.mark.long
@pytest.mark.parametrize(("box", "line"), [(0, 0), (1, 2), (2, 1)])
def test_the_places_of_a_digit_share_the_ways_out(box: int, line: int) -> None:
    known = frozenset({Given(0, 1, 5), Given(1, 0, 6)})
    ways = sum(fillings(9, 3, known, idle).values())
    shared = sum(
        sum(fillings(9, 3, known | {Given(box, one, 8)}, idle).values()) for one in range(3)
    )
    assert shared == ways
    assert 0 < sum(fillings(9, 3, known | {Given(box, line, 8)}, idle).values()) < ways


def test_the_clock_is_looked_at_many_times() -> None:
    looks = 0

    def look() -> None:
        nonlocal looks
        looks += 1
        if looks > 200:
            raise BudgetSpent

    with pytest.raises(BudgetSpent):
        fillings(9, 3, frozenset(), look)
