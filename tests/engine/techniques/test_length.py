"""The estimated length of a step, compared with what English takes to say it."""

from itertools import islice, pairwise
from statistics import mean, pstdev

import pytest

from engine import explain, parse
from engine.practice.position import positions
from engine.techniques import TAUGHT, State, Technique, steps
from engine.techniques.layout import Candidate
from engine.techniques.length import length_of
from engine.techniques.parts import (
    Cells,
    Chain,
    Chains,
    Digits,
    Groups,
    Link,
    Node,
    Options,
    Part,
    Units,
)
from tests.ways import WITH_NETS, known_way

LONGEST_TOLD = 570
"""The most characters of a step that people can read, in brief English."""

LINKED = [each for each in TAUGHT if each.placeholders & {"chain", "chains", "sets", "branches"}]
"""Techniques that may be long to read."""


@pytest.mark.long
@pytest.mark.parametrize("technique", LINKED)
def test_a_length_is_near_what_english_takes(technique: Technique) -> None:
    for position in positions(technique)[:10]:
        step = next(steps(position.state, technique))
        assert abs(len(explain(step)) - step.length) <= 40 + step.length / 5, explain(step)


@pytest.mark.long
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


def linked(*cells: int) -> Chain:
    nodes = [Node(1, (cell,)) for cell in cells]
    links = (Link(*pair, n % 2 == 1, 0) for n, pair in enumerate(pairwise(nodes)))
    return Chain(tuple(links))


def length(*parts: Part) -> int:
    return length_of([("part", part) for part in parts], 0) - length_of([], 0)


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("at_the_end", [False, True])
def test_what_two_chains_share_is_told_once_if_it_is_two_links_or_more(
    count: int, *, at_the_end: bool
) -> None:
    common, first, second = tuple(range(count + 1)), (20, 21), (30, 31, 32)
    one, other = (
        linked(*(each + common if at_the_end else common + each)) for each in (first, second)
    )
    if at_the_end and (one.links[-count:] != other.links[-count:]):
        # A link that is strong in one chain and weak in the other is not the same.
        other = linked(*(second[:2] + common))
    both, apart = length(Chains((one, other))), length(one) + length(other)
    assert both < apart if count > 1 else both == apart


def test_a_chain_is_told_whole_where_it_stands_alone_or_is_all_there_is_in_common() -> None:
    chain = linked(0, 1, 2, 3)
    assert length(Chains((chain,))) == length(chain)
    assert length(Chains((chain, chain))) == 2 * length(chain)


def test_more_to_say_takes_longer_by_about_as_much_as_in_english() -> None:
    assert length(Cells((1, 2, 3))) == 3 * length(Cells((1,)))
    assert length(Groups(((1, 2), (3,)))) == length(Cells((1, 2, 3)))
    assert length(Options((Candidate(1, 1),))) == length(Cells((1,)))
    assert length(Digits((1, 2, 3))) == length(Units((1, 2))) == 0
    # A name such as r1c1 with a comma behind it takes 6 letters, and "and" is longer.
    assert 6 <= length(Cells((1,))) <= 8
    two, three = (length_of([], count) for count in (2, 3))
    assert 6 <= three - two <= 14


@pytest.mark.long
def test_what_is_readable_is_short_in_english() -> None:
    state, long = State.start(parse(WITH_NETS)), 0
    for step in known_way(state.grid):
        assert len(explain(step)) <= LONGEST_TOLD or not step.is_readable
        long += not step.is_readable
    assert long
