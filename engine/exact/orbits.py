"""Orbits of fillings: those that differ only in the names of digits that no cell shows.

A solution stays one when two such digits are exchanged in all of its cells. So each filling of an
orbit belongs to equally many solutions, and it is enough to count those of one.
"""

from collections.abc import Sequence

from engine.exact.fillings import Filling, Fillings


def orbits(found: Fillings, exchanges: Sequence[Sequence[int]]) -> Fillings:
    """One filling of each orbit under the exchanges, with the ways of the whole orbit.

    An exchange is a table: the partition that each partition becomes. It must map `found` onto
    itself.
    """
    seen: set[Filling] = set()
    first: Fillings = {}
    for filling in found:
        if filling not in seen:
            first[filling] = sum(found[one] for one in _orbit(filling, exchanges, seen))
    return first


def _orbit(
    filling: Filling, exchanges: Sequence[Sequence[int]], seen: set[Filling]
) -> list[Filling]:
    orbit = [filling]
    seen.add(filling)
    # The list grows while the loop runs, which ends when no exchange gives a new filling.
    for known in orbit:
        for exchange in exchanges:
            image = tuple(exchange[partition] for partition in known)
            if image not in seen:
                seen.add(image)
                orbit.append(image)
    return orbit
