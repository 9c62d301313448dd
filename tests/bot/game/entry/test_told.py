"""Questions about the game as it stands."""

import pytest

from bot.game.entry import Letters
from bot.game.entry.told import Asking, Told, asking
from engine.board import Geometry

BOARD = Geometry.of_size(9)
HERE = BOARD.cell(4, 4)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("what was my last move?", Asking(Told.LAST_MOVE)),
        ("¿cuál fue mi última jugada?", Asking(Told.LAST_MOVE)),
        ("我刚才填了哪里", Asking(Told.LAST_MOVE)),
        ("¿qué acabo de poner?", Asking(Told.LAST_MOVE)),
        ("how many 7s are there", Asking(Told.DIGIT, 7)),
        ("cuántos 5 faltan", Asking(Told.DIGIT, 5)),
        ("還差幾個4", Asking(Told.DIGIT, 4)),
        ("how many hints have I used", Asking(Told.HINTS)),
        ("cuántas pistas llevo", Asking(Told.HINTS)),
        ("我用了几次提示", Asking(Told.HINTS)),
        ("which numbers did I put in", Asking(Told.OWN)),
        ("cuáles son míos?", Asking(Told.OWN)),
        ("哪些数字是我填的", Asking(Told.OWN)),
        ("did I write this?", Asking(Told.WHOSE, HERE)),
        ("这个是我填的还是题目本来就有的", Asking(Told.WHOSE, HERE)),
        ("read me out row three", Asking(Told.UNIT, 2)),
        ("léeme la columna 2", Asking(Told.UNIT, 10)),
        ("念一下第五行", Asking(Told.UNIT, 4)),
        ("is r2c3 filled already?", Asking(Told.WHOSE, 11)),
        ("have I done the last corner", Asking(Told.WHOSE, 80)),
        ("¿está libre f2c3?", Asking(Told.WHOSE, 11)),
        ("ya rellené la última celda?", Asking(Told.WHOSE, 80)),
        ("r2c3填了没", Asking(Told.WHOSE, 11)),
        ("最后那个角是不是还空着", Asking(Told.WHOSE, 80)),
    ],
)
def test_a_question_is_found(text: str, asked: Asking) -> None:
    assert asking(text, BOARD, Letters.ROW, HERE) == asked


@pytest.mark.parametrize(
    "text",
    [
        *("r9c8填几", "r9c8填几个", "d8填几"),
        *("undo my last move", "how many are left", "change my last move to 5", "erase row 3"),
        *("how many mistakes did I make", "put a 7 in row 3", "borra la última", "还剩几个"),
        *("把我刚填的删掉", "is that right", "how many 12s are there", "notes for row 3"),
        *("quiero deshacer lo último que puse", "¿está bien el 2 que acabo de poner?"),
        *("did I write this in r1c1 or in r2c2?", "is r2c3 4", "clear r2c3", "r2c3 is empty"),
        *("the last corner", "la última esquina", "r2c3填4了", "is the last cell of row 2 a 5"),
    ],
)
def test_an_order_and_another_question_are_none(text: str) -> None:
    assert asking(text, BOARD, Letters.ROW, HERE) is None
