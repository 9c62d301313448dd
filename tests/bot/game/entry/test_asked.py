import pytest

from bot.game.entry.asked import Asked, Question, asked_about, asked_of_each
from bot.game.entry.message import Letters
from engine import Geometry

NINE = Geometry.of_size(9)
THERE = NINE.cell(4, 4)


def asked(text: str, there: int | None = THERE) -> Asked | None:
    return asked_about(text, NINE, Letters.ROW, there)


@pytest.mark.parametrize(
    ("text", "question", "cell", "digit"),
    [
        ("why is it a 4 there", Question.WHY, "r5c5", 4),
        ("¿por qué va un 4 ahí?", Question.WHY, "r5c5", 4),
        ("为什么这里一定是7?", Question.WHY, "r5c5", 7),
        ("why is r4c5 a 4", Question.WHY, "r4c5", 4),
        ("why can't r3c4 be 5?", Question.WHY_NOT, "r3c4", 5),
        ("Why can't a 6 go there?", Question.WHY_NOT, "r5c5", 6),
        ("what can go in r3c4", Question.WHICH, "r3c4", None),
        ("3行4列能填什么", Question.WHICH, "r3c4", None),
        ("what goes in the middle cell", Question.WHICH, "r5c5", None),
        ("6 in the top right corner right?", Question.WHICH, "r1c9", 6),
        ("un 3 en r2c2, ¿no?", Question.WHICH, "r2c2", 3),
        ("右上角是5对吧？", Question.WHICH, "r1c9", 5),
        ("左下角那格填啥子嘛", Question.WHICH, "r9c1", None),
        ("左下角嗰格填乜嘢好", Question.WHICH, "r9c1", None),
        ("can I put a 2 in r3c1", Question.WHICH, "r3c1", 2),
        ("should I change r3c1 to 2", Question.WHICH, "r3c1", 2),
        ("debo poner un 2 en f3c1", Question.WHICH, "r3c1", 2),
        ("r3c1填2呢", Question.WHICH, "r3c1", 2),
        ("r3c1为啥是2", Question.WHY, "r3c1", 2),
        ("Is the digit I put in row 3, column 1 correct?", Question.WHICH, "r3c1", None),
        ("did I put the right number in r3c1?", Question.WHICH, "r3c1", None),
        ("¿Está bien el número que puse en la fila 3, columna 1?", Question.WHICH, "r3c1", None),
        ("我在r3c1填的数字对不对", Question.WHICH, "r3c1", None),
        ("what number do i stick in r3c1", Question.WHICH, "r3c1", None),
        ("can r3c1 be 4 or 7 rite", Question.WHICH, "r3c1", None),
        ("whats 8 doing there", Question.WHY, "r5c5", 8),
        ("you're wrong r3c1 cant be 8", Question.WHY_NOT, "r3c1", 8),
        ("please check r3c1", Question.WHICH, "r3c1", None),
        ("revisa la celda f3c1", Question.WHICH, "r3c1", None),
        ("检查r3c1", Question.WHICH, "r3c1", None),
        ("第三行第二列到底是7还是8啊", Question.WHICH, "r3c2", None),
        ("cual es la solucion de f3c1", Question.WHICH, "r3c1", None),
        ("what's the answer for r3c1", Question.WHICH, "r3c1", None),
        ("en r3c1 que hay", Question.WHICH, "r3c1", None),
        ("que numeros caben en la f3c1", Question.WHICH, "r3c1", None),
        ("r3c1填2没错吧", Question.WHICH, "r3c1", 2),
        ("en la fila 3 columna 2 va un 7 o un 8?", Question.WHICH, "r3c2", None),
        ("我说填几啊 就我刚填那格左边那个", Question.WHICH, "r5c4", None),
        ("¿qué va debajo de ese?", Question.WHICH, "r6c5", None),
        (
            "estoy en la fila 5, me faltan el 2 y el 6, cual va en la columna 3",
            Question.WHICH,
            "r5c3",
            None,
        ),
        ("voy en la columna 3, cual va en la fila 5", Question.WHICH, "r5c3", None),
        (
            "I'm in row 5, missing 2 and 6, which one goes in column 3?",
            Question.WHICH,
            "r5c3",
            None,
        ),
        ("我在做第5行，还差2和6，第3列填哪个", Question.WHICH, "r5c3", None),
    ],
)
def test_a_question_about_a_cell(
    text: str, question: Question, cell: str, digit: int | None
) -> None:
    row, column = int(cell[1]), int(cell[3])
    assert asked(text) == Asked(question, NINE.cell(row - 1, column - 1), digit)


@pytest.mark.parametrize(
    "text",
    [
        "why",
        "why is this so slow",
        "explain x-wing",
        "can you put a 5 in r3c4?",
        "can I erase r3c4",
        "don't check r3c4",
        "check my board",
        "is that correct?",
        "which 5?",
        "what goes in row 4 and what in column 5",
        "第5行还差什么，第3列呢",
        "estoy en la fila 5, cual va en la fila 3",
        "hi",
    ],
)
def test_other_questions_are_about_no_cell(text: str) -> None:
    assert asked(text) is None


def test_nothing_is_pointed_at_where_nothing_was_done() -> None:
    assert asked("why is it a 4 there", there=None) is None


@pytest.mark.parametrize(
    "text",
    [
        "r5c1 is 3 and r5c2 is 8 rite",
        "is r5c1 3 and r5c2 8?",
        "r5c1=3 and r5c2=8, correct?",
        "so r5c1 is 3 and r5c2 gotta be 8 huh",
    ],
)
def test_several_digits_of_which_somebody_asks_whether_they_are_right(text: str) -> None:
    assert asked_of_each(text, NINE, Letters.ROW) == [
        Asked(Question.WHICH, NINE.cell(4, 0), 3),
        Asked(Question.WHICH, NINE.cell(4, 1), 8),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "r5c1 is 3 and r5c2 is 8",
        "can you put 3 in r5c1 and 8 in r5c2?",
        "why is r5c1 3 and r5c2 8?",
        "is r5c1 3 and r5c2 12?",
        "is r5c1 the same as r5c2?",
    ],
)
def test_orders_and_other_questions_about_several_cells_ask_no_such_thing(text: str) -> None:
    assert asked_of_each(text, NINE, Letters.ROW) == []
