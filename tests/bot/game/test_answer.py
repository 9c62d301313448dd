import pytest

from bot.game.answer import judge, turn_of_answer
from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from engine.board.geometry import Geometry
from engine.board.grid import Grid

FOUR = Geometry(2, 2)


def grid(line: str) -> Grid:
    return Grid(FOUR, bytes(int(symbol) for symbol in line.replace(".", "0")))


SOLUTION = grid("1234341221434321")
GAME = Game(grid("12..3....1....21"), SOLUTION)


def test_the_solution_solves() -> None:
    verdict = judge(GAME, SOLUTION)
    assert verdict.solved
    assert (verdict.contradicted, verdict.wrong, verdict.blank) == ((), (), ())


def test_each_kind_of_fault_is_named_by_its_cells() -> None:
    verdict = judge(GAME, grid("2243341221.34321"))
    assert not verdict.solved
    assert verdict.contradicted == (0,)
    assert verdict.wrong == (2, 3)
    assert verdict.blank == (10,)


@pytest.mark.parametrize("line", ["2234341221434321", "1243341221434321", "12.4341221434321"])
def test_one_fault_of_any_kind_is_not_solved(line: str) -> None:
    assert not judge(GAME, grid(line)).solved


def test_givens_may_be_left_out_of_an_answer() -> None:
    assert judge(GAME, grid("..34.4122.4343..")).solved


def test_the_turn_of_an_answer_brings_the_board_to_it() -> None:
    game = GAME.with_turn(Turn(7, (Move(Act.PLACE, 2, 4), Move(Act.PLACE, 3, 4))))
    turn = turn_of_answer(game, SOLUTION, 8)
    assert Move(Act.PLACE, 3, 4) not in turn.moves
    after = game.with_turn(turn)
    assert after.is_solved
    assert (after.placed_by(2), after.placed_by(3)) == (8, 7)


def test_the_turn_of_an_answer_leaves_givens_and_its_blank_cells_alone() -> None:
    turn = turn_of_answer(GAME, grid("2.34............"), 8)
    assert turn.moves == (Move(Act.PLACE, 2, 3), Move(Act.PLACE, 3, 4))


def test_an_answer_of_another_shape_is_a_bug() -> None:
    other = Grid.blank(Geometry(3, 3))
    with pytest.raises(ValueError, match="answer"):
        judge(GAME, other)
    with pytest.raises(ValueError, match="answer"):
        turn_of_answer(GAME, other, 8)
