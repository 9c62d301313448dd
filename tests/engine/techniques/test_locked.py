from engine import Geometry, Symmetry, generate
from engine.techniques import LADDER, State, Technique, steps
from engine.techniques.locked import DIRECT_CLAIMING, DIRECT_POINTING, POINTING
from engine.techniques.parts import Cells, Units

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
