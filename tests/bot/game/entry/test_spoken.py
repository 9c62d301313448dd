import pytest

from bot.game.entry import Letters, parse_entry
from bot.game.entry.spoken import LONGEST, spoken_moves
from bot.game.move import Intents
from engine.board.geometry import Geometry

NINE = Geometry.of_size(9)


def spoken(text: str, letters: Letters = Letters.ROW) -> str | None:
    return spoken_moves(text, NINE, letters)


@pytest.mark.parametrize(
    "text",
    [
        "put 7 in row 4 column 5",
        "place a seven at row four, column five please",
        "fourth row, fifth column: 7",
        "4th row 5th col = 7",
        "7 at r4c5",
        "theres a 7 in r4c5",
        "creo que hay un 7 en r4c5",
        "r4c5 就是 7",
        "r4c5 is seven",
        "set d5 to 7",
        "the cell (4, 5) should be 7",
        "column 5 row 4 is a 7",
        "四行五列填7",
        "第四行第五格填七",
        "把7填到第4行第5列",
        "第5列第4行放7",
        "pon un 7 en la fila 4 columna 5",
        "cuarta fila, quinta columna: siete",
        "7 en r4c5",
        "7 en f4c5, gracias",
        "7 in r4c5 cheers",
        "把第四行第五列那一格填成7。",
        "第 4 列第 5 欄填7",
        "第五欄第四列放7",
        "在第四橫列第五直行填7",
        "四行五列写7 谢啦",
    ],
)
def test_a_digit_is_placed_in_any_order_of_words(text: str) -> None:
    assert spoken(text) == "r4c5=7"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("remove the 3 from row 1 column 3", "r1c3 x"),
        ("删掉第1行第3列的数字", "r1c3 x"),
        ("quita el de la fila 1 columna 3", "r1c3 x"),
        ("note 2 and 7 in r4c5", "note r4c5 27"),
        ("mark 2 and 7 in r4c5", "note r4c5 27"),
        ("erase the notes 2 and 7 in r4c5", "r4c5 -2 -7"),
        ("note r4c5 2,7", "note r4c5 27"),
        ("Anota 2 y 7 como candidatos en la fila 4, columna 5.", "note r4c5 27"),
        ("add 2 7 as pencil marks in r4c5", "note r4c5 27"),
        ("把2和7作为笔记写在r4c5", "note r4c5 27"),
        ("put a tiny 7 in r4c5", "note r4c5 7"),
        ("apuntame un 7 chiquito en fila 4 col 5, d nota nomas", "note r4c5 7"),
        ("r4c5写个小7", "note r4c5 7"),
        ("r4c5 不是2就是7", "note r4c5 27"),
        ("tacha el 7 de las notas de f4c5", "r4c5 -7"),
        ("esta es mi jugada: f4c5 un 7 y f1c3 un 2", "r4c5=7 r1c3=2"),
        ("ponme lo d las notitas chiquitas el 1 y el 4 en fila 2 col 2", "note r2c2 14"),
        ("第四行吧第五列我觉得可能是二也可能是七你先帮我小字记一下", "note r4c5 27"),
        ("r4c5 +2,7", "r4c5 +2 +7"),
        ("r4c5 -2, 7", "r4c5 -2 -7"),
        ("第4行第5列记2和7", "note r4c5 27"),
        ("r4c5 is either 2 or 7, can you jot that down small", "note r4c5 27"),
        ("f4c5 es 2 o 7, apúntalos", "note r4c5 27"),
        ("r4c5是2或7，帮我记下来", "note r4c5 27"),
        ("mark 2 and 7 as possibilities in r4c5, but don't fill it in yet", "note r4c5 27"),
        ("在第4行第5列标上2和7，先别填", "note r4c5 27"),
        ("apuntalo, 2 y 7 en f4c5, pero no lo pongas todavía", "note r4c5 27"),
        ("put 7 in r4c5 and 3 in r1c3", "r4c5=7 r1c3=3"),
        ("第四行第五列填7，第一行第三列填2", "r4c5=7 r1c3=2"),
    ],
)
def test_notes_erasing_and_several_cells(text: str, moves: str) -> None:
    assert spoken(text) == moves
    assert isinstance(parse_entry(moves, NINE, Letters.ROW), Intents)


