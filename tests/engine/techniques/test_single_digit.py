"""Turbot fish and their special cases: published, proved, and all that the definition gives."""

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from engine.techniques import Candidate, State, single_digit
from engine.techniques.single_digit import (
    EMPTY_RECTANGLE,
    SKYSCRAPER,
    TURBOT_FISH,
    TWO_STRING_KITE,
)
from tests.engine.techniques.finders import Finders, concluded, seen, spots
from tests.engine.techniques.test_published import EXAMPLES

FOUND = Finders.of(single_digit)


def test_they_are_found_where_they_were_published() -> None:
    FOUND.check_published()


def test_each_step_follows_from_its_parts_and_comes_once() -> None:
    FOUND.check_proved()


def test_they_are_found_wherever_lines_and_digits_go() -> None:
    FOUND.check_everywhere()


def test_they_have_the_place_and_the_rating_that_players_know() -> None:
    FOUND.check_known()


STATES = [*FOUND.states, *(example.state() for example in EXAMPLES[::9])]
NOTHING = frozenset[Candidate]()

Pair = tuple[int, int, int]
"""A unit with two places for a digit, and these places in either order."""


def pairs(state: State, value: int) -> list[Pair]:
    found = [(unit, sorted(spots(state, value, unit))) for unit in range(27)]
    both = [(unit, *cells) for unit, cells in found if len(cells) == 2]
    return [pair for unit, a, b in both for pair in ((unit, a, b), (unit, b, a))]


def shared(state: State, one: int, other: int) -> set[str]:
    """The kinds of units that two cells share."""
    shape = state.geometry
    return {shape.unit_kind(u) for u in shape.units_of[one] if u in shape.units_of[other]}


def joined(state: State, value: int) -> Iterator[tuple[Pair, Pair]]:
    """Two strong links without a common cell, the second places of which see each other."""
    for one, other in product(pairs(state, value), repeat=2):
        if not {*one[1:]} & {*other[1:]} and shared(state, one[2], other[2]):
            yield one, other


def is_skyscraper(state: State, one: Pair, other: Pair) -> bool:
    kind = state.geometry.unit_kind(one[0])
    across = {"row": "column", "column": "row"}.get(kind)
    parallel = kind == state.geometry.unit_kind(other[0])
    return parallel and across in shared(state, one[2], other[2])


def is_kite(state: State, one: Pair, other: Pair) -> bool:
    kinds = {state.geometry.unit_kind(unit) for unit in (one[0], other[0])}
    return kinds == {"row", "column"} and "box" in shared(state, one[2], other[2])


@pytest.mark.long
def test_two_strong_links_are_named_by_their_units() -> None:
    for state in STATES:
        named: dict[str, set[frozenset[Candidate]]] = {"tower": set(), "kite": set(), "fish": set()}
        for value in state.digits:
            every = [*joined(state, value)]
            own = {
                (a[1:], b[1:])
                for a, b in every
                if is_skyscraper(state, a, b) or is_kite(state, a, b)
            }
            for one, other in every:
                gone = seen(state, value, (one[1], other[1]))
                if is_skyscraper(state, one, other) and not shared(state, one[1], other[1]):
                    named["tower"].add(gone)
                if is_kite(state, one, other):
                    named["kite"].add(gone)
                if (one[1:], other[1:]) not in own:
                    inner = {Candidate(cell, value) for cell in (one[2], other[2])}
                    named["fish"].add(gone - inner)
        assert concluded(state, SKYSCRAPER) == named["tower"] - {NOTHING}
        assert concluded(state, TWO_STRING_KITE) == named["kite"] - {NOTHING}
        assert concluded(state, TURBOT_FISH) == named["fish"] - {NOTHING}


def crosses(state: State, value: int, box: int) -> Iterator[tuple[set[int], set[int]]]:
    """The lines that together, but not alone, hold all places of a digit in a box."""
    shape = state.geometry
    places = spots(state, value, box)
    around = [{shape.units_of[cell][axis] for cell in shape.units[box]} for axis in (0, 1)]
    for row, column in product(*around):
        across, down = {*shape.units[row]}, {*shape.units[column]}
        if places <= across | down and not places <= across and not places <= down:
            yield across, down


@pytest.mark.long
def test_empty_rectangles_are_all_that_the_definition_gives() -> None:
    for state in STATES:
        expected = set[frozenset[Candidate]]()
        for value, box in product(state.digits, state.layout.boxes):
            inside = {*state.geometry.units[box]}
            links = [pair for pair in pairs(state, value) if pair[0] not in state.layout.boxes]
            for cross, (_, near, far) in product(crosses(state, value, box), links):
                for touched, other in (cross, cross[::-1]):
                    outside = near not in inside and far not in inside | touched
                    if near in touched and outside:
                        gone = seen(state, value, [far])
                        kept = {Candidate(near, value)}
                        expected.add(frozenset(o for o in gone if o.cell in other - inside) - kept)
        assert concluded(state, EMPTY_RECTANGLE) == expected - {NOTHING}


def test_there_are_some_of_each_beside_those_published() -> None:
    for kind in FOUND.techniques:
        assert sum(len(concluded(state, kind)) for state in STATES) > len(FOUND.examples) / 2


def test_each_pattern_is_found_from_one_end_only() -> None:
    for state, several in FOUND.found(100):
        ends = [frozenset(step.roles[1:]) for step in several]
        assert all(one.roles != other.roles for one, other in combinations(several, 2)), ends
        assert len(ends) == len(several), state
