"""Partitions of the digits: how many there are, which cross, and how an exchange maps them."""

from math import factorial

import pytest

from engine.exact.partitions import crossing, exchanged, numbers, partitions, subsets


@pytest.mark.parametrize(("size", "parts"), [(4, 2), (6, 2), (6, 3), (8, 2), (8, 4), (9, 3)])
def test_there_are_as_many_as_the_formula_says(size: int, parts: int) -> None:
    found = partitions(size, parts)
    each = factorial(size // parts)
    assert len(set(found)) == len(found) == factorial(size) // each**parts // factorial(parts)
    for sets in found:
        assert sum(sets) == 2**size - 1
        assert {digits.bit_count() for digits in sets} == {size // parts}
        assert partitions(size, parts)[numbers(size, parts)[sets]] == sets


def test_subsets_are_all_of_their_size() -> None:
    assert sorted(subsets(0b1011, 2)) == [0b0011, 0b1001, 0b1010]
    assert subsets(0b1011, 0) == (0,)
    assert subsets(0b1, 2) == subsets(0b1, -1) == ()


@pytest.mark.parametrize(
    ("rows", "columns", "each"), [(2, 2, 2), (2, 3, 6), (2, 4, 24), (3, 3, 36)]
)
def test_a_box_and_its_two_partitions_are_the_same_thing(
    rows: int, columns: int, each: int
) -> None:
    # A box is a partition by rows and one by columns, each in some order, which cross.
    table = crossing(rows, columns)
    assert {len(crossed) for crossed in table} == {each}
    boxes = len(table) * factorial(rows) * each * factorial(columns)
    assert boxes == factorial(rows * columns)


def test_an_exchange_undoes_itself_and_keeps_what_crosses() -> None:
    rows, columns = exchanged(6, 2, 2, 5), exchanged(6, 3, 2, 5)
    assert [rows[image] for image in rows] == list(range(10))
    assert rows != tuple(range(10))
    table = crossing(2, 3)
    for number, crossed in enumerate(table):
        assert {columns[one] for one in crossed} == set(table[rows[number]])