@pytest.mark.parametrize(
    "text",
    [
        "don't put 7 in r4c5",
        "should I put 7 in r4c5?",
        "my friend likes r4c5 7",
        "row 4 column 5",
        "put 7 or 8 in r4c5",
        "put 7 in row 4",
        "a 4x4 puzzle",
        "hello",
        "put 7 in r4c5 " + "please " * LONGEST,
    ],
)
def test_a_sentence_with_anything_else_in_it_is_no_move(text: str) -> None:
    assert spoken(text) is None


def test_the_letter_of_a_cell_may_name_its_column() -> None:
    assert spoken("put 7 in d5", Letters.COLUMN) == "r5c4=7"


def test_a_sentence_has_at_most_two_hundred_characters() -> None:
    assert LONGEST == 200
    assert spoken("put 7 in r4c5".ljust(LONGEST)) == "r4c5=7"
    assert spoken("put 7 in r4c5".ljust(LONGEST + 1)) is None


@pytest.mark.parametrize(
    "text",
    [
        *("r4c5 is 7?", "r4c5 is 7？", "put 7 in r4c5? please", "is r4c5 empty", "r4c5空着吗"),
        *("so, is 7 in r4c5", "r4c5填7了吗", "r4c5填了没", "要是r4c5填7"),
    ],
)
def test_a_question_or_a_supposition_is_no_move(text: str) -> None:
    assert spoken(text) is None


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("put 7 in r4c5, please, and 3 in r1c3", "r4c5=7 r1c3=3"),
        ("please, put 7 in r4c5 and 3 in r1c3, thanks", "r4c5=7 r1c3=3"),
        ("ok, put 7 in r4c5, and 3 in r1c3 now, please", "r4c5=7 r1c3=3"),
        ("put 7 in r4c5 and r1c3", None),
        ("r4c5 +2 -7", None),
        ("remove the 2 or the 7 from the notes in r4c5", None),
        ("erase 3 and 7 from r4c5", None),
        ("erase 3 from r4c5", "r4c5 x"),
        ("erase r4c5", "r4c5 x"),
        ("note 7 in r4c5", "note r4c5 7"),
        ("note r4c5", None),
        ("r5c5=7 r2c6=1 n r9c3=8", "r5c5=7 r2c6=1 r9c3=8"),
        ("a 5 in r1c1 a 4 in r2c2", "r1c1=5 r2c2=4"),
        ("un 5 en f1c1 un 4 en f2c2", "r1c1=5 r2c2=4"),
        ("把5填到r1c1把4填到r2c2", "r1c1=5 r2c2=4"),
        ("remove the 7 from r1c1 and the 5 from r1c2", "r1c1 x r1c2 x"),
        ("borra el 7 de f1c1 y el 5 de f1c2", "r1c1 x r1c2 x"),
        ("删掉r1c1的7和r1c2的5", "r1c1 x r1c2 x"),
        ("r1c1 is not 5 r2c2 is 4", None),
        ("remove 7 from r1c1 5 from r1c2", None),
    ],
)
def test_each_part_of_a_sentence_is_one_move(text: str, moves: str | None) -> None:
    assert spoken(text) == moves


@pytest.mark.parametrize(("tall", "wide", "notes"), [(3, 3, "27"), (2, 5, "2 7"), (4, 4, "2 7")])
def test_notes_stand_apart_where_digits_go_beyond_nine(tall: int, wide: int, notes: str) -> None:
    said = spoken_moves("note 2 and 7 in r4c5", Geometry(tall, wide), Letters.ROW)
    assert said == f"note r4c5 {notes}"
