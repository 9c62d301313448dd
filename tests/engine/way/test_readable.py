"""What is short enough to be read stays so wherever it is found again."""

import pytest

from engine import parse
from engine.practice.position import positions
from engine.techniques import State, Technique, steps
from engine.techniques.als import als_chains
from engine.techniques.singles import full_houses
from engine.way.readable import HARDER, again_readable
from engine.words.english import LONGEST_READ, explain, is_readable
from tests.paths import WITH_NETS, easiest_way

pytestmark = pytest.mark.xdist_group("ways")


def test_only_what_is_short_is_readable() -> None:
    path = easiest_way(parse(WITH_NETS))
    long = [step for step in path if not is_readable(step)]
    assert long
    assert all(len(explain(step)) > LONGEST_READ for step in long)
    assert all(is_readable(step) for step in path if len(explain(step)) <= LONGEST_READ)


def test_many_coloured_candidates_are_as_long_as_many_links() -> None:
    few, many = (
        next(steps(positions(Technique.MEDUSA_WRAP)[number].state, Technique.MEDUSA_WRAP))
        for number in (0, 34)
    )
    assert is_readable(few)
    assert not is_readable(many)


def test_a_long_step_is_found_again_and_stays_long() -> None:
    state = State.start(parse(WITH_NETS))
    for step in easiest_way(state.grid):
        found = again_readable(step, state)
        assert found is not None
        assert is_readable(found) or not is_readable(step)
        state = step.after(state)


def test_singles_and_chains_of_sets_alone_are_not_looked_for() -> None:
    assert full_houses not in HARDER
    assert als_chains not in HARDER
