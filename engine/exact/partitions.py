"""Partitions: how the digits of a box are divided among its rows, or its columns, in no order."""

from collections.abc import Iterator
from functools import cache, lru_cache

Partition = tuple[int, ...]
"""Disjoint sets that hold all digits together, ascending as numbers; bit 0 of a set is digit 1."""


@cache
def partitions(size: int, parts: int) -> tuple[Partition, ...]:
    """The ways to divide `size` digits into `parts` equal sets; a partition's index is its number.

    >>> len(partitions(9, 3)), len(partitions(8, 2)), len(partitions(8, 4))
    (280, 35, 105)
    """
    return tuple(tuple(sorted(sets)) for sets in _shared_out((1 << size) - 1, size // parts))


def _shared_out(digits: int, each: int) -> Iterator[Partition]:
    """Each set in turn takes the lowest digit left, so that no partition comes twice."""
    if not digits:
        yield ()
    lowest = digits & -digits
    for others in subsets(digits ^ lowest, each - 1) if digits else ():
        taken = lowest | others
        for rest in _shared_out(digits ^ taken, each):
            yield (taken, *rest)


@lru_cache(maxsize=4096)
def subsets(digits: int, count: int) -> tuple[int, ...]:
    """The subsets of `digits` with `count` digits; none for a negative count."""
    if count <= 0:
        return () if count else (0,)
    found: list[int] = []
    while digits:
        lowest = digits & -digits
        digits ^= lowest
        found.extend(lowest | rest for rest in subsets(digits, count - 1))
    return tuple(found)


@cache
def numbers(size: int, parts: int) -> dict[Partition, int]:
    """The number of each partition."""
    return {sets: number for number, sets in enumerate(partitions(size, parts))}


@cache
def crossing(box_rows: int, box_columns: int) -> tuple[tuple[int, ...], ...]:
    """For each partition of a box among its rows the numbers of those among its columns that cross.

    They cross if each row and each column have exactly one digit in common, which stands in their
    common cell: then the two determine the box, and nothing contradicts.
    """
    size = box_rows * box_columns
    columns = partitions(size, box_columns)
    return tuple(
        tuple(number for number, others in enumerate(columns) if _cross(rows, others))
        for rows in partitions(size, box_rows)
    )


def _cross(rows: Partition, columns: Partition) -> bool:
    return all((row & column).bit_count() == 1 for row in rows for column in columns)


@cache
def exchanged(size: int, parts: int, one: int, other: int) -> tuple[int, ...]:
    """For each partition the number of the one in which two digits, from 1, change places."""
    first, second = 1 << one - 1, 1 << other - 1
    number = numbers(size, parts)
    return tuple(
        number[tuple(sorted(_exchange(digits, first, second) for digits in sets))]
        for sets in partitions(size, parts)
    )


def _exchange(digits: int, one: int, other: int) -> int:
    has_one, has_other = digits & one, digits & other
    return digits ^ (one | other) if bool(has_one) != bool(has_other) else digits
