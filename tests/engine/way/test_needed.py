"""What is left of a way after its reasons were followed backwards still reaches the end."""

from collections import Counter

import pytest

from engine import Geometry, Grid, Symmetry, generate, parse
from engine.techniques import Family, State, Step, Technique
from engine.techniques.layout import Candidate
from engine.techniques.locked import POINTING
from engine.techniques.parts import Cells, Digits, Part, Units
from engine.techniques.singles import NAKED_SINGLE, placed_singles
from engine.techniques.subsets import NAKED_PAIR
from engine.way.needed import needed_steps
from engine.way.readable import SOLUTION
from engine.way.sweep import trimmed
from engine.way.way import Way
from tests.fewer import first_cases
from tests.ways import WITH_NETS, beyond_singles, follows, known_way

pytestmark = pytest.mark.xdist_group("ways")

NINE = Geometry(3, 3)
MADE = ("way 1", "way 12", "way 27", "way 38")
GRIDS = [*(generate(Geometry(3, 3), Symmetry.NONE, seed).grid for seed in MADE), parse(WITH_NETS)]


def is_single(state: State, option: Candidate) -> bool:
    """Whether a cell has one candidate, or the value one place in a unit of the cell."""
    places = state.places[option.value]
    units = (state.layout.units[unit] for unit in state.geometry.units_of[option.cell])
    alone = state.cells[option.cell] == 1 << option.value - 1
    return alone or any(places & unit == 1 << option.cell for unit in units)


def is_taken(step: Step, state: State) -> bool:
    if step.technique.family is Family.SINGLES:
        return is_single(state, step.placements[0])
    return follows(step, state)


@pytest.mark.parametrize("grid", first_cases(len(MADE), GRIDS), ids=str)
def test_what_is_kept_can_be_taken_in_the_same_order(grid: Grid) -> None:
    path = known_way(grid)
    kept = needed_steps(path)
    state = State.start(grid)
    for step in kept:
        assert is_taken(step, state)
        state = step.after(state)
    assert state.is_solved
    assert [step for step in path if step in kept] == kept


def test_much_is_left_out() -> None:
    counts = Counter[str]()
    for grid in GRIDS[: len(MADE)]:
        path = known_way(grid)
        counts["all"] += len(beyond_singles(path))
        counts["needed"] += len(beyond_singles(needed_steps(path)))
    assert 10 * counts["needed"] < 9 * counts["all"]


def test_a_trimmed_way_reaches_the_end_with_the_states_between() -> None:
    states, taken = [placed_singles(State.start(GRIDS[2]))], list[Step]()
    for step in beyond_singles(known_way(GRIDS[2])):
        if (found := SOLUTION.again(step, states[-1])) is not None:
            taken.append(found)
            states.append(SOLUTION.settled(found.after(states[-1])))
    way = trimmed(Way(tuple(taken), tuple(states)), SOLUTION)
    assert len(way.steps) < len(taken)
    assert way.states[0] == states[0]
    assert way.states[-1].is_solved
    for step, before, after in zip(way.steps, way.states, way.states[1:], strict=False):
        assert follows(step, before)
        assert placed_singles(step.after(before)) == after


def fall(technique: Technique, *gone: Candidate, looks: tuple[tuple[str, Part], ...]) -> Step:
    return Step(NINE, technique, (), gone, looks)


def single(cell: int, value: int) -> Step:
    placed = (Candidate(cell, value),)
    return Step(NINE, NAKED_SINGLE, placed, (), (("cell", Cells((cell,))),))


def pair(*cells: int, gone: Candidate) -> Step:
    """A naked pair, which relies on all that has gone from its cells."""
    return fall(NAKED_PAIR, gone, looks=(("cells", Cells(cells)),))


def pointing(value: int, unit: int, gone: Candidate) -> Step:
    """A step that relies on the places of a digit in a unit."""
    looks = (("digit", Digits((value,))), ("source", Units((unit,))))
    return fall(POINTING, gone, looks=looks)


FIRST = pair(0, 1, gone=Candidate(40, 5))
OTHER = pair(2, 3, gone=Candidate(80, 5))


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ((), ()),
        ((FIRST,), ()),
        ((single(40, 6),), (0,)),
        # The cell of the single has lost a candidate by the first step.
        ((FIRST, single(40, 6)), (0, 1)),
        ((FIRST, OTHER, single(40, 6)), (0, 2)),
        ((FIRST, OTHER, single(80, 6)), (1, 2)),
        # One that fell twice needs only the first reason.
        ((FIRST, pair(4, 5, gone=Candidate(40, 5)), single(40, 6)), (0, 2)),
        # What one step needs of another is needed as well.
        ((FIRST, pair(40, 41, gone=Candidate(44, 7)), single(44, 6)), (0, 1, 2)),
        ((FIRST, pair(39, 41, gone=Candidate(44, 7)), single(44, 6)), (1, 2)),
        # A digit and a unit: the fifth row has lost a place for the 5, but the sixth has not.
        ((FIRST, pointing(5, 4, Candidate(44, 7)), single(44, 6)), (0, 1, 2)),
        ((FIRST, pointing(5, 5, Candidate(44, 7)), single(44, 6)), (1, 2)),
        ((FIRST, pointing(6, 4, Candidate(44, 7)), single(44, 6)), (1, 2)),
        # The 5 next to it rules the candidate out anyway, and so does a digit in its cell.
        ((FIRST, single(41, 5), single(40, 6)), (1, 2)),
        ((FIRST, single(41, 4), single(40, 6)), (0, 1, 2)),
        ((FIRST, single(40, 6), pointing(5, 4, Candidate(44, 7)), single(44, 6)), (0, 1, 2, 3)),
    ],
)
def test_a_step_is_needed_for_what_later_ones_rely_on(
    path: tuple[Step, ...], kept: tuple[int, ...]
) -> None:
    assert needed_steps(path) == [path[number] for number in kept]
