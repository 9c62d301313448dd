from collections import Counter
from itertools import islice

import pytest

from engine.budget import Budget
from engine.logic import next_step
from engine.practice import Position, find_positions, positions, read_position
from engine.search import solve
from engine.techniques import Technique

KNOWN = [(technique, each) for technique, several in positions().items() for each in several]


@pytest.mark.parametrize(("technique", "position"), KNOWN, ids=lambda each: str(each)[:25])
def test_the_technique_is_the_next_step_there(technique: Technique, position: Position) -> None:
    step = next_step(position.state)
    assert step is not None
    assert step.technique is technique


@pytest.mark.parametrize(("technique", "position"), KNOWN, ids=lambda each: str(each)[:25])
def test_each_is_on_the_way_of_a_puzzle(technique: Technique, position: Position) -> None:
    solution = solve(position.givens)
    pairs = zip(position.givens.values, position.values.values, solution.values, strict=True)
    assert all(given in {0, value} and value in {0, right} for given, value, right in pairs)
    for cell in position.values.blanks():
        assert position.state.cells[cell] >> solution[cell] - 1 & 1, technique


def test_what_people_ask_for_most_can_be_practised() -> None:
    for name in ("hidden_single", "naked_pair", "pointing", "x_wing", "swordfish", "xy_wing"):
        assert positions()[Technique(name)]


def test_a_position_is_read_as_it_is_written() -> None:
    for _, position in KNOWN:
        assert read_position(str(position).split()) == position


def test_they_are_found_in_random_puzzles() -> None:
    found = list(islice(find_positions(2, "seed", Budget(20)), 8))
    counts = Counter(technique for technique, _ in found)
    assert max(counts.values()) <= 2
    for technique, position in found:
        step = next_step(position.state)
        assert step is not None
        assert step.technique is technique
    assert found == list(islice(find_positions(2, "seed", Budget(20)), 8))
