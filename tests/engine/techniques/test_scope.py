from dataclasses import replace
from itertools import islice

import pytest

from engine.practice.position import positions
from engine.techniques import TAUGHT, State, Step, Technique, steps
from engine.techniques.layout import bits, mask_of
from engine.techniques.scope import looked_at
from tests.ways import follows


def with_all_beside(state: State, step: Step) -> State:
    """The state with all candidates that its digits leave, except where a step looks."""
    looks = {*looked_at(step)}
    grid = state.grid
    cells = []
    for cell, mask in enumerate(State.of(grid, grid).cells):
        gone = [each + 1 for each in bits(mask & ~state.cells[cell])]
        units = state.geometry.units_of[cell]
        kept = [
            value
            for value in gone
            if (0, cell) not in looks and not any((value, unit) in looks for unit in units)
        ]
        cells.append(state.cells[cell] | mask_of(value - 1 for value in kept))
    return replace(state, cells=tuple(cells))


@pytest.mark.parametrize("technique", TAUGHT)
def test_a_step_holds_whatever_is_left_where_it_does_not_look(technique: Technique) -> None:
    for position in positions(technique)[1:7]:
        for step in islice(steps(position.state, technique), 2):
            assert follows(step, with_all_beside(position.state, step)), step
