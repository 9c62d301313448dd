import pytest

from bot.game.answer import judge, turn_of_answer
from bot.game.move import Act, Move, Turn
from bot.game.play import Play
from engine.geometry import Geometry
from engine.grid import Grid

FOUR = Geometry(2, 2)


def grid(line: str) -> Grid:
    return Grid(FOUR, bytes(int(symbol) for symbol in line.replace(".", "0")))


SOLUTION = grid("1234341221434321")
PLAY = Play(grid("12..3....1....21"), SOLUTION)


def test_the_solution_solves() -> None:
    verdict = judge(PLAY, SOLUTION)
    assert verdict.solved
    assert (verdict.contradicted, verdict.wrong, verdict.blank) == ((), (), ())


def test_each_kind_of_fault_is_named_by_its_cells() -> None:
    verdict = judge(PLAY, grid("2243341221.34321"))
    assert not verdict.solved
    assert verdict.contradicted == (0,)
    assert verdict.wrong == (2, 3)
    assert verdict.blank == (10,)


@pytest.mark.parametrize("line", ["2234341221434321", "1243341221434321", "12.4341221434321"])
def test_one_fault_of_any_kind_is_not_solved(line: str) -> None:
    assert not judge(PLAY, grid(line)).solved


def test_givens_may_be_left_out_of_an_answer() -> None:
    assert judge(PLAY, grid("..34.4122.4343..")).solved


def test_the_turn_of_an_answer_brings_the_board_to_it() -> None:
    play = PLAY.with_turn(Turn(7, (Move(Act.PLACE, 2, 4), Move(Act.PLACE, 3, 4))))
    turn = turn_of_answer(play, SOLUTION, 8)
    assert Move(Act.PLACE, 3, 4) not in turn.moves
    after = play.with_turn(turn)
    assert after.is_solved
    assert (after.placed_by(2), after.placed_by(3)) == (8, 7)


def test_the_turn_of_an_answer_leaves_givens_and_its_blank_cells_alone() -> None:
    turn = turn_of_answer(PLAY, grid("2.34............"), 8)
    assert turn.moves == (Move(Act.PLACE, 2, 3), Move(Act.PLACE, 3, 4))


def test_an_answer_of_another_shape_is_a_bug() -> None:
    other = Grid.blank(Geometry(3, 3))
    with pytest.raises(ValueError, match="answer"):
        judge(PLAY, other)
    with pytest.raises(ValueError, match="answer"):
        turn_of_answer(PLAY, other, 8)
