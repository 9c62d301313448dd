import pytest

from bot.game.example import example_move
from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from engine import parse

SOLUTION = parse("1234341221434321")


@pytest.mark.parametrize("blanks", [(0,), (5, 6), tuple(range(16))])
def test_the_example_is_a_move_that_breaks_no_rule(blanks: tuple[int, ...]) -> None:
    game = Game(SOLUTION.with_values(dict.fromkeys(blanks, 0)), SOLUTION)
    name, digit = example_move(game).split()
    geometry = game.givens.geometry
    cell = next(c for c in range(geometry.cell_count) if geometry.name(c) == name)
    after = game.with_turn(Turn(1, (Move(Act.PLACE, cell, int(digit)),)))
    assert after.conflicts() == ()


def test_there_is_an_example_even_where_mistakes_leave_nothing_right_to_do() -> None:
    givens = SOLUTION.with_values(dict.fromkeys(range(1, 16), 0))
    full = {cell: 1 + cell % 4 for cell in range(1, 16)}
    for blanks in ((), (5,)):
        moves = (Move(Act.PLACE, cell, digit) for cell, digit in full.items() if cell not in blanks)
        game = Game(givens, SOLUTION).with_turn(Turn(1, tuple(moves)))
        name, digit = example_move(game).split()
        assert name != "r1c1"
        assert digit in "1234"
