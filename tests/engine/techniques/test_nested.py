"""Nested nets: published, proved, and told in few parts where the first one met has dozens."""

import pytest

from engine import parse_line
from engine.techniques import State, nested
from engine.techniques.nested import nested_nets
from engine.words import passages
from tests.engine.techniques.finders import Finders
from tests.proofs import holds

FOUND = Finders.of(nested, is_slow=True)

WITHOUT_CONTRADICTIONS = (
    "........94....92......7..45..1.3.....7.6..9..8....7..2.3.7..8....6.1....9....5.2.",
    "1.......2.2.....6...34..5.....8.5.....8.3.9.....9.4.....5..34...7.....1.6.......7",
    "..3..6.8.4..1..2...9......4.7...8....35......9...3...5..9.4...7.....2.1....8..6..",
)
"""Published as among the hardest; the first nested nets that are met there have 23 to 65 parts."""

WITH_FIVE_LEMMAS = (
    "...4...8...7..92......3...526...1.....19.....7.....1..5......4...6..29..9..8....3"
)
"""As these; no net of three lemmas is found."""


@pytest.mark.long
def test_they_are_found_where_they_were_published() -> None:
    FOUND.check_published()


@pytest.mark.long
def test_each_step_follows_from_its_parts_and_comes_once() -> None:
    FOUND.check_proved(2)


def test_they_have_the_place_and_the_rating_that_players_know() -> None:
    FOUND.check_known()


@pytest.mark.long
@pytest.mark.parametrize("puzzle", [*WITHOUT_CONTRADICTIONS, WITH_FIVE_LEMMAS])
def test_the_first_one_has_few_parts_in_the_hardest_positions(puzzle: str) -> None:
    grid, _ = parse_line(puzzle)
    state = State.start(grid)
    steps = [*nested_nets(state)]
    assert len(passages(steps[0])) <= 12
    assert [step.length for step in steps] == sorted(step.length for step in steps)
    for step in steps:
        assert holds(state, step)
