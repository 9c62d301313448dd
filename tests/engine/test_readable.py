"""What is short enough to be read stays so wherever it is found again."""

from engine import Budget, parse
from engine.explain import LONGEST_READ, explain, is_readable
from engine.logic import solve_path
from engine.practice import positions
from engine.readable import HARDER, again_readable
from engine.techniques import State, Technique, steps
from engine.techniques.als import als_chains
from engine.techniques.singles import full_houses

WITH_NETS = "..874..9..4.3.....6.7.....49..8.......19.47.......3..28.....1.5.....8.2..2..354.."
PATH = solve_path(WITH_NETS, Budget(120))


def test_only_what_is_short_is_readable() -> None:
    long = [step for step in PATH if not is_readable(step)]
    assert long
    assert all(len(explain(step)) > LONGEST_READ for step in long)
    assert all(is_readable(step) for step in PATH if len(explain(step)) <= LONGEST_READ)


def test_many_coloured_candidates_are_as_long_as_many_links() -> None:
    few, many = (
        next(steps(positions(Technique.MEDUSA_WRAP)[number].state, Technique.MEDUSA_WRAP))
        for number in (0, 34)
    )
    assert is_readable(few)
    assert not is_readable(many)


def test_a_long_step_is_found_again_and_stays_long() -> None:
    state = State.start(parse(WITH_NETS))
    for step in PATH:
        found = again_readable(step, state)
        assert found is not None
        assert is_readable(found) or not is_readable(step)
        state = step.after(state)


def test_singles_and_chains_of_sets_alone_are_not_looked_for() -> None:
    assert full_houses not in HARDER
    assert als_chains not in HARDER
