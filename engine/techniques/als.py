"""Two almost locked sets, and chains of them, joined by digits that one of each pair can hold."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from engine.techniques.layout import Candidate, bits
from engine.techniques.parts import Digits, Groups, Part, digits_of
from engine.techniques.state import Als, State
from engine.techniques.step import Step, removing
from engine.techniques.technique import Technique

_LONGEST: Final = 4
"""The number of sets in the longest chain that is looked for."""


@lru_cache(maxsize=2)
def _restricted(state: State) -> dict[tuple[int, int], int]:
    """For pairs of sets, lower number first, the digits that at most one of them can hold."""
    sets = state.almost_locked_sets
    holding, through = [0] * state.geometry.size, dict[tuple[int, int], int]()
    found = dict[tuple[int, int], int]()
    for index, one in enumerate(sets):
        for digit, mask in one.places.items():
            others = holding[digit]
            for cell in bits(state.places[digit + 1] & ~state.layout.seen_by_all(mask)):
                others &= ~through.get((digit, cell), 0)
            for number in bits(others):
                if not one.cells & sets[number].cells:
                    found[number, index] = found.get((number, index), 0) | 1 << digit
        for digit, mask in one.places.items():
            holding[digit] |= 1 << index
            for cell in bits(mask):
                through[digit, cell] = through.get((digit, cell), 0) | 1 << index
    return dict(sorted(found.items(), key=lambda item: item[0][::-1]))


def als_xz(state: State) -> Iterator[Step]:
    """Two sets with a restricted common digit x: another common digit z is in one of them."""
    sets = state.almost_locked_sets
    for (number, index), links in _restricted(state).items():
        first, second = sets[number], sets[index]
        roles: dict[str, Part] = {
            "first": Groups((tuple(bits(first.cells)),)),
            "second": Groups((tuple(bits(second.cells)),)),
            "linked": digits_of(links),
        }
        if links.bit_count() > 1:
            gone = _doubly_linked(state, first, second, links)
            if gone:
                yield removing(state, Technique.DOUBLY_LINKED_ALS_XZ, gone, **roles)
            continue
        for digit in bits(first.digits & second.digits & ~links):
            removed = _gone(state, first, second, digit)
            if removed:
                roles["digit"] = digits_of(1 << digit)
                yield removing(state, Technique.ALS_XZ, removed, **roles)


def _gone(state: State, first: Als, second: Als, digit: int) -> tuple[Candidate, ...]:
    both = first.places[digit] | second.places[digit]
    return state.options(digit + 1, state.layout.seen_by_all(both))


def _doubly_linked(state: State, first: Als, second: Als, links: int) -> list[Candidate]:
    """With two restricted common digits each set has one of them, and keeps all its others."""
    removed = [option for digit in bits(links) for option in _gone(state, first, second, digit)]
    for one in (first, second):
        for digit in bits(one.digits & ~links):
            seen = state.layout.seen_by_all(one.places[digit])
            removed.extend(state.options(digit + 1, seen))
    return removed


_Link = tuple[tuple[int, ...], tuple[int, ...], int]
"""The numbers of the sets of a chain, its links' digits, and the last of these or -1."""


def als_chains(state: State) -> Iterator[Step]:
    """Three sets or more, each joined to the next by another restricted common digit."""
    sets = state.almost_locked_sets
    links: list[list[tuple[int, int]]] = [[] for _ in sets]
    for (number, index), mask in _restricted(state).items():
        links[number].append((index, mask))
        links[index].append((number, mask))
    chains: list[_Link] = [((number,), (), -1) for number in range(len(sets))]
    seen: set[tuple[int, int, int]] = set()
    for length in range(2, _LONGEST + 1):
        longer: list[_Link] = []
        for chain, used, last in chains:
            for number, mask in links[chain[-1]]:
                for digit in bits(mask):
                    first = used[0] if used else digit
                    key = (chain[0], number, first * 32 + digit)
                    if digit == last or number in chain or key in seen:
                        continue
                    seen.add(key)
                    grown, digits = (*chain, number), (*used, digit)
                    longer.append((grown, digits, digit))
                    if length > 2:
                        yield from _als_chain(state, sets, grown, digits)
        chains = longer


def _als_chain(
    state: State, sets: tuple[Als, ...], chain: tuple[int, ...], links: tuple[int, ...]
) -> Iterator[Step]:
    first, last = sets[chain[0]], sets[chain[-1]]
    for digit in bits(first.digits & last.digits & ~(1 << links[0] | 1 << links[-1])):
        removed = _gone(state, first, last, digit)
        if removed:
            yield removing(
                state,
                Technique.ALS_CHAIN,
                removed,
                sets=Groups(tuple(tuple(bits(sets[number].cells)) for number in chain)),
                linked=Digits(tuple(link + 1 for link in links)),
                digit=Digits((digit + 1,)),
            )
