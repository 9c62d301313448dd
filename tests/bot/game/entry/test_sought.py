import pytest

from bot.game.entry.message import Letters
from bot.game.entry.sought import (
    Changed,
    NotesErased,
    Sought,
    changed_in,
    erased_in,
    notes_erased_in,
    one_erased_in,
    sought_in,
)
from bot.game.move import mask_of
from engine import Geometry

NINE = Geometry.of_size(9)
ROW, COLUMN, BOX = 0, 9, 18
ALL = tuple(range(1, 10))


@pytest.mark.parametrize(
    ("text", "digit", "unit"),
    [
        ("where does the four go", 4, None),
        ("show me everywhere a 2 could go", 2, None),
        ("any places a 4 can go in box 9", 4, BOX + 8),
        ("where does the 4 go in the top right box", 4, BOX + 2),
        ("I keep looking, which square can the 7 go in row 5", 7, ROW + 4),
        ("右下角那个九宫格里，四应该放在哪儿？", 4, BOX + 8),
        ("第5行的3放哪", 3, ROW + 4),
        ("¿Dónde puede ir el seis en el cuadrado de abajo a la izquierda?", 6, BOX + 6),
        ("donde meto el 1 en la columna 2", 1, COLUMN + 1),
        ("where can the sevens still go?", 7, None),
        ("los 8 dnd van los que faltan", 8, None),
        ("¿dónde caben los seises?", 6, None),
        ("剩下的5还能放哪", 5, None),
    ],
)
def test_a_digit_is_looked_for_in_a_unit_or_everywhere(
    text: str, digit: int, unit: int | None
) -> None:
    assert sought_in(text, NINE, Letters.ROW) == Sought(digit, unit)


@pytest.mark.parametrize(
    ("text", "digit"),
    [
        ("where are all the 6s", 6),
        ("can you point out where the nines are", 9),
        ("¿dónde están todos los 4?", 4),
        ("no veo los 8, dónde están", 8),
        ("6都在哪", 6),
        ("所有的三在哪里", 3),
        ("highlight the 4s for me", 4),
        ("mark each 4 on the board", 4),
        ("could you show me all the fours", 4),
        ("resáltame los 4", 4),
        ("marca todos los cuatros", 4),
        ("muéstrame cada 4 del tablero", 4),
        ("把所有4高亮一下", 4),
        ("能把4都亮出来吗", 4),
        ("幫我highlight晒啲4", 4),
        ("将4全部圈出来", 4),
    ],
)
def test_it_is_asked_where_a_digit_stands(text: str, digit: int) -> None:
    assert sought_in(text, NINE, Letters.ROW) == Sought(digit, None, is_standing=True)


@pytest.mark.parametrize(
    ("text", "digit", "unit"),
    [
        ("remove the 6 I wrote in the top left box", 6, BOX),
        ("take that 3 out of row 4 again", 3, ROW + 3),
        ("borra el 9 que está en la primera fila", 9, ROW),
        ("quita el 2 de la columna 5", 2, COLUMN + 4),
        ("把第三列我填的7删掉", 7, COLUMN + 2),
        ("take the 5 out again", 5, None),
    ],
)
def test_the_digit_that_is_to_go_is_looked_for_in_a_unit(
    text: str, digit: int, unit: int | None
) -> None:
    erased = one_erased_in(text, NINE, Letters.ROW)
    assert erased is not None
    assert (erased.digit, erased.unit) == (digit, unit)


@pytest.mark.parametrize("text", ["remove all notes in row 3", "erase row 3", "undo 3", "x " * 150])
def test_where_no_digit_is_to_go_there_is_none(text: str) -> None:
    assert one_erased_in(text, NINE, Letters.ROW) is None


@pytest.mark.parametrize(
    "text",
    [
        "where is r4c5",
        "where do I see my 3 hints",
        "where are my 3 games",
        "where does it go",
        "where do 4 and 5 go",
        "put a 4 in row 5",
        "where does the 17 go",
        "where does the 5 go in row 12",
        "哪里错了 3",
        "哪个格子最好填啊 随便给指一个",
        "where can the 4 go " * 30,
        *("highlight row 4", "show me all 4 hints", "mark 4 in r4c5", "show 4", "mark every box"),
        *("marca un 4 en f4c5", "muestra los 4 niveles", "标出第4行", "显示第4步", "把4填进r4c5"),
    ],
)
def test_what_names_no_single_digit_or_asks_for_something_else_is_none(text: str) -> None:
    assert sought_in(text, NINE, Letters.ROW) is None


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("change the 5 in the 2nd row to a 6, fat fingers", Changed(ROW + 1, 5, 6)),
        ("cambia el 2 de la cuarta columna por un 5", Changed(COLUMN + 3, 2, 5)),
        ("倒数第二行那个8不是8 是9", Changed(ROW + 7, 8, 9)),
        ("第三列的4改成7", Changed(COLUMN + 2, 4, 7)),
    ],
)
def test_a_digit_of_a_unit_becomes_another_one(text: str, changed: Changed) -> None:
    assert changed_in(text, NINE, Letters.ROW) == changed


