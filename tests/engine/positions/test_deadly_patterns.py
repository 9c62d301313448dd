import pytest

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import Rng
from engine.make.fill import random_grid
from engine.positions.deadly_patterns import PATTERNS, Aim, random_aim
from engine.techniques import State, Technique, steps
from engine.techniques.layout import Candidate, bits
from engine.techniques.uniqueness import UNIQUE_RECTANGLE_5

NINE = Geometry(3, 3)

SEEDS = range(12)

ANYTHING = 2**9 - 1


def aimed(technique: Technique, seed: int) -> tuple[Grid, Aim]:
    rng = Rng(seed)
    solution = random_grid(NINE, rng)
    aim = random_aim(technique, solution, rng)
    assert aim
    return solution, aim


def reached(solution: Grid, aim: Aim) -> State:
    """A state with what the aim wants, and all candidates in cells that it does not limit."""
    cells, values = [0] * 81, bytearray(81)
    for cell, must in aim.must.items():
        cells[cell] = must if cell in aim.may else ANYTHING
        values[cell] = 0 if must else solution[cell]
        assert not must or cells[cell] >> solution[cell] - 1 & 1
    for cell in bits(aim.targets):
        cells[cell] |= aim.extras
    return State(NINE, bytes(values), 0, tuple(cells))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("technique", PATTERNS)
def test_where_an_aim_is_reached_its_technique_shows(technique: Technique, seed: int) -> None:
    solution, aim = aimed(technique, seed)
    state = reached(solution, aim)
    assert (aim.distance(state), aim.surplus(state), aim.has_all(state)) == (0, set(), True)
    assert next(steps(state, technique), None)


@pytest.mark.parametrize("technique", PATTERNS)
def test_a_missing_candidate_is_farther_than_one_too_many(technique: Technique) -> None:
    solution, aim = aimed(technique, 1)
    state = reached(solution, aim)
    cell, may = next(iter(aim.may.items()))
    more = Candidate(cell, (~may & -~may).bit_length())
    cells = list(state.cells)
    cells[cell] |= 1 << more.value - 1
    crowded = State(NINE, state.values, 0, tuple(cells))
    assert aim.surplus(crowded) == {more}
    assert aim.has_all(crowded)

    must = next(iter(aim.must))
    lacking = state.after((), state.options_of(must, aim.must[must])[:1])
    assert not aim.has_all(lacking)
    assert 0 < aim.distance(crowded) < aim.distance(lacking)


def test_without_anything_to_remove_an_aim_is_not_reached() -> None:
    solution, aim = aimed(UNIQUE_RECTANGLE_5, 2)
    state = reached(solution, aim)
    bare = state.after((), state.options(aim.extras.bit_length(), aim.targets))
    assert not aim.has_all(bare)
    assert aim.distance(bare) == 1


@pytest.mark.parametrize("technique", PATTERNS)
def test_all_but_the_blockers_may_be_given(technique: Technique) -> None:
    solution, aim = aimed(technique, 3)
    blockers = aim.blockers(solution)
    values = enumerate(solution.values)
    givens = Grid(NINE, bytes(0 if blockers >> cell & 1 else value for cell, value in values))
    state = State.start(givens)
    assert all(must & ~state.cells[cell] == 0 for cell, must in aim.must.items())
