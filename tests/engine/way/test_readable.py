"""A step that is short enough to read stays so wherever it is found again."""

from dataclasses import replace

import pytest

from engine import parse
from engine.practice.position import positions
from engine.techniques import LADDER, TAUGHT, State, steps
from engine.techniques.als import als_chains
from engine.techniques.coloring import MEDUSA_WRAP
from engine.techniques.singles import full_houses
from engine.techniques.technique import Family
from engine.way.readable import HARDER, SOLUTION, again_readable
from tests.engine.isolated import run
from tests.ways import WITH_NETS, known_way

pytestmark = pytest.mark.xdist_group("ways")


def test_many_coloured_candidates_are_as_long_as_many_links() -> None:
    few, many = (
        next(steps(positions(MEDUSA_WRAP)[number].state, MEDUSA_WRAP)) for number in (0, 12)
    )
    assert few.is_readable
    assert not many.is_readable


def test_what_would_be_long_where_it_is_found_again_is_left_out() -> None:
    for number, is_long in ((0, False), (12, True)):
        state = positions(MEDUSA_WRAP)[number].state
        step = next(steps(state, MEDUSA_WRAP))
        brief = replace(step, roles=())
        assert again_readable(step, state) == step
        assert brief.is_readable
        assert (again_readable(brief, state) is None) == is_long
        assert again_readable(step, step.after(state)) is None


def test_the_end_is_a_full_board_with_all_singles_placed() -> None:
    state = State.start(parse(EASY))
    assert not SOLUTION.is_reached(state)
    assert SOLUTION.is_reached(SOLUTION.settled(state))
    assert SOLUTION.again is again_readable


def test_all_but_singles_and_what_others_find_as_well_is_looked_for() -> None:
    kept = {finder for finder, (first, *_) in LADDER if first.family is not Family.SINGLES}
    asked = {
        finder for technique in TAUGHT if technique.is_on_short_ways for finder in technique.finders
    }
    assert {*HARDER} <= kept & asked
    assert len(HARDER) > len(kept) - 5


@pytest.mark.long
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


EASY = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"

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
