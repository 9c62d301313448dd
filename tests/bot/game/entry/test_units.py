"""Questions about whole units and all cells."""

import pytest

from bot.game.entry import Letters
from bot.game.entry.told import Asking, Told, asking
from engine.board import Geometry

BOARD = Geometry.of_size(9)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("which numbers does row 3 have already?", Asking(Told.DIGITS, 2)),
        ("what's still missing in the middle box", Asking(Told.DIGITS, 22)),
        ("¿qué cifras hay ya en la columna 4?", Asking(Told.DIGITS, 12)),
        ("qué le falta a la fila 3", Asking(Told.DIGITS, 2)),
        ("第四列已经有哪些数字", Asking(Told.DIGITS, 12)),
        ("第三行缺什么", Asking(Told.DIGITS, 2)),
        ("中间那宫哪几个数没了", Asking(Told.DIGITS, 22)),
        ("q hay en la fila 3", Asking(Told.DIGITS, 2)),
        ("me atore en la fila 3 echame la mano", Asking(Told.HELP, 2)),
        ("第3列第三列還缺哪些數字", Asking(Told.DIGITS, 11)),
        ("第三欄缺什麼", Asking(Told.DIGITS, 11)),
        ("is there something I can do in box 2? box 2!", Asking(Told.HELP, 19)),
        ("finish column 4", Asking(Told.HELP, 12)),
        ("a hint for column 4 please", Asking(Told.HELP, 12)),
        ("¿qué puedo hacer en la caja 2?", Asking(Told.HELP, 19)),
        ("estoy atascado en la columna 4", Asking(Told.HELP, 12)),
        ("第2宫能填点什么", Asking(Told.HELP, 19)),
        ("我卡在第四列了", Asking(Told.HELP, 12)),
        ("which column is closest to being finished?", Asking(Told.FULLEST, 9)),
        ("what row has the fewest blanks", Asking(Told.FULLEST, 0)),
        ("¿qué caja está más llena?", Asking(Told.FULLEST, 18)),
        ("en qué columna me falta menos", Asking(Told.FULLEST, 9)),
        ("哪个宫空格最少", Asking(Told.FULLEST, 18)),
        ("哪一列最接近填完", Asking(Told.FULLEST, 9)),
        ("are there any cells with just one option left?", Asking(Told.SINGLES)),
        ("¿hay alguna celda con una sola posibilidad?", Asking(Told.SINGLES)),
        ("还有只剩一个候选的格子吗", Asking(Told.SINGLES)),
        ("有沒有格子只有一個候選數", Asking(Told.SINGLES)),
        ("is row 4 the fullest row?", Asking(Told.FULLEST, 0)),
        ("is there a cell in row 4 with only one candidate?", Asking(Told.HELP, 3)),
        ("¿hay en la fila 4 alguna celda con un solo candidato?", Asking(Told.HELP, 3)),
        ("第四行有没有只剩一个候选数的格子", Asking(Told.HELP, 3)),
    ],
)
def test_a_question_about_units_or_candidates_is_found(text: str, asked: Asking) -> None:
    assert asking(text, BOARD, Letters.ROW, None) == asked


@pytest.mark.parametrize(
    "text",
    [
        *("which mistakes are in row 3", "help me clear row 3", "which digits in row 3 are wrong"),
        *("no more hints for row 3", "where does the 4 go in row 3", "which notes has row 3"),
        *("which column in row 4 is almost done", "en la fila 4, qué columna está más llena"),
        *(
            "第四行里哪一列最满",
            "fill in the notes in row 7 for me",
            "i solved row 7",
            "which row",
            "which row has the fewest digits",
            "what is a row with only one candidate",
        ),
        *("qué errores hay en la fila 3", "sin pistas en la fila 3", "ayuda con las notas, fila 3"),
        *("¿qué celda tiene un solo candidato?", "¿qué fila?", "which numbers are missing"),
        *("第三行哪些数字错了", "别给我第三行的提示", "帮我把第三行清空", "哪一行数字最少"),
        *("哪个格子只剩一个候选数", "第三行和第四行缺什么", "a hint", "what is missing in row 12"),
    ],
)
def test_an_order_a_denial_and_another_question_are_none(text: str) -> None:
    assert asking(text, BOARD, Letters.ROW, None) is None
