"""The estimated length of a step, compared with what English takes to say it."""

from itertools import islice
from statistics import mean, pstdev

import pytest

from engine import explain, parse
from engine.practice.position import positions
from engine.techniques import TAUGHT, State, Technique, steps
from tests.ways import WITH_NETS, known_way

LONGEST_TOLD = 570
"""The most characters of a step that people can read, in brief English."""

LINKED = [each for each in TAUGHT if each.placeholders & {"chain", "chains", "sets", "branches"}]
"""Techniques that may be long to read."""


@pytest.mark.parametrize("technique", LINKED)
def test_a_length_is_near_what_english_takes(technique: Technique) -> None:
    for position in positions(technique)[:10]:
        step = next(steps(position.state, technique))
        assert abs(len(explain(step)) - step.length) <= 40 + step.length / 5, explain(step)


def test_for_steps_of_a_few_lines_the_estimate_is_close() -> None:
    errors = [
        len(told) - step.length
        for technique in LINKED
        for position in positions(technique)[:3]
        for step in islice(steps(position.state, technique), 4)
        if len(told := explain(step)) in range(300, 700)
    ]
    assert abs(mean(errors)) < 10
    assert pstdev(errors) < 22


@pytest.mark.long
def test_what_is_readable_is_short_in_english() -> None:
    state, long = State.start(parse(WITH_NETS)), 0
    for step in known_way(state.grid):
        assert len(explain(step)) <= LONGEST_TOLD or not step.is_readable
        long += not step.is_readable
    assert long