@pytest.mark.parametrize(
    "text",
    [
        "change the 5 to a 6",
        "change the 5 in row 2 to a 5",
        "change the 5 in row 2 to a 12",
        "change r2c2 in row 2 from 5 to 6",
        "the 5 in row 2",
    ],
)
def test_a_change_without_its_unit_or_its_digits_is_none(text: str) -> None:
    assert changed_in(text, NINE, Letters.ROW) is None


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("erase everything in row 3", ROW + 2),
        ("borra todos los míos de la columna 4", COLUMN + 3),
        ("en la fila 1 borra lo q puse", ROW),
        ("请把第二列我填的数字都擦掉。", COLUMN + 1),
        ("rub out evrything i put in column 8", COLUMN + 7),
        ("get shot of whatever i wrote in col 8", COLUMN + 7),
        ("clear col 8 pls", COLUMN + 7),
        ("can u wipe out row 7 again", ROW + 6),
        ("clear everything but column 8", None),
        ("erase everything except row 3", None),
        ("borra todos los míos menos la columna 4", None),
        ("don't clear column 8", None),
        ("don't erase everything in row 3", None),
        ("erase all notes in row 3", None),
        ("erase all the 7s in row 3", None),
        ("erase everything", None),
        ("shall I erase everything in row 3?", None),
    ],
)
def test_all_own_digits_of_a_unit_go_only_where_that_is_said(text: str, unit: int | None) -> None:
    assert erased_in(text, NINE, Letters.ROW) == unit


@pytest.mark.parametrize(
    ("text", "unit", "digits"),
    [
        ("remove all the 4 candidates from box 2", BOX + 1, (4,)),
        ("erase the 4s and 7s from the notes in the top row", ROW, (4, 7)),
        ("borra las notas 4 y 7 de la caja 2", BOX + 1, (4, 7)),
        ("quítame el candidato 4 de toda la columna 3", COLUMN + 2, (4,)),
        ("把第三列的笔记4和7都擦掉", COLUMN + 2, (4, 7)),
        ("第二宫里所有的候选数4全删掉", BOX + 1, (4,)),
        ("remove note 2 from row 1", ROW, (2,)),
        ("remove the 2 candidate from row 1", ROW, (2,)),
        ("borra la nota 2 de la fila 1", ROW, (2,)),
        ("kita el 2 d las notas d la primera fila", ROW, (2,)),
        ("clear notes of box 2", BOX + 1, ALL),
        ("erase all the pencil marks in row 1", ROW, ALL),
        ("Quita todas las notas de la fila 1.", ROW, ALL),
        ("把第三列的笔记全部删掉", COLUMN + 2, ALL),
        ("笔记太乱了 第一行的全给我删了", ROW, ALL),
    ],
)
def test_notes_of_a_unit_are_to_go(text: str, unit: int, digits: tuple[int, ...]) -> None:
    assert notes_erased_in(text, NINE, Letters.ROW) == NotesErased(unit, mask_of(digits))


@pytest.mark.parametrize(
    "text",
    [
        *("don't remove the 4 notes from box 2", "remove the 4 from box 2"),
        *("clear all notes", "clear row 1 but keep the notes", "show the notes of box 2"),
        *("remove the wrong notes in row 1", "borra todas las notas menos las de la fila 1"),
        *("¿quito las notas de la fila 9?", "除了第四行，笔记全删", "第四行的笔记别动"),
        *(
            "remove one note from row 1",
            "remove two notes from row 1",
            "erase the 4 notes in row 1",
        ),
        *("quita una nota de la fila 1", "quita dos notas de la fila 1", "删掉第一行的一个候选数"),
        *("erase the first note in row 1", "删掉第一行2个笔记"),
        *("should I erase the 4 notes in row 1?", "remove all notes in box 2 but the 4s"),
        *("no borres las notas 4 de la caja 2", "quita el 4 de la caja 2", "notas 4 de la caja 2"),
        *("别把第二宫的候选数4删掉", "把第二宫的4删掉", "把第二宫除了4的笔记删掉", "删掉笔记4"),
    ],
)
def test_notes_that_are_kept_or_not_named_stay(text: str) -> None:
    assert notes_erased_in(text, NINE, Letters.ROW) is None


@pytest.mark.parametrize(
    "text",
    [
        "我觉得右边中间那个宫里的9只能放在最上面那一排因为下面两排都有9了你看我想的对不对",
        "I think the 9 in box 6 can only go in the top row, am I right?",
        "i reckon 9 can only go in row 4 of box 6, right",
        "creo que el 9 de la caja 6 solo puede ir arriba, ¿verdad?",
    ],
)
def test_whoever_thinks_to_know_the_place_of_a_digit_asks_where_it_goes(text: str) -> None:
    assert sought_in(text, NINE, Letters.ROW) == Sought(9, BOX + 5)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "put the 9 in box 6, it can only go there",
            "9只能放在第六宫",
            "solo cabe un 9 en la caja 6",
        ),
        *("9 can only go here, right?", "the 9 or 8 of box 6 can only go there, right?"),
    ],
)
def test_an_order_and_a_claim_without_its_box_or_digit_are_none(text: str) -> None:
    assert sought_in(text, NINE, Letters.ROW) is None


def test_a_digit_of_a_cell_that_is_named_is_no_digit_of_its_kind() -> None:
    assert one_erased_in("erase the silly 5 in box 2", NINE, Letters.ROW) is not None
    assert one_erased_in("quita el 5 ese de abajo a la derecha q no va", NINE, Letters.ROW)
    assert one_erased_in("erase the silly 5 in r1c5", NINE, Letters.ROW) is None
    assert one_erased_in("r9c9 should be erased, shouldn't it", NINE, Letters.ROW) is None
