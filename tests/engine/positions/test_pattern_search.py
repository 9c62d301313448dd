import pytest

from engine.positions.deadly_patterns import PATTERNS
from engine.positions.pattern_search import built_position
from engine.practice.position import Position
from engine.search.budget import Budget
from engine.search.search import solve
from engine.techniques import State, Technique, steps
from engine.techniques.singles import next_single, placed_singles
from engine.techniques.uniqueness import UNIQUE_LOOP_3, UNIQUE_LOOP_4
from tests.fewer import first_cases

ENOUGH = Budget(60)


def first(technique: Technique) -> Position:
    """The position of the first seed that leads to one."""
    found = (built_position(technique, f"g {number}", ENOUGH) for number in range(100))
    return next(position for position in found if position)


@pytest.fixture(scope="module", params=first_cases(2, PATTERNS))
def built(request: pytest.FixtureRequest) -> tuple[Technique, Position]:
    return request.param, first(request.param)


@pytest.mark.long
def test_the_technique_shows_and_no_single(built: tuple[Technique, Position]) -> None:
    technique, position = built
    assert next(steps(position.state, technique), None)
    assert next_single(position.state) is None


@pytest.mark.long
def test_it_is_on_the_way_of_a_puzzle_with_one_solution(built: tuple[Technique, Position]) -> None:
    _, position = built
    solution = solve(position.givens)
    assert all(value in {0, solution[at]} for at, value in enumerate(position.values.values))
    assert all(solution[cell] != value for cell, value in position.gone)
    begun = placed_singles(State.start(position.givens))
    assert all(value in {0, position.values[at]} for at, value in enumerate(begun.values))


@pytest.mark.long
def test_no_given_is_more_than_singles_need(built: tuple[Technique, Position]) -> None:
    _, position = built
    begun = placed_singles(State.start(position.givens))
    for cell in set(range(81)) - set(position.givens.blanks()):
        fewer = placed_singles(State.start(position.givens.with_values({cell: 0})))
        assert fewer.values != begun.values


@pytest.mark.long
def test_a_seed_stands_for_one_position() -> None:
    both = [first(UNIQUE_LOOP_4) for _ in range(2)]
    assert both[0] == both[1]


def test_where_the_time_is_spent_nothing_is_built() -> None:
    for number in range(5):
        assert built_position(UNIQUE_LOOP_3, f"seed {number}", Budget(0)) is None
