"""Subsets: published, proved, and all that the definition gives."""

from itertools import combinations

import pytest

from engine.techniques import Candidate, State, Technique, subsets
from engine.techniques.subsets import (
    DIRECT_HIDDEN_PAIR,
    DIRECT_HIDDEN_TRIPLE,
    HIDDEN_PAIR,
    HIDDEN_QUAD,
    HIDDEN_TRIPLE,
    LOCKED_PAIR,
    LOCKED_TRIPLE,
    NAKED_PAIR,
    NAKED_QUAD,
    NAKED_TRIPLE,
)
from tests.engine.techniques.finders import Finders, concluded, seen, spots, values_at

FOUND = Finders.of(subsets)


def test_they_are_found_where_they_were_published() -> None:
    FOUND.check_published()


def test_each_step_follows_from_its_parts_and_comes_once() -> None:
    FOUND.check_proved()


def test_they_are_found_wherever_lines_and_digits_go() -> None:
    FOUND.check_everywhere()


def test_they_have_the_place_and_the_rating_that_players_know() -> None:
    FOUND.check_known()


Conclusions = set[frozenset[Candidate]]


def naked(state: State, size: int) -> tuple[Conclusions, Conclusions]:
    """What falls by cells with as many digits as there are cells: in one unit, and in two."""
    alone, crossing = Conclusions(), Conclusions()
    for unit in state.geometry.units:
        blank = [cell for cell in unit if values_at(state, cell)]
        for cells in combinations(blank, size):
            digits = frozenset[int]().union(*(values_at(state, cell) for cell in cells))
            if len(digits) == size:
                removed = frozenset(one for digit in digits for one in seen(state, digit, cells))
                shared = sum({*cells} <= {*other} for other in state.geometry.units)
                (alone if shared == 1 else crossing).add(removed)
    return alone - {frozenset()}, crossing - {frozenset()}


def hidden(state: State, size: int) -> Conclusions:
    """What falls by digits that have as many places in a unit as there are digits."""
    found = Conclusions()
    for unit in range(27):
        open_ = [digit for digit in state.digits if spots(state, digit, unit)]
        for digits in combinations(open_, size):
            cells = frozenset[int]().union(*(spots(state, digit, unit) for digit in digits))
            if len(cells) == size:
                others = ((cell, values_at(state, cell) - {*digits}) for cell in cells)
                found.add(frozenset(Candidate(cell, v) for cell, rest in others for v in rest))
    return found - {frozenset()}


def direct(state: State, size: int) -> Conclusions:
    """The last places of other digits in a unit, once a hidden subset has taken its cells."""
    found = Conclusions()
    for unit in range(27):
        places = {digit: spots(state, digit, unit) for digit in state.digits}
        several = [digit for digit in state.digits if len(places[digit]) > 1]
        for digits in combinations(several, size):
            cells = frozenset[int]().union(*(places[digit] for digit in digits))
            if len(cells) == size:
                for other in {*several} - {*digits}:
                    if len(left := places[other] - cells) == 1:
                        found |= {frozenset(Candidate(cell, other) for cell in left)}
    return found


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "alone", "in_a_crossing"),
    [(2, NAKED_PAIR, LOCKED_PAIR), (3, NAKED_TRIPLE, LOCKED_TRIPLE), (4, NAKED_QUAD, None)],
)
def test_naked_ones_are_all_that_the_definition_gives(
    size: int, alone: Technique, in_a_crossing: Technique | None
) -> None:
    for state in FOUND.states:
        in_one, in_two = naked(state, size)
        if in_a_crossing:
            assert concluded(state, in_a_crossing) == in_two
            assert concluded(state, alone) == in_one
        else:
            assert concluded(state, alone) == in_one | in_two


@pytest.mark.long
@pytest.mark.parametrize(("size", "kind"), [(2, HIDDEN_PAIR), (3, HIDDEN_TRIPLE), (4, HIDDEN_QUAD)])
def test_hidden_ones_are_all_that_the_definition_gives(size: int, kind: Technique) -> None:
    for state in FOUND.states:
        assert concluded(state, kind) == hidden(state, size)


@pytest.mark.parametrize(("size", "kind"), [(2, DIRECT_HIDDEN_PAIR), (3, DIRECT_HIDDEN_TRIPLE)])
def test_direct_ones_are_all_that_the_definition_gives(size: int, kind: Technique) -> None:
    for state in FOUND.states:
        assert concluded(state, kind) == direct(state, size)
