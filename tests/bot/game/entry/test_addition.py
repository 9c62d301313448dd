"""What people add to a move: that this is all, a wish for the time after it, or a condition."""

import pytest

from bot.game.entry import Letters
from bot.game.entry.addition import parted
from bot.game.entry.spoken import likely_move, spoken_moves
from engine.board import Geometry

BOARD = Geometry.of_size(9)


@pytest.mark.parametrize(
    ("text", "moves", "wish"),
    [
        ("r3c3=4 r3c5=9 then check it please", "r3c3=4 r3c5=9", "check"),
        ("put a 4 in r3c3 and tell me if it's right", "r3c3=4", "check"),
        ("r3c3 4 and can you check it?", "r3c3=4", "check"),
        ("pon un 4 en f3c3 y mira si está bien", "r3c3=4", "check"),
        ("f3c3 4, luego revisa todo", "r3c3=4", "check"),
        ("r3c3填4 然后帮我检查一下", "r3c3=4", "check"),
        ("第三行第三列放4，看看对不对", "r3c3=4", "check"),
        ("f3 c3 4 porfa y dime q sigue", "r3c3=4", "hint"),
        ("3行3列填4哈 应该没错吧", "r3c3=4", "check"),
        ("r3c3填4，这回不会错了吧", "r3c3=4", "check"),
        ("a 4 in r3c3 and give me a hint", "r3c3=4", "hint"),
        ("f3c3 4 y dame una pista", "r3c3=4", "hint"),
        ("r3c3填4，再给我个提示", "r3c3=4", "hint"),
        ("row three column three four row three column five nine that's all", "r3c3=4 r3c5=9", ""),
        ("f3c3 4 f3c5 9 nada más", "r3c3=4 r3c5=9", ""),
        ("r3c3填4 r3c5填9 就这些", "r3c3=4 r3c5=9", ""),
    ],
)
def test_what_stands_behind_moves_is_kept_apart(text: str, moves: str, wish: str) -> None:
    assert spoken_moves(text, BOARD, Letters.ROW) == moves
    assert parted(text)[1] == wish


@pytest.mark.parametrize(
    "text",
    [
        "don't put a 4 in r3c3 and check it",
        "no pongas un 4 en f3c3 y revisa",
        "别在r3c3填4，检查一下",
        "r3c3 4, is that right?",
        "¿un 4 en f3c3 está bien?",
        "r3c3填4对不对？",
        "r3c3填4没错吧",
        "r3c3 was never a 4, that's all",
    ],
)
def test_what_is_denied_or_asked_is_no_move(text: str) -> None:
    assert spoken_moves(text, BOARD, Letters.ROW) is None


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("put a 3 in r4c4 if it fits, otherwise a 9", "r4c4 3"),
        ("if it's free, put a 3 in r4c4", "r4c4 3"),
        ("pon un 3 en f4c4 si se puede", "r4c4 3"),
        ("si cabe, un 3 en f4c4", "r4c4 3"),
        ("r4c4放3 放得下的话，不然就放9", "r4c4 3"),
        ("如果行的话，在r4c4填3", "r4c4 3"),
        ("r4c4 must be a 3?? just put it in", "r4c4 3"),
        ("creo que va un 3 en f4c4?? ponlo", "r4c4 3"),
        ("r4c4应该是3吧？填上吧", "r4c4 3"),
        ("r4c4 must be a 3?? or not", None),
        ("¿va un 3 en f4c4? no lo pongas", None),
        ("r4c4应该是3吧？别填上", None),
        ("put a 3 in the very last corner", "r9c9 3"),
        ("un 3 en la última casilla", "r9c9 3"),
        ("最后那个角填3", "r9c9 3"),
        ("I wonder if a 3 goes in r4c4", None),
        ("me pregunto si va un 3 en f4c4", None),
        ("不知道如果r4c4填3会怎样", None),
    ],
)
def test_a_move_on_a_condition_or_for_the_last_cell_is_only_likely(
    text: str, move: str | None
) -> None:
    assert spoken_moves(text, BOARD, Letters.ROW) is None
    assert likely_move(text, BOARD, Letters.ROW) == move


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("borrame el d la esquina d abajo a la derecha q esta mal", "r9c9 x"),
        ("delete the 6 in r9c9 because it is wrong", "r9c9 x"),
        ("erase r9c9, that was a mistake", "r9c9 x"),
        ("r3c4那个不要了 删", "r3c4 x"),
        ("删掉r9c9，填错了", "r9c9 x"),
        ("右下角那个换成2啦 打错了", "r9c9=2"),
        ("cambia f9c9 por un 2, me equivoqué", "r9c9=2"),
        # Which digit is wrong is no move, nor what is on a condition or denied.
        ("the 3 in r3c4, that was a mistake", None),
        ("r9c9是6，填错了", None),
        ("borra f9c9 si está mal", None),
        ("don't erase r9c9, it's wrong", None),
        ("r9c9不要删，没填错", None),
    ],
)
def test_why_something_goes_changes_nothing_of_it(text: str, moves: str | None) -> None:
    assert spoken_moves(text, BOARD, Letters.ROW) == moves
