import pytest

from engine.practice.position import Position, exercise, positions, read_position
from engine.search.search import solve
from engine.techniques import TAUGHT, Technique, steps
from engine.techniques.fish import X_WING

FIRST = [(technique, each) for technique in TAUGHT for each in positions(technique)[:2]]


@pytest.mark.parametrize("technique", TAUGHT)
def test_every_technique_can_be_practised_beside_its_example(technique: Technique) -> None:
    known = positions(technique)
    assert len(set(known)) == len(known) > 1


@pytest.mark.parametrize(("technique", "position"), FIRST, ids=lambda each: str(each)[:25])
def test_the_technique_shows_there_and_wherever_its_lines_go(
    technique: Technique, position: Position
) -> None:
    assert next(steps(position.state, technique), None)
    assert next(steps(position.rearranged("a seed").state, technique), None)


@pytest.mark.parametrize("technique", TAUGHT)
def test_each_is_on_the_way_of_a_puzzle(technique: Technique) -> None:
    for position in positions(technique):
        solution = solve(position.givens)
        pairs = zip(position.givens.values, position.values.values, solution.values, strict=True)
        assert all(given in {0, value} and value in {0, right} for given, value, right in pairs)
        cells = position.state.cells
        assert all(cells[at] >> solution[at] - 1 & 1 for at in position.values.blanks())


def test_nothing_is_asked_twice_and_the_example_never() -> None:
    asked = [exercise(X_WING, number) for number in range(300)]
    assert len(set(asked)) == len(asked)
    assert positions(X_WING)[0] not in asked
    assert exercise(X_WING, 7) == asked[7]


def test_a_position_is_read_as_it_is_written() -> None:
    for _, position in FIRST:
        assert read_position(str(position).split()) == position
        moved = position.rearranged("a seed")
        assert read_position(str(moved).split()) == moved
