import pytest

from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from bot.game.policy import Policy, clash, faults
from engine import parse

SOLUTION = parse("1234341221434321")
BLANK = SOLUTION.with_values(dict.fromkeys({*range(16)} - {3}, 0))


def game(*placed: tuple[int, int]) -> Game:
    moves = tuple(Move(Act.PLACE, cell, digit) for cell, digit in placed)
    return Game(BLANK, SOLUTION).with_turn(Turn(1, moves))


@pytest.mark.parametrize(
    ("policy", "shown"),
    [(Policy.SILENT, set()), (Policy.CONFLICTS, {1, 3}), (Policy.WRONG, {1, 8})],
)
def test_each_policy_marks_what_it_says(policy: Policy, shown: set[int]) -> None:
    """r1c2=4 meets the 4 in r1c4; r3c1=1 meets nobody, but is wrong too."""
    assert faults(game((1, 4), (8, 1)), policy) == shown


def test_a_clash_names_the_other_cell() -> None:
    assert clash(game((1, 4)), 1) == 3
    assert clash(game((8, 1)), 8) is None
    assert clash(game(), 1) is None
