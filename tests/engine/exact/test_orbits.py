"""Orbits of fillings under exchanges of digits."""

from engine.exact.fillings import fillings
from engine.exact.orbits import orbits
from engine.exact.partitions import exchanged


def idle() -> None:
    """The check for the time limit, which never applies."""


def test_without_exchanges_every_filling_stays() -> None:
    blank = fillings(6, 3, frozenset(), idle)
    assert orbits(blank, []) == blank


def test_all_ways_are_kept_by_few_fillings() -> None:
    blank = fillings(9, 3, frozenset(), idle)
    exchanges = [exchanged(9, 3, digit, digit + 1) for digit in range(1, 9)]
    few = orbits(blank, exchanges)
    # All three boxes have the same rows, or no two have.
    assert sorted(few.values()) == [280 * 12, 15_120 * 6]
    assert sum(few.values()) == sum(blank.values())


def test_orbits_are_closed() -> None:
    exchange = exchanged(6, 3, 5, 6)
    blank = fillings(6, 3, frozenset(), idle)
    few = orbits(blank, [exchange])
    assert len(blank) / 2 <= len(few) < len(blank)
    for filling, ways in few.items():
        image = tuple(exchange[partition] for partition in filling)
        assert image == filling or image not in few
        assert ways == blank[filling] * (1 if image == filling else 2)
