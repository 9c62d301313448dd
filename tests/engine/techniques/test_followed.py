"""A net still holds where each of its deductions can be drawn, and nowhere else."""

import pytest

from engine import parse
from engine.practice.position import positions
from engine.techniques import TAUGHT, Family, State, Step, Technique, steps
from engine.techniques.again import again
from engine.techniques.followed import still_holds
from engine.techniques.layout import Candidate
from engine.techniques.parts import Cells, Digits, Units
from tests.engine.techniques.test_again import variants
from tests.proofs import holds
from tests.ways import WITH_NETS, known_way

pytestmark = pytest.mark.xdist_group("ways")


def choices(state: State, step: Step) -> tuple[Candidate, ...]:
    """The choices that a net must try; none if one candidate alone is refuted."""
    match dict(step.roles):
        case {"cell": Cells(), "digit": Digits()}:
            return ()
        case {"unit": Units((unit,)), "digit": Digits((value,))}:
            return state.options(value, state.layout.units[unit])
        case {"cell": Cells((cell,))}:
            return state.options_of(cell, -1)
    raise TypeError(step)


NETS = [each for each in TAUGHT if each.family is Family.NETS]


@pytest.mark.long
@pytest.mark.parametrize("technique", NETS)
def test_it_holds_on_any_board_with_a_candidate_more_or_less_exactly_where_its_proof_does(
    technique: Technique,
) -> None:
    outcomes = set()
    for position in positions(technique)[:2]:
        step = next(steps(position.state, technique))
        for state in variants(position.state, step)[::2]:
            expected = holds(state, step)
            assert still_holds(step, state, choices(state, step)) == expected
            outcomes.add(expected)
    assert outcomes == {True, False}


@pytest.mark.long
def test_it_holds_exactly_where_the_checker_says_so() -> None:
    outcomes = set()
    grid = parse(WITH_NETS)
    states = [State.start(grid)]
    for step in known_way(grid):
        if step.technique.family is Family.NETS:
            for state in (one for one in states[-20:] if one.has(step.eliminations[0])):
                expected = holds(state, step)
                assert still_holds(step, state, choices(state, step)) == expected
                outcomes.add(expected)
        states.append(step.after(states[-1]))
    assert outcomes == {True, False}


@pytest.mark.long
def test_a_net_that_holds_is_found_again_as_it_was_told() -> None:
    grid = parse(WITH_NETS)
    state = State.start(grid)
    for step in known_way(grid):
        if step.technique.family is Family.NETS:
            assert again(step, state) == step
        state = step.after(state)
