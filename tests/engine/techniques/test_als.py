"""Almost locked sets: published, proved, and all that the definition gives."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from engine.techniques import Candidate, State, als
from engine.techniques.als import (
    ALS_CHAIN,
    ALS_XY_WING,
    ALS_XZ,
    DOUBLY_LINKED_ALS_XZ,
    WXYZ_WING,
)
from engine.techniques.layout import bits
from tests.engine.techniques.finders import Finders, concluded, seen, values_at
from tests.engine.techniques.test_published import EXAMPLES

FOUND = Finders.of(als, is_slow=True)


def test_they_are_found_where_they_were_published() -> None:
    FOUND.check_published()


def test_each_step_follows_from_its_parts_and_comes_once() -> None:
    FOUND.check_proved()


@pytest.mark.long
def test_they_are_found_wherever_lines_and_digits_go() -> None:
    FOUND.check_everywhere(["a"])


def test_they_have_the_place_and_the_rating_that_players_know() -> None:
    FOUND.check_known()


Cells = frozenset[int]
Removed = set[frozenset[Candidate]]

# Sets are many where much is open.
FEW = range(45, 63)
STATES = [
    state
    for state in (example.state() for example in EXAMPLES)
    if len(state.almost_locked_sets) in FEW
][:6]


def sets(state: State) -> list[Cells]:
    return [frozenset(bits(one.cells)) for one in state.almost_locked_sets]


def test_the_sets_have_one_digit_more_than_cells_in_a_unit() -> None:
    for state in STATES:
        expected = set()
        for unit in state.geometry.units:
            blank = [cell for cell in unit if values_at(state, cell)]
            for size in range(1, min(len(blank), 6)):
                for cells in combinations(blank, size):
                    digits = {value for cell in cells for value in values_at(state, cell)}
                    if len(digits) == size + 1:
                        expected.add(frozenset(cells))
        assert {*sets(state)} == expected
        sizes = [len(one) for one in sets(state)]
        assert sizes == sorted(sizes)


def places(state: State, cells: Cells) -> dict[int, Cells]:
    """The cells of a set that have each of its digits."""
    digits = {value for cell in cells for value in values_at(state, cell)}
    return {v: frozenset(c for c in cells if v in values_at(state, c)) for v in digits}


def links(state: State, one: Cells, other: Cells) -> list[int]:
    """The restricted commons of two sets without a common cell."""
    if one & other:
        return []
    here, there = places(state, one), places(state, other)
    peers = state.geometry.peers
    return [v for v in here if v in there and all(there[v] <= {*peers[c]} for c in here[v])]


def gone(state: State, one: Cells, other: Cells, value: int) -> frozenset[Candidate]:
    return seen(state, value, places(state, one)[value] | places(state, other)[value])


@pytest.mark.long
def test_two_sets_conclude_all_that_the_definition_gives() -> None:
    for state in STATES:
        expected = {kind: Removed() for kind in (ALS_XZ, DOUBLY_LINKED_ALS_XZ, WXYZ_WING)}
        for one, other in combinations(sets(state), 2):
            linked = links(state, one, other)
            here, there = places(state, one), places(state, other)
            is_wing = len(one | other) == len({*here, *there}) == 4
            if len(linked) == 1:
                for value in ({*here} & {*there}) - {*linked}:
                    kind = WXYZ_WING if is_wing else ALS_XZ
                    expected[kind].add(gone(state, one, other, value))
            elif linked:
                every = [gone(state, one, other, value) for value in linked]
                for each in (here, there):
                    every += [seen(state, v, cells) for v, cells in each.items() if v not in linked]
                expected[DOUBLY_LINKED_ALS_XZ].add(frozenset[Candidate]().union(*every))
        for kind, removed in expected.items():
            assert concluded(state, kind) == removed - {frozenset()}, kind


def chains(state: State, length: int) -> Iterator[tuple[tuple[Cells, ...], tuple[int, ...]]]:
    """Sets joined in turn, each by another digit than the one before it."""
    every = sets(state)
    near = {one: [(o, v) for o in every for v in links(state, one, o)] for one in every}
    paths: list[tuple[tuple[Cells, ...], tuple[int, ...]]] = [((one,), ()) for one in every]
    for _ in range(length - 1):
        paths = [
            ((*path, other), (*used, value))
            for path, used in paths
            for other, value in near[path[-1]]
            if other not in path and (not used or value != used[-1])
        ]
    yield from paths


def by_ends(state: State, length: int) -> Removed:
    """What falls by the first and the last set of all chains of a length."""
    ends = {(path[0], path[-1], used[0], used[-1]) for path, used in chains(state, length)}
    digits = {one: {*places(state, one)} for one in sets(state)}
    joined = {
        (first, last, value)
        for first, last, *used in ends
        for value in (digits[first] & digits[last]).difference(used)
    }
    return {gone(state, first, last, value) for first, last, value in joined} - {frozenset()}


@pytest.mark.long
def test_three_sets_conclude_all_that_the_definition_gives() -> None:
    for state in STATES[1::2]:
        assert concluded(state, ALS_XY_WING) == by_ends(state, 3)


@pytest.mark.long
def test_four_sets_conclude_all_that_the_definition_gives() -> None:
    state = STATES[-1]
    assert concluded(state, ALS_CHAIN) == by_ends(state, 4)
