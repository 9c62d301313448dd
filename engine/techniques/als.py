"""Almost locked sets: cells of a unit with one candidate more than cells."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.techniques.layout import Candidate, bits, gatherings
from engine.techniques.parts import Digits, Groups, Part, digits_of
from engine.techniques.state import State
from engine.techniques.step import Step, removing
from engine.techniques.technique import Technique

_LARGEST: Final = 5
_MOST: Final = 600
"""The most sets that are looked at, which are the smallest."""

_LONGEST: Final = 4
"""The number of sets in the longest chain that is looked for."""


@dataclass(frozen=True, slots=True)
class Als:
    """An almost locked set: masks of its cells and values, and by value its cells that have it."""

    cells: int
    digits: int
    places: dict[int, int]


@lru_cache(maxsize=2)
def _sets(state: State) -> tuple[Als, ...]:
    found: dict[int, int] = {}
    for size in range(1, _LARGEST + 1):
        for unit in state.geometry.units:
            blank = [(cell, state.cells[cell]) for cell in unit if state.cells[cell]]
            if len(blank) <= size:
                continue
            for cells, digits in gatherings(blank, size, size + 1):
                if digits.bit_count() == size + 1:
                    found.setdefault(cells, digits)
        if len(found) > _MOST:
            break
    return tuple(_als(state, cells, digits) for cells, digits in list(found.items())[:_MOST])


def _als(state: State, cells: int, digits: int) -> Als:
    return Als(cells, digits, {digit: state.places[digit + 1] & cells for digit in bits(digits)})


@lru_cache(maxsize=2)
def _restricted(state: State) -> dict[tuple[int, int], int]:
    """For pairs of sets, lower number first, the digits that at most one of them can hold."""
    sets, seen_by_all = _sets(state), state.layout.seen_by_all
    seen = [{digit: seen_by_all(mask) for digit, mask in one.places.items()} for one in sets]
    found = {}
    for index, first in enumerate(sets):
        for number in range(index):
            second = sets[number]
            common = first.digits & second.digits
            if not common or first.cells & second.cells:
                continue
            mask = 0
            for digit in bits(common):
                if not second.places[digit] & ~seen[index][digit]:
                    mask |= 1 << digit
            if mask:
                found[number, index] = mask
    return found


def als_xz(state: State) -> Iterator[Step]:
    """Two sets with a restricted common digit x: another common digit z is in one of them."""
    sets = _sets(state)
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
    sets = _sets(state)
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
