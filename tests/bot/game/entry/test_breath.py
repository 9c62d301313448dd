"""A place or a digit that is taken back in the same breath."""

import pytest

from bot.game.entry import Letters
from bot.game.entry.spoken import likely_move, spoken_moves
from engine.board import Geometry

BOARD = Geometry.of_size(9)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("put a 3 in the top left corner, no wait, top right", "r1c9=3"),
        ("a 6 in r2c2, sorry, r2c3", "r2c3=6"),
        ("pon un 6 en la esquina superior derecha, perdón, superior izquierda", "r1c1=6"),
        ("r5c7 2 digo 4", "r5c7=4"),
        ("r5c7填2，哦不对，填4", "r5c7=4"),
        ("r3c3 8 说错了 r3c4 8", "r3c4=8"),
        ("a 6 in r2c2, sorry, 7 in r2c3", "r2c3=7"),
        ("r2c2... no wait, r2c3 is 6", "r2c3=6"),
        ("r2c2 is 6, no, in r2c3", "r2c3=6"),
        ("row 2 column 2... actually no, column 3 is a 6", "r2c3=6"),
        ("a 6 in row 2 column 2, I mean row 5", "r5c2=6"),
        ("un 6 en f2c2, no, en f2c3", "r2c3=6"),
        ("fila 2 columna 2, digo columna 3, un 6", "r2c3=6"),
        ("第二行第二列，不对，第三列填6", "r2c3=6"),
        ("二行二列填6 说错了 五行", "r5c2=6"),
        ("a 6 in row 2 col 2, I mean row 5 col 3, sorry", "r5c3=6"),
        ("un 6 en fila 2 col 2, digo fila 5 col 3, perdón", "r5c3=6"),
        ("r2c2填6 不对不对 r5c3，不好意思", "r5c3=6"),
    ],
)
def test_what_stands_behind_a_correction_counts(text: str, move: str) -> None:
    assert spoken_moves(text, BOARD, Letters.ROW) == move


@pytest.mark.parametrize(
    "text", ["r5c7 is 2, not 4", "r5c7 7 不对", "不要在r5c7填7", "un 7 en r5c7, no en r5c8"]
)
def test_a_denied_digit_is_no_correction(text: str) -> None:
    assert spoken_moves(text, BOARD, Letters.ROW) is None


@pytest.mark.parametrize(
    "text",
    [
        *("put 1 in r3c1, no wait, row 3 has a 1", "1 in r3c1, sorry, there's a 1 in row 3"),
        *("put 1 in r3c1, sorry, column has a 1", "put 1 in r3c1. No, r3c5 has a 1 already"),
        *("put a 6 in r3c1, no wait, I already have a 6 in the box", "1 in r3c1, scratch that"),
        *("un 1 en f3c1, no espera, la fila 3 ya tiene un 1", "un 1 en f3c1, no, f3c5 ya es 1"),
        *("un 1 en f3c1, perdón, ya hay un 1 en la fila 3", "pon 1 en f3c1, quise decir"),
        *("r3c1填1，不对，第3行有1了", "r3c1填1，哦不，第3行已经有1", "r3c1填1，说错了"),
        "a 6 in r2c2, sorry, the other one",
    ],
)
def test_a_move_that_is_only_taken_back_is_neither_made_nor_offered(text: str) -> None:
    assert spoken_moves(text, BOARD, Letters.ROW) is None
    assert likely_move(text, BOARD, Letters.ROW) is None


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("a 1 in r3c1, no wait, it has to go in r3c5", "r3c5 1"),
        ("put a 6 in r2c2, no wait, the one in row 3", "r3c2 6"),
        ("the one in row 3 column 5 is a 2", "r3c5 2"),
    ],
)
def test_what_takes_its_place_may_be_told_at_length(text: str, move: str) -> None:
    assert likely_move(text, BOARD, Letters.ROW) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("change the 4 I put in row 2, column 7, to a 9", "r2c7=9"),
        ("cambia el 8 que puse en r7c8 por un 4", "r7c8=4"),
        ("第二行第七格我填错了，改成9", "r2c7=9"),
        ("delete what I wrote in the bottom left corner", "r9c1 x"),
        ("borra lo que puse en la esquina superior izquierda", "r1c1 x"),
        ("把左下角我填的删掉", "r9c1 x"),
        ("第二行从左数第三格填6，第五格填9", "r2c3=6 r2c5=9"),
        ("r3c3=7 and uhh r9c9 = 2", "r3c3=7 r9c9=2"),
        ("右边那一竖从上往下数第五个填1", "r5c9=1"),
    ],
)
def test_whose_digit_it_was_changes_nothing_of_a_move(text: str, move: str) -> None:
    assert spoken_moves(text, BOARD, Letters.ROW) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("put 5 in the cell to the right of my last move", "r5c6=5"),
        ("un 5 debajo de mi última jugada", "r6c5=5"),
        ("在我上一步填的左边填5", "r5c4=5"),
    ],
)
def test_a_cell_beside_the_last_move_is_named(text: str, move: str) -> None:
    assert spoken_moves(text, BOARD, Letters.ROW, BOARD.cell(4, 4)) == move


def test_what_is_taken_back_twice_is_left_as_it_is_told() -> None:
    """What takes the place of what is not sure any more."""
    text = "a 6 in r2c2, no wait, r2c3, sorry, 7"
    assert spoken_moves(text, BOARD, Letters.ROW) is None
