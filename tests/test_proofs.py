"""The separate checker accepts the steps that finders find, and refuses them once altered."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

import pytest

from engine import solve
from engine.techniques import TAUGHT, State, Step, Technique, steps
from tests.engine.techniques.test_published import EXAMPLES
from tests.mutants import mutants
from tests.proofs import RULES, holds

REFUSED = 0.95
MOST_MUTANTS = 400
"""For one step; nested nets have thousands."""

WITH_MANY_MUTANTS = ("nested_net", "medusa_wrap", "bug_type_3", "multi_coloring_1")
CASES = [
    pytest.param(technique, marks=pytest.mark.long) if technique in WITH_MANY_MUTANTS else technique
    for technique in TAUGHT
]


@cache
def found(technique: Technique) -> list[tuple[State, Step]]:
    """The first steps of each published example."""
    states = [example.state() for example in EXAMPLES if example.technique is technique]
    return [(state, step) for state in states for step in islice(steps(state, technique), 3)]


def altered(technique: Technique) -> Iterator[tuple[State, Step]]:
    random = Random(1)
    for state, step in found(technique):
        made = list(mutants(step, random))
        for mutant in random.sample(made, min(MOST_MUTANTS, len(made))):
            yield state, mutant


def test_it_has_a_rule_for_every_technique() -> None:
    assert {*RULES} == {*TAUGHT}


@pytest.mark.parametrize("technique", TAUGHT)
def test_every_step_holds_where_it_was_found(technique: Technique) -> None:
    assert found(technique)
    assert [step for state, step in found(technique) if not holds(state, step)] == []


@pytest.mark.parametrize("technique", CASES)
def test_altered_steps_are_refused(technique: Technique) -> None:
    refused = [not holds(state, mutant) for state, mutant in altered(technique)]
    assert len(refused) >= 20
    assert sum(refused) >= REFUSED * len(refused)


@pytest.mark.long
@pytest.mark.parametrize("technique", CASES)
def test_no_altered_step_that_is_taken_is_wrong(technique: Technique) -> None:
    for state, mutant in altered(technique):
        if holds(state, mutant):
            solution = solve(state.grid)
            assert all(solution[cell] == value for cell, value in mutant.placements)
            assert not any(solution[cell] == value for cell, value in mutant.eliminations)
