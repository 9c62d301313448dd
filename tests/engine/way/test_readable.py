"""A step that is short enough to read stays so wherever it is found again."""

import pytest

from engine import parse
from engine.practice.position import positions
from engine.techniques import State, steps
from engine.techniques.als import als_chains
from engine.techniques.coloring import MEDUSA_WRAP
from engine.techniques.singles import full_houses
from engine.way.readable import HARDER, again_readable
from tests.engine.isolated import run
from tests.ways import WITH_NETS, known_way

pytestmark = pytest.mark.xdist_group("ways")


def test_many_coloured_candidates_are_as_long_as_many_links() -> None:
    few, many = (
        next(steps(positions(MEDUSA_WRAP)[number].state, MEDUSA_WRAP)) for number in (0, 34)
    )
    assert few.is_readable
    assert not many.is_readable


def test_a_long_step_is_found_again_and_stays_long() -> None:
    state = State.start(parse(WITH_NETS))
    for step in known_way(state.grid):
        found = again_readable(step, state)
        assert found is not None
        assert found.is_readable or not step.is_readable
        state = step.after(state)


def test_singles_and_chains_of_sets_alone_are_not_looked_for() -> None:
    assert full_houses not in HARDER
    assert als_chains not in HARDER


LONGER = """
import dataclasses
from engine import Budget, explain, short_way
from engine.techniques import TECHNIQUES
from engine.words.wording import ENGLISH
for value in (ENGLISH, *TECHNIQUES):
    for field in dataclasses.fields(value):
        if field.name == "reason" or value is ENGLISH:
            longer = getattr(value, field.name) + {more!r}
            object.__setattr__(value, field.name, longer)
way = short_way("{grid}", Budget(1000.0, 2000))
print(len(explain(way[-1])), *((step.technique, step.eliminations) for step in way), sep="\\n")
"""


@pytest.mark.long
def test_no_step_of_a_way_hangs_on_the_words_that_tell_it() -> None:
    told = (run(LONGER.format(more=more, grid=WITH_NETS)) for more in ("", "!" * 60))
    (short, *ways), (long, *others) = (each.splitlines() for each in told)
    assert int(long) > int(short)
    assert ways == others
    assert len(ways) > len(WITH_NETS) // 2
