from engine import Geometry, Grid, parse
from engine.techniques import State
from engine.techniques.layout import Candidate

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
