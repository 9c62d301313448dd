"""Singles: published, proved, and all that the definition gives."""

from itertools import pairwise

from engine import Geometry, Symmetry, generate, solve
from engine.techniques import Candidate, State, Step, singles, steps
from engine.techniques.parts import Blockers, Cells, Units
from engine.techniques.singles import (
    FULL_HOUSE,
    HIDDEN_SINGLE,
    NAKED_SINGLE,
    blockers,
    next_single,
    placed_singles,
)
from tests.engine.techniques.finders import Finders, concluded, spots, values_at
from tests.engine.techniques.test_published import EXAMPLES

FOUND = Finders.of(singles)


def test_they_are_found_where_they_were_published() -> None:
    FOUND.check_published()


def test_each_step_follows_from_its_parts_and_comes_once() -> None:
    FOUND.check_proved()


def test_they_are_found_wherever_lines_and_digits_go() -> None:
    FOUND.check_everywhere()


def test_they_have_the_place_and_the_rating_that_players_know() -> None:
    FOUND.check_known()


STATES = [*FOUND.states, *(example.state() for example in EXAMPLES[::9])]


def alone(options: list[Candidate]) -> set[frozenset[Candidate]]:
    return {frozenset((option,)) for option in options}


def test_they_are_all_that_the_definition_gives() -> None:
    for state in STATES:
        blank = [[cell for cell in unit if not state.values[cell]] for unit in state.geometry.units]
        last = [cells[0] for cells in blank if len(cells) == 1]
        full = [Candidate(cell, value) for cell in last for value in values_at(state, cell)]
        assert concluded(state, FULL_HOUSE) == alone(full)
        naked = [
            Candidate(cell, min(values_at(state, cell)))
            for cell in range(81)
            if len(values_at(state, cell)) == 1
        ]
        assert concluded(state, NAKED_SINGLE) == alone(naked)
        places = [(v, spots(state, v, unit)) for v in state.digits for unit in range(27)]
        hidden = [Candidate(min(cells), v) for v, cells in places if len(cells) == 1]
        assert concluded(state, HIDDEN_SINGLE) == alone(hidden)


def unit_of(step: Step) -> int:
    units = step.parts()["unit"]
    assert isinstance(units, Units)
    return units.units[0]


def blanks(state: State, cells: tuple[int, ...]) -> int:
    return sum(not state.values[cell] for cell in cells)


def test_those_seen_best_come_first() -> None:
    for state in STATES:
        shape = state.geometry
        full = [unit_of(step) for step in steps(state, FULL_HOUSE)]
        assert full == sorted(full, key=lambda unit: (shape.unit_kind(unit) != "box", unit))
        hidden = [unit_of(step) for step in steps(state, HIDDEN_SINGLE)]
        keys = [(shape.unit_kind(u) != "box", blanks(state, shape.units[u])) for u in hidden]
        assert keys == sorted(keys)
        naked = [step.targets[0] for step in steps(state, NAKED_SINGLE)]
        assert naked == sorted(naked, key=lambda c: (blanks(state, shape.peers[c]), c))


def test_the_next_one_is_the_easiest() -> None:
    for state in STATES:
        kinds = (FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE)
        assert next_single(state) == next((s for kind in kinds for s in steps(state, kind)), None)


def test_all_that_follow_are_placed_at_once() -> None:
    for state in STATES:
        one_by_one = state
        while step := next_single(one_by_one):
            one_by_one = step.after(one_by_one)
        assert placed_singles(state) == one_by_one


def test_an_easy_puzzle_is_solved_by_them_on_any_shape() -> None:
    for shape in (Geometry(2, 2), Geometry(2, 3), Geometry(4, 2)):
        grid = generate(shape, Symmetry.NONE, "easy").grid
        state = State.start(grid)
        while step := next_single(state):
            state = step.after(state)
        assert placed_singles(State.start(grid)) == state
        assert not state.is_solved or state.grid == solve(grid)


def test_a_digit_is_blocked_by_few_cells_that_hold_it() -> None:
    for state in STATES:
        shape = state.geometry
        for step in steps(state, HIDDEN_SINGLE):
            (option,), unit = step.placements, unit_of(step)
            why = step.parts()["blockers"]
            assert why == blockers(state, option, unit)
            assert isinstance(why, Blockers)
            assert list(why.pairs) == sorted(why.pairs)
            others = {c for c in shape.units[unit] if not state.values[c]} - {option.cell}
            blocked = [others & {*shape.peers[cell]} for cell, _ in why.pairs]
            assert {*why.ruled_out} == others.difference(*blocked)
            for (cell, through), cells in zip(why.pairs, blocked, strict=True):
                assert state.values[cell] == option.value
                assert cell in shape.units[through]
                # Each of them is needed, and the unit shows most of what it blocks.
                rest = [more for more in blocked if more is not cells]
                assert cells.difference(*rest) or len(blocked) > 1
                inside = [len(cells & {*shape.units[u]}) for u in shape.units_of[cell]]
                assert len(cells & {*shape.units[through]}) >= min(inside)
            holders = [c for c in range(81) if state.values[c] == option.value]
            most = max((len(others & {*shape.peers[c]}) for c in holders), default=0)
            assert not blocked or max(map(len, blocked)) == most
            for ruled in why.ruled_out:
                assert not {*shape.peers[ruled]} & {*holders}


def test_the_witnesses_of_a_naked_single_are_one_peer_for_each_digit_they_show() -> None:
    for state in STATES:
        for step in steps(state, NAKED_SINGLE):
            (option,), seen_ = step.placements, step.parts()["seen"]
            assert isinstance(seen_, Cells)
            around = {state.values[peer] for peer in state.geometry.peers[option.cell]} - {0}
            assert {*seen_.cells} <= {*state.geometry.peers[option.cell]}
            assert sorted(state.values[cell] for cell in seen_.cells) == sorted(around)
            assert all(one < other for one, other in pairwise(seen_.cells))
