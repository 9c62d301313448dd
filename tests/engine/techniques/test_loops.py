"""Loops of two digits are those that the definition gives, each of them once."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from engine.techniques import State, uniqueness
from engine.techniques.layout import bits
from engine.techniques.loops import LONGEST, loops
from tests.engine.techniques.finders import Finders, values_at

STATES = Finders.of(uniqueness).states


def defined(state: State, longest: int) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """Loops in which each unit has a cell of either parity, with few cells besides the pair."""
    peers = [frozenset(each) for each in state.geometry.peers]
    for pair in map(frozenset, combinations(state.digits, 2)):
        cells = {cell for cell in range(81) if pair <= values_at(state, cell)}
        if any(values_at(state, cell) == pair for cell in cells):
            for start in cells:
                later = {cell for cell in cells if cell > start}
                paths: list[tuple[int, ...]] = [(start,)]
                while paths:
                    path = paths.pop()
                    for cell in (later & peers[path[-1]]) - {*path}:
                        grown = (*path, cell)
                        same = {*grown[len(path) % 2 :: 2]} - {cell}
                        if not same & peers[cell] and has_few_extras(state, pair, grown):
                            if start in peers[cell] and is_balanced(state, grown):
                                yield pair, frozenset(grown)
                            if len(grown) < longest:
                                paths.append(grown)


def has_few_extras(state: State, pair: frozenset[int], path: tuple[int, ...]) -> bool:
    extras = [more for cell in path if (more := values_at(state, cell) - pair)]
    return len(extras) <= 2 or (len({*extras}) == 1 and len(extras[0]) == 1)


def is_balanced(state: State, path: tuple[int, ...]) -> bool:
    inside = [[cell in unit for cell in path] for unit in map(set, state.geometry.units)]
    return all(sum(each[::2]) == sum(each[1::2]) <= 1 for each in inside)


@pytest.mark.long
@pytest.mark.parametrize("longest", [4, 6, LONGEST])
def test_they_are_all_that_the_definition_gives(longest: int) -> None:
    total = 0
    for state in STATES[::3]:
        expected = {loop for loop in defined(state, longest) if len(loop[1]) > 2}
        found = [
            (frozenset(d + 1 for d in bits(pair)), frozenset(bits(cells)))
            for pair, cells in loops(state, range(4, longest + 1, 2))
        ]
        assert len(found) == len({*found})
        assert {*found} == expected
        total += len(found)
    assert total


def test_only_the_lengths_asked_for_are_found() -> None:
    for state in STATES:
        for length in (4, 6, 8, LONGEST):
            several = [*loops(state, range(length, length + 1))]
            assert all(cells.bit_count() == length for _, cells in several)
    assert any([*loops(state, range(6, 7))] for state in STATES)
