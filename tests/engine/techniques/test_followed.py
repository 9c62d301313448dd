"""A net still holds where each of its deductions can be drawn, and nowhere else."""

from engine import Budget, parse
from engine.logic import solve_path
from engine.readable import found_again
from engine.techniques import State, Step
from engine.techniques.followed import still_holds
from engine.techniques.layout import Candidate
from engine.techniques.parts import Cells, Digits, Units
from engine.techniques.technique import Family
from tests.proofs import holds

HARD = "..874..9..4.3.....6.7.....49..8.......19.47.......3..28.....1.5.....8.2..2..354.."


def choices(state: State, step: Step) -> tuple[Candidate, ...]:
    """What a net must try: nothing where one candidate alone is refuted."""
    match dict(step.roles):
        case {"cell": Cells(), "digit": Digits()}:
            return ()
        case {"unit": Units((unit,)), "digit": Digits((value,))}:
            return state.options(value, state.layout.units[unit])
        case {"cell": Cells((cell,))}:
            return state.options_of(cell, -1)
    raise TypeError(step)


def test_it_holds_exactly_where_the_checker_says_so() -> None:
    outcomes = set()
    states = [State.start(parse(HARD))]
    for step in solve_path(HARD, Budget(120)):
        if step.technique.family is Family.NETS:
            for state in (one for one in states[-20:] if one.has(step.eliminations[0])):
                expected = holds(state, step)
                assert still_holds(step, state, choices(state, step)) == expected
                outcomes.add(expected)
        states.append(step.after(states[-1]))
    assert outcomes == {True, False}


def test_a_net_that_holds_is_found_again_as_it_was_told() -> None:
    state = State.start(parse(HARD))
    for step in solve_path(HARD, Budget(120)):
        if step.technique.family is Family.NETS:
            assert found_again(step, state) == step
        state = step.after(state)
