"""Digits by trial: right, told with what was tried, and with as many dead ends as there are."""

import pytest

from engine import parse, solve
from engine.board.grid import Grid
from engine.techniques import State, steps, trial
from engine.techniques.locked import CLAIMING, POINTING
from engine.techniques.parts import Cells, Count, Options
from engine.techniques.singles import HIDDEN_SINGLE, NAKED_SINGLE, placed_singles
from engine.techniques.technique import Step
from engine.techniques.trial import DIGIT_BY_TRIAL, MOST_ENDS, by_trial
from engine.words.english import explain
from tests.engine.techniques.finders import Finders

FOUND = Finders.of(trial)

PUZZLES = (
    "1.......2.2.....6...34..5.....8.5.....8.3.9.....9.4.....5..34...7.....1.6.......7",
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
)


def tried(puzzle: Grid) -> tuple[State, Step, Options, Count]:
    """The state where singles end, the digit by trial there, and what was tried how often."""
    state = State.of(puzzle, placed_singles(State.start(puzzle)).grid)
    step = by_trial(state, solve(puzzle))
    match dict(step.roles):
        case {"cell": Cells((cell,)), "tried": Options() as options, "dead_ends": Count() as ends}:
            assert cell == step.placements[0].cell
            return state, step, options, ends
    raise TypeError(step)


def dead_ends(state: State, most: int) -> int:
    """The dead ends of a state, counted with the steps that people take; at most `most` + 1."""
    easy = (NAKED_SINGLE, HIDDEN_SINGLE, POINTING, CLAIMING)
    while not is_broken(state):
        step = next((step for each in easy for step in steps(state, each)), None)
        if step is None:
            break
        state = step.after(state)
    if is_broken(state):
        return 1
    cell = min(state.grid.blanks(), key=lambda each: state.cells[each].bit_count())
    found = 0
    for option in state.options_of(cell, -1):
        if found <= most:
            found += dead_ends(state.after((option,), ()), most - found)
    return found


def is_broken(state: State) -> bool:
    """Whether a cell has no candidate, or a digit no place in a unit."""
    units = state.geometry.units
    held = [{state.values[cell] for cell in unit} for unit in units]
    return any(not state.cells[cell] for cell in state.grid.blanks()) or any(
        digit not in there and not any(state.cells[cell] >> digit - 1 & 1 for cell in unit)
        for unit, there in zip(units, held, strict=True)
        for digit in state.digits
    )


@pytest.mark.long
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_the_cell_is_the_one_whose_other_candidates_meet_the_fewest_dead_ends(puzzle: str) -> None:
    state, step, options, ends = tried(parse(puzzle))
    (placed,) = step.placements
    solution = solve(puzzle)
    assert placed.value == solution[placed.cell]
    others = {*state.options_of(placed.cell, -1)} - {placed}
    assert {*options.candidates} == others
    assert ends == Count(ends.number, is_exact=True)
    assert ends.number == sum(dead_ends(state.after((each,), ()), MOST_ENDS[-1]) for each in others)
    assert f"dead ends: {ends.number})" in explain(step)


def test_it_is_no_technique_to_learn_and_assumes_nothing_but_the_rules() -> None:
    FOUND.check_known()
    assert not DIGIT_BY_TRIAL.finders
    assert not DIGIT_BY_TRIAL.assumes_uniqueness
