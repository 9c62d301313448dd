from collections import Counter
from itertools import chain, islice

import pytest

from engine.positions.practice_search import Rank, find_positions
from engine.search.budget import Budget
from engine.techniques import steps
from engine.techniques.locked import POINTING
from engine.techniques.singles import NAKED_SINGLE
from engine.techniques.subsets import HIDDEN_QUAD, NAKED_PAIR
from engine.techniques.uniqueness import UNIQUE_LOOP_4, UNIQUE_RECTANGLE_6

COMMON = (POINTING, NAKED_PAIR)


@pytest.mark.long
def test_they_are_found_in_random_puzzles() -> None:
    found = list(islice(find_positions(2, "seed", Budget(20)), 8))
    assert max(Counter(technique for technique, _ in found).values()) <= 2
    for technique, position in found:
        assert next(steps(position.state, technique), None)
    assert found[:3] == list(islice(find_positions(2, "seed", Budget(20)), 3))


@pytest.mark.long
def test_only_those_are_found_that_are_wanted() -> None:
    found = [technique for technique, _ in find_positions(1, "seed", Budget(60), COMMON)]
    assert sorted(found) == sorted(COMMON)


@pytest.mark.long
def test_what_is_rare_as_a_next_step_is_found_beside_easier_ones() -> None:
    # All of the time is spent on better ones; a busy machine needs more of it.
    tries = (find_positions(1, "seed", Budget(seconds), [HIDDEN_QUAD]) for seconds in (3, 60))
    technique, position = next(chain.from_iterable(tries))
    assert next(steps(position.state, technique), None)


@pytest.mark.long
def test_puzzles_are_built_for_what_is_hardly_ever_met() -> None:
    rare, common = UNIQUE_LOOP_4, POINTING
    found = list(find_positions(3, "seed", Budget(60), [common, rare]))
    assert Counter(technique for technique, _ in found) == {common: 3, rare: 3}
    assert len({position.givens for _, position in found if _ is rare}) == 3
    assert all(next(steps(position.state, technique), None) for technique, position in found)


def test_singles_are_passed_over_unless_they_are_wanted() -> None:
    (alone,) = find_positions(1, "seed", Budget(20), [POINTING])
    both = dict(find_positions(1, "seed", Budget(20), [POINTING, NAKED_SINGLE]))
    assert both[POINTING] == alone[1]
    assert next(steps(both[NAKED_SINGLE].state, NAKED_SINGLE), None)


def test_a_puzzle_that_cannot_be_rated_in_time_ends_the_search_without_an_error() -> None:
    assert list(find_positions(1, "seed", Budget(0), [UNIQUE_RECTANGLE_6])) == []


def test_a_position_is_best_where_the_technique_is_next_and_nothing_was_ruled_out() -> None:
    assert [*Rank] == sorted(Rank) == [Rank.PLAIN, Rank.NEXT, Rank.BESIDE]
    assert Rank.PLAIN < Rank.NEXT < Rank.BESIDE
