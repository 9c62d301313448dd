"""Bivalue universal graves: published, proved, and all that the definition gives."""

from itertools import chain, combinations, product

import pytest

from engine.techniques import Candidate, State, graves
from engine.techniques.graves import BUG_PLUS_1, BUG_TYPE_2, BUG_TYPE_3, BUG_TYPE_4
from engine.techniques.layout import bits
from engine.techniques.parts import Options
from tests.engine.techniques.finders import Finders, concluded, seen, spots, values_at
from tests.engine.techniques.test_published import EXAMPLES

FOUND = Finders.of(graves)


def test_they_are_found_where_they_were_published() -> None:
    FOUND.check_published()


@pytest.mark.long
def test_each_step_follows_from_its_parts_and_comes_once() -> None:
    FOUND.check_proved()


def test_they_are_found_wherever_lines_and_digits_go() -> None:
    FOUND.check_everywhere()


def test_they_have_the_place_and_the_rating_that_players_know() -> None:
    FOUND.check_known()


STATES = [*FOUND.states, *(example.state() for example in EXAMPLES[::9])]
KINDS = (BUG_PLUS_1, BUG_TYPE_2, BUG_TYPE_3, BUG_TYPE_4)


def is_grave(state: State) -> bool:
    cells = all(len(values_at(state, cell)) in {0, 2} for cell in range(81))
    places = [len(spots(state, v, unit)) for v in state.digits for unit in range(27)]
    return cells and {0, 2}.issuperset(places)


def extras(state: State) -> frozenset[Candidate]:
    """The fewest candidates of crowded cells without which the board is a grave, up to six."""
    crowded = [cell for cell in range(81) if len(values_at(state, cell)) > 2]
    more = sum(len(values_at(state, cell)) - 2 for cell in crowded)
    if not 0 < more <= 6:
        return frozenset()
    of_cells = (
        combinations(state.options_of(c, -1), len(values_at(state, c)) - 2) for c in crowded
    )
    several = (frozenset(chain.from_iterable(each)) for each in product(*of_cells))
    graves = (each for each in several if is_grave(state.after((), each)))
    return next(graves, frozenset())


@pytest.mark.long
def test_the_extras_are_those_without_which_the_board_is_a_grave() -> None:
    for state in STATES:
        wanted = extras(state)
        named = [s.parts()["extras"] for s in graves.bivalue_graves(state)]
        assert all(isinstance(part, Options) and {*part.candidates} == wanted for part in named)
        assert not named or wanted


@pytest.mark.long
def test_what_follows_is_all_that_the_definition_gives() -> None:
    for state in STATES:
        expected = {kind: set[frozenset[Candidate]]() for kind in KINDS}
        more = extras(state)
        cells, values = {cell for cell, _ in more}, {value for _, value in more}
        if len(more) == 1:
            expected[BUG_PLUS_1] = {more}
        elif len(cells) == 1:
            expected[BUG_PLUS_1] = {frozenset(state.options_of(min(cells), -1)) - more}
        elif len(values) == 1:
            expected[BUG_TYPE_2] = {seen(state, min(values), cells)} - {frozenset()}
        if len(cells) == 2:
            expected[BUG_TYPE_3] = with_subsets(state, cells, values)
            expected[BUG_TYPE_4] = locked(state, cells, more)
        for kind in KINDS:
            assert concluded(state, kind) == expected[kind], kind


def with_subsets(state: State, cells: set[int], values: set[int]) -> set[frozenset[Candidate]]:
    """The two cells count as one that holds one of the extras, and may be part of a subset."""
    found = set()
    for unit in (unit for unit in map(set, state.geometry.units) if cells <= unit):
        others = [cell for cell in unit - cells if values_at(state, cell)]
        for size in range(1, 4):
            for chosen in combinations(others, size):
                digits = values.union(*(values_at(state, cell) for cell in chosen))
                rest = {*others} - {*chosen}
                if len(digits) == size + 1:
                    found.add(
                        frozenset(
                            Candidate(c, v) for c in rest for v in values_at(state, c) & digits
                        )
                    )
    return found - {frozenset()}


def locked(state: State, cells: set[int], more: frozenset[Candidate]) -> set[frozenset[Candidate]]:
    """A digit that has its places in the two cells leaves them that digit and the extras."""
    found = set()
    first, second = (values_at(state, cell) - {v for c, v in more if c == cell} for cell in cells)
    for unit in (u for u, inside in enumerate(state.geometry.units) if cells <= {*inside}):
        for digit in first & second:
            if spots(state, digit, unit) == cells:
                others = (Candidate(c, v) for c in cells for v in values_at(state, c) - {digit})
                found.add(frozenset(others) - more)
    return found - {frozenset()}


def test_nothing_follows_on_a_board_that_is_far_from_a_grave() -> None:
    far = [state for state in STATES if sum(len(bits(mask)) > 2 for mask in state.cells) > 6]
    assert far
    assert not any([*graves.bivalue_graves(state)] for state in far)
