"""Remote pairs: published, proved, and all that the definition gives."""

from itertools import combinations

import pytest

from engine.techniques import State, remote_pairs
from engine.techniques.parts import Cells
from engine.techniques.remote_pairs import REMOTE_PAIRS
from tests.engine.techniques.finders import Finders, concluded, seen, values_at
from tests.engine.techniques.test_published import EXAMPLES

FOUND = Finders.of(remote_pairs)


def test_they_are_found_where_they_were_published() -> None:
    FOUND.check_published()


def test_each_step_follows_from_its_parts_and_comes_once() -> None:
    FOUND.check_proved()


@pytest.mark.long
def test_they_are_found_wherever_lines_and_digits_go() -> None:
    FOUND.check_everywhere()


def test_they_have_the_place_and_the_rating_that_players_know() -> None:
    FOUND.check_known()


STATES = [*FOUND.states, *(example.state() for example in EXAMPLES[::5])]


def links(state: State, cells: list[int], start: int) -> dict[int, int]:
    """How many links away each of some cells is."""
    away, fresh = {start: 0}, [start]
    for cell in fresh:
        for other in state.geometry.peers[cell]:
            if other in cells and other not in away:
                away[other] = away[cell] + 1
                fresh.append(other)
    return away


@pytest.mark.long
def test_they_are_all_that_the_definition_gives() -> None:
    for state in STATES:
        expected = set()
        for pair in map(frozenset, combinations(state.digits, 2)):
            cells = [cell for cell in range(81) if values_at(state, cell) == pair]
            for start in cells:
                for end, away in links(state, cells, start).items():
                    if away % 2 and away > 1:
                        expected.add(
                            frozenset(o for value in pair for o in seen(state, value, (start, end)))
                        )
        assert concluded(state, REMOTE_PAIRS) == expected - {frozenset()}


def test_a_path_is_as_short_as_there_is_one() -> None:
    for state, several in FOUND.found(100):
        for step in several:
            path, ends = step.parts()["cells"], step.parts()["ends"]
            assert isinstance(path, Cells)
            assert isinstance(ends, Cells)
            first = path.cells[0]
            same = [cell for cell in range(81) if state.cells[cell] == state.cells[first]]
            assert ends.cells == (first, path.cells[-1])
            assert len(path.cells) == links(state, same, first)[path.cells[-1]] + 1
