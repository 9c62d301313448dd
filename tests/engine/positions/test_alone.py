import pytest

from engine.positions.alone import NEVER_ALONE, alone, easier_step, shows
from engine.positions.practice_search import MOST_GONE
from engine.practice.position import Position, positions
from engine.search.budget import Budget
from engine.techniques import LADDER, TAUGHT, Technique
from engine.techniques.fish import X_WING
from engine.techniques.subsets import HIDDEN_QUAD
from tests.fewer import first_cases
from tests.positions import is_good

ENOUGH = Budget(60, MOST_GONE)


@pytest.mark.parametrize("technique", first_cases(4, TAUGHT))
def test_hardly_anything_easier_shows_in_practice(technique: Technique) -> None:
    assert is_good(technique)


def test_easier_steps_are_taken_until_the_technique_is_the_easiest() -> None:
    for number in range(20):
        plain = Position(positions(X_WING)[number].givens, positions(X_WING)[number].givens)
        found = alone(X_WING, plain, ENOUGH)
        if found is None:
            continue
        assert easier_step(found.state, X_WING) is None
        first = next(step for finder, _ in LADDER for step in finder(found.state))
        assert first.technique is X_WING
        break
    else:
        pytest.fail("of 20 puzzles none leads to an X-wing alone")


def test_what_never_shows_alone_has_no_such_position() -> None:
    assert HIDDEN_QUAD in NEVER_ALONE
    position = positions(HIDDEN_QUAD)[0]
    assert shows(position.state, HIDDEN_QUAD)
    assert alone(HIDDEN_QUAD, position, ENOUGH) is None


def test_a_position_with_too_much_ruled_out_is_none() -> None:
    position = next(each for each in positions(X_WING) if each.gone)
    assert alone(X_WING, position, ENOUGH) == position
    assert alone(X_WING, position, Budget(60, len(position.gone) - 1)) is None
    assert alone(X_WING, position, Budget(0, MOST_GONE)) in {None, position}
