"""Fillings that differ only in the names of digits of which nothing is known count the same."""

from collections.abc import Sequence

from engine.exact.fillings import Filling, Fillings


def orbits(found: Fillings, exchanges: Sequence[Sequence[int]]) -> Fillings:
    """One filling of each orbit under the exchanges, with the number of the whole orbit.

    An exchange tells for each partition the one that it becomes, and maps `found` onto itself.
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
    for known in orbit:
        for exchange in exchanges:
            image = tuple(exchange[partition] for partition in known)
            if image not in seen:
                seen.add(image)
                orbit.append(image)
    return orbit
