from itertools import product

import pytest

from engine import Geometry, Symmetry, generate
from engine.techniques import LADDER, State, Technique, locked, steps
from engine.techniques.layout import Candidate
from engine.techniques.locked import CLAIMING, DIRECT_CLAIMING, DIRECT_POINTING, POINTING
from engine.techniques.parts import Cells, Units
from tests.engine.techniques.finders import Finders, concluded, spots
from tests.engine.techniques.test_published import EXAMPLES

FOUND = Finders.of(locked)
DIRECT = (DIRECT_POINTING, DIRECT_CLAIMING)
SINGLES = [finder for finder, _ in LADDER[:2]]


def test_direct_forms_give_a_place_that_was_not_the_only_one_before() -> None:
    total = 0
    for seed in range(12):
        state = State.start(generate(Geometry(3, 3), Symmetry.NONE, f"locked {seed}").grid)
        for _ in range(60):
            total += sum(count_direct(state, technique) for technique in DIRECT)
            step = next((step for finder in SINGLES for step in finder(state)), None)
            if step is None:
                break
            state = step.after(state)
    assert total


def count_direct(state: State, technique: Technique) -> int:
    found = list(steps(state, technique))
    for step in found:
        (option,) = step.placements
        parts = step.parts()
        unit, target, cells = parts["unit"], parts["target"], parts["cells"]
        assert isinstance(unit, Units)
        assert isinstance(target, Units)
        assert isinstance(cells, Cells)
        before = {
            cell
            for cell in state.geometry.units[unit.units[0]]
            if state.cells[cell] >> option.value - 1 & 1
        }
        line = set(state.geometry.units[target.units[0]])
        assert len(before) > 1
        assert before - (line - set(cells.cells)) == {option.cell}
    return len(found)


def test_a_box_that_is_open_in_one_row_only_points_along_it() -> None:
    # Rows 2 and 3 of box 1 are full, so its 9 is in row 1 and nowhere else there.
    shape = Geometry(3, 3)
    grid = generate(shape, Symmetry.NONE, 0).solution
    kept = {cell: 0 for cell in range(81) if cell not in {9, 10, 11, 18, 19, 20}}
    state = State.start(grid.with_values(kept))
    missing = {option.value for option in state.options_of(0, -1)}
    pointed = {
        step.eliminations[0].value: {option.cell for option in step.eliminations}
        for step in steps(state, POINTING)
    }
    assert pointed == {value: {3, 4, 5, 6, 7, 8} for value in missing}


def test_they_are_found_where_they_were_published() -> None:
    FOUND.check_published()


def test_each_step_follows_from_its_parts_and_comes_once() -> None:
    FOUND.check_proved()


def test_they_are_found_wherever_lines_and_digits_go() -> None:
    FOUND.check_everywhere()


def test_they_have_the_place_and_the_rating_that_players_know() -> None:
    FOUND.check_known()


@pytest.mark.long
def test_they_are_all_that_the_definition_gives() -> None:
    for state in [*FOUND.states, *(example.state() for example in EXAMPLES[::20])]:
        expected = {kind: set[frozenset[Candidate]]() for kind in FOUND.techniques}
        layout = state.layout
        for value, box, line in product(state.digits, layout.boxes, layout.lines):
            in_box, in_line = spots(state, value, box), spots(state, value, line)
            if len(in_box & in_line) > 1:
                for inner, outer, plain, direct in (
                    (in_box, in_line, POINTING, DIRECT_POINTING),
                    (in_line, in_box, CLAIMING, DIRECT_CLAIMING),
                ):
                    gone = outer - inner
                    if inner <= outer and gone:
                        expected[plain].add(frozenset(Candidate(c, value) for c in gone))
                        for unit in range(27):
                            left = spots(state, value, unit) - gone
                            if len(left) == 1 and spots(state, value, unit) & gone:
                                expected[direct].add(frozenset(Candidate(c, value) for c in left))
        for kind, found in expected.items():
            assert concluded(state, kind) == found
