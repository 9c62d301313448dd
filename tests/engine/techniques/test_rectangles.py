"""Hidden and avoidable rectangles: published, proved, and all that the definition gives."""

from collections.abc import Iterator
from itertools import combinations, permutations, product

import pytest

from engine.techniques import Candidate, State, rectangles
from engine.techniques.rectangles import (
    AVOIDABLE_RECTANGLE_1,
    AVOIDABLE_RECTANGLE_2,
    HIDDEN_RECTANGLE,
)
from tests.engine.techniques.finders import Finders, concluded, seen, spots, values_at
from tests.engine.techniques.test_published import EXAMPLES

FOUND = Finders.of(rectangles)


def test_they_are_found_where_they_were_published() -> None:
    FOUND.check_published()


def test_each_step_follows_from_its_parts_and_comes_once() -> None:
    FOUND.check_proved()


def test_they_are_found_wherever_lines_and_digits_go() -> None:
    FOUND.check_everywhere()


def test_they_have_the_place_and_the_rating_that_players_know() -> None:
    FOUND.check_known()


STATES = [*FOUND.states, *(example.state() for example in EXAMPLES[::4])]

Corners = tuple[int, int, int, int]


def corners() -> Iterator[Corners]:
    """Cells in two rows, two columns and two boxes; the first and the last are opposite."""
    for (top, bottom), (left, right) in product(combinations(range(9), 2), repeat=2):
        if (top // 3 == bottom // 3) != (left // 3 == right // 3):
            yield 9 * top + left, 9 * top + right, 9 * bottom + left, 9 * bottom + right


CORNERS = [*corners()]


def turned(four: Corners) -> Iterator[Corners]:
    """The rectangle with each of its corners in front, and that opposite to it at the end."""
    a, b, c, d = four
    yield from ((a, b, c, d), (b, a, d, c), (c, d, a, b), (d, c, b, a))


@pytest.mark.long
def test_hidden_ones_are_all_that_the_definition_gives() -> None:
    for state in STATES:
        expected = set[frozenset[Candidate]]()
        for first, one, other, last in (each for four in CORNERS for each in turned(four)):
            pair = values_at(state, first)
            if len(pair) == 2 and all(pair <= values_at(state, c) for c in (one, other, last)):
                row, column, _ = state.geometry.units_of[last]
                for strong, weak in permutations(pair):
                    places = spots(state, strong, row) | spots(state, strong, column)
                    if places <= {one, other, last}:
                        expected.add(frozenset([Candidate(last, weak)]))
        assert concluded(state, HIDDEN_RECTANGLE) == expected


@pytest.mark.long
def test_avoidable_ones_are_all_that_the_definition_gives() -> None:
    for state in STATES:
        alone, both = set[frozenset[Candidate]](), set[frozenset[Candidate]]()
        for four in CORNERS:
            if not any(state.given >> cell & 1 for cell in four):
                for turn in turned(four):
                    alone |= three_filled(state, turn)
                    both |= two_filled(state, turn)
        assert concluded(state, AVOIDABLE_RECTANGLE_1) == alone
        assert concluded(state, AVOIDABLE_RECTANGLE_2) == both - {frozenset()}


def three_filled(state: State, four: Corners) -> set[frozenset[Candidate]]:
    """The first corner is open; the digit opposite to it would complete an exchange."""
    first, one, other, last = (state.values[cell] for cell in four)
    removed = Candidate(four[0], last)
    is_deadly = not first and one == other and one and last and state.has(removed)
    return {frozenset([removed])} if is_deadly else set()


def two_filled(state: State, four: Corners) -> set[frozenset[Candidate]]:
    """Two corners beside each other are open: what both have besides the exchange."""
    found = set[frozenset[Candidate]]()
    first, *beside, last = four
    for roof, floor in (
        ((first, beside[0]), (beside[1], last)),
        ((first, beside[1]), (beside[0], last)),
    ):
        below, across = (state.values[cell] for cell in floor)
        here, there = (values_at(state, cell) for cell in roof)
        if below and across and below != across and len(here) == len(there) == 2:
            extra = here - {across}
            if extra == there - {below} and len(extra) == 1 and across in here and below in there:
                found.add(seen(state, min(extra), roof))
    return found


def test_there_are_more_than_those_published() -> None:
    for kind in FOUND.techniques:
        assert sum(len(concluded(state, kind)) for state in STATES) > 4
