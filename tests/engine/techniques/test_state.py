from itertools import combinations

import pytest

from engine import Geometry, Grid, parse
from engine.techniques import State
from engine.techniques.layout import Candidate, bits
from tests.engine.techniques.finders import values_at
from tests.engine.techniques.test_published import EXAMPLES

EASY = parse("003020600900305001001806400008102900700000008006708200002609500800203009005010300")


def allowed(grid: Grid, cell: int) -> set[int]:
    seen = {grid[peer] for peer in grid.geometry.peers[cell]}
    return set(range(1, grid.geometry.size + 1)) - seen if not grid[cell] else set()


def test_the_start_has_every_candidate_that_the_givens_leave() -> None:
    state = State.start(EASY)
    for cell in range(81):
        assert {option.value for option in state.options_of(cell, -1)} == allowed(EASY, cell)
    for value in state.digits:
        cells = {option.cell for option in state.options(value, -1)}
        assert cells == {cell for cell in range(81) if value in allowed(EASY, cell)}


def test_placing_rules_out_the_value_for_the_peers_only() -> None:
    blank = State.start(Grid.blank(Geometry(2, 3)))
    after = blank.after((Candidate(0, 1),), ())
    assert after == State.of(blank.grid, blank.grid.with_values({0: 1}))
    assert not after.given


def test_removing_takes_one_candidate() -> None:
    state = State.start(Grid.blank(Geometry(2, 2)))
    after = state.after((), (Candidate(3, 4),))
    assert after.cells[3] == 0b0111
    assert after.cells[:3] == state.cells[:3]
    assert after.cells[4:] == state.cells[4:]


def test_conjugates_are_the_two_places_of_a_digit_in_a_unit() -> None:
    state = State.start(EASY)
    for value in state.digits:
        expected = []
        for unit, cells in enumerate(EASY.geometry.units):
            places = [cell for cell in cells if value in allowed(EASY, cell)]
            if len(places) == 2:
                expected.append((unit, *places))
        assert list(state.conjugates[value]) == expected


STATES = [example.state() for example in EXAMPLES[::30]]


@pytest.mark.parametrize("state", STATES, ids=lambda state: str(state.grid))
def test_each_view_of_a_state_tells_the_same_candidates(state: State) -> None:
    cells = range(81)
    for value in range(10):
        held = {cell for cell in cells if state.values[cell] == value}
        assert {*bits(state.placed[value])} == held
    assert state.digits == range(1, 10)
    for value in state.digits:
        open_ = {cell for cell in cells if state.has(Candidate(cell, value))}
        assert {*bits(state.places[value])} == open_
        assert {cell for cell in cells if value in values_at(state, cell)} == open_
        assert {option.cell for option in state.options(value, 0b111)} == open_ & {0, 1, 2}
    pairs = {cell for cell in cells if len(values_at(state, cell)) == 2}
    assert {*bits(state.bivalue)} == pairs
    for some in ((0, 40, 80), (3,), ()):
        every = frozenset[int]().union(*(values_at(state, cell) for cell in some))
        assert {
            digit + 1 for digit in bits(state.candidates_of(sum(1 << c for c in some)))
        } == every
    assert not state.is_solved
    assert not any(state.has(Candidate(cell, 1)) for cell in cells if state.values[cell])


def test_notes_take_away_but_never_add() -> None:
    plain = State.of(EASY, EASY)
    for cell in EASY.blanks():
        for mask in (0, 0b1, 0b101010101, 0b111111111):
            notes = [0b111111111] * 81
            notes[cell] = mask
            noted = State.of(EASY, EASY, notes)
            assert noted.cells[cell] == plain.cells[cell] & mask
            assert all(noted.cells[o] == plain.cells[o] for o in range(81) if o != cell)


def test_only_the_digits_of_the_puzzle_are_given() -> None:
    more = EASY.with_values({0: 4})
    state = State.of(EASY, more)
    assert {*bits(state.given)} == {*range(81)} - {*EASY.blanks()}
    assert state.grid == more
    assert state.after((Candidate(1, 6),), ()).given == state.given


def test_digits_and_candidates_change_together() -> None:
    state = State.start(EASY)
    for cell in EASY.blanks()[::5]:
        (value, *others) = values_at(state, cell)
        gone = [Candidate(cell, other) for other in others]
        after = state.after((Candidate(cell, value),), gone)
        assert after.grid == EASY.with_values({cell: value})
        assert not values_at(after, cell)
        peers = {*state.geometry.peers[cell]}
        for other in {*range(81)} - {cell}:
            lost = values_at(state, other) - values_at(after, other)
            assert lost == (values_at(state, other) & {value} if other in peers else set())


def test_almost_locked_sets_have_one_digit_more_than_cells_in_a_unit() -> None:
    for state in STATES:
        expected = set()
        for unit in state.geometry.units:
            blank = [cell for cell in unit if values_at(state, cell)]
            for size in range(1, min(len(blank), 6)):
                for cells in combinations(blank, size):
                    digits = {value for cell in cells for value in values_at(state, cell)}
                    if len(digits) == size + 1:
                        expected.add(cells)
        found = [bits(one.cells) for one in state.almost_locked_sets]
        if len(expected) < 600:
            assert {*found} == {tuple(sorted(cells)) for cells in expected}
        assert [len(cells) for cells in found] == sorted(len(cells) for cells in found)
        assert len({*found}) == len(found)
        for one in state.almost_locked_sets[::10]:
            for digit in bits(one.digits):
                inside = {cell for cell in bits(one.cells) if digit + 1 in values_at(state, cell)}
                assert {*bits(one.places[digit])} == inside
            assert {*one.places} == {*bits(one.digits)} == {*bits(state.candidates_of(one.cells))}


def test_a_full_board_is_solved() -> None:
    full = parse("1234341221434321")
    assert State.start(full).is_solved
    assert not State.start(full.with_values({15: 0})).is_solved
