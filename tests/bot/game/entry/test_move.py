import pytest

from bot.game.entry import Answer, Letters, parse_entry
from bot.game.move import Intent, IntentKind, Intents
from bot.game.refused import Refused
from engine.board.geometry import Geometry

FOUR, NINE, SIXTEEN = Geometry(2, 2), Geometry(3, 3), Geometry(4, 4)


def understood(text: str, geometry: Geometry = NINE, letters: Letters = Letters.ROW) -> str | None:
    """The moves of a message as the bot prints them."""
    entry = parse_entry(text, geometry, letters)
    assert not isinstance(entry, Answer)
    return entry.text(geometry) if entry else None


SAME = [
    "r4c5=7", "r4c5 7", "R4C5:7", "r4c5:7", "r4c5 = 7", "r4c57", "r4c5->7", "r4c5, 7",
    "(r4c5=7)", "R4 C5 7", "row 4 column 5 7", "Row 4, col 5: 7", "row 4 column 5 is 7",
    "c5r4=7", "r4c5=7.", "please r4c5=7", "r4c5=7 please!", "  r4c5 \t 7  ",
    "D5 7", "d5 7", "d57", "D5=7", "D57", "d5:7", "457", " 457 ",
    "ｒ４ｃ５＝７", "ｄ５７", "４５７", "r4️⃣c5️⃣=7️⃣", "4️⃣5️⃣7️⃣",
    "r٤c٥=٧", "٤٥٧", "r۴c۵=۷",
    "第4行第5列 7", "第4行第5列填7", "4行5列=7", "4行5列7", "第四行第五列是7",
    "第5列第4行：7", "在第４行，第５列写入７。",
    "f4c5=7", "fila 4 columna 5 = 7", "Fila 4, columna 5 es 7",
    "4: ....7....", "4:0000700 00", "4: ---- 7 ----", "4: ____7____", "4: ...|.7.|...",
    "4: . . . | . 7'. | . . .", "row 4: ....7....", "r4 ....7....", "4 ....7....",
    "第4行：....7....", "第四行 ....7....", "4：．．．．７．．．．", "4: ….7….", "4: ——7——",
    "4: 0,0,0,0,7,0,0,0,0",
]  # fmt: skip


@pytest.mark.parametrize("text", SAME)
def test_all_these_say_seven_in_row_four_column_five(text: str) -> None:
    assert understood(text) == "r4c5=7"


@pytest.mark.parametrize(
    "text",
    ["r4c5=", "r4c5 =", "clear r4c5", "Clear R4C5", "r4c5 x", "r4c5 X", "r4c5=x",
     "r4c5=0", "r4c5 0",
     "r4c5=.", "r4c5=-", "erase d5", "d5 x", "d5=", "r4c5 clear", "delete row 4 column 5", "r4c5 ⌫",
     "清除 r4c5", "清除第4行第5列", "r4c5 清除", "把第4行第5列清空", "borrar f4c5", "ｒ４ｃ５＝"],
)  # fmt: skip
def test_all_these_erase(text: str) -> None:
    assert understood(text) == "r4c5="


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("r4c5 +27", "r4c5 +27"),
        ("d5+72", "r4c5 +27"),
        ("r4c5 ＋27", "r4c5 +27"),
        ("r4c5 +2 +7", "r4c5 +27"),
        ("r4c5 -2", "r4c5 -2"),
        ("r4c5 −2", "r4c5 -2"),
        ("r4c5 —2", "r4c5 -2"),
        ("r4c5 +2 -7", "r4c5 +2 r4c5 -7"),
        ("note r4c5 27", "note r4c5 27"),
        ("Notes d5: 27", "note r4c5 27"),
        ("note r4c5 +27", "r4c5 +27"),
        ("note r4c5 0", "note r4c5 0"),
        ("笔记 r4c5 27", "note r4c5 27"),
        ("笔记第4行第5列27", "note r4c5 27"),
        ("r4c5 笔记 27", "note r4c5 27"),
        ("notas f4c5 27", "note r4c5 27"),
    ],
)
def test_notes(text: str, meaning: str) -> None:
    assert understood(text) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("457 468 911", "r4c5=7 r4c6=8 r9c1=1"),
        ("457,468;911\n123", "r4c5=7 r4c6=8 r9c1=1 r1c2=3"),
        ("r4c5=7 r4c6=8", "r4c5=7 r4c6=8"),
        ("r4c5=7r4c6=8", "r4c5=7 r4c6=8"),
        ("r4c5=7，r4c6=8；r9c1=1、d7 9", "r4c5=7 r4c6=8 r9c1=1 r4c7=9"),
        ("第4行第5列填7，然后清除r4c6", "r4c5=7 r4c6="),
        ("d57 e68 then 911", "r4c5=7 r5c6=8 r9c1=1"),
        ("d57 468", "r4c5=7 r4c6=8"),
        ("r4c5 7 and r4c6 8", "r4c5=7 r4c6=8"),
        ("clear r4c5 r4c6, d7 and 911", "r4c5= r4c6= r4c7= r9c1=1"),
        ("clear r4c5, r4c6 7", "r4c5= r4c6=7"),
        ("r4c5=\nr4c6=8", "r4c5= r4c6=8"),
        ("r4c5= 4: .....8...", "r4c5= r4c6=8"),
        ("r4c5=\n457", "r4c5= r4c5=7"),
        ("r4c5= d6=8", "r4c5= r4c6=8"),
        ("note r4c5 27, r4c6 8", "note r4c5 27 r4c6=8"),
        ("1: 53.......\n2: 6........", "r1c1=5 r1c2=3 r2c1=6"),
        ("1: 53......., 2: 6........", "r1c1=5 r1c2=3 r2c1=6"),
        ("1: 53....... 2: 6........", "r1c1=5 r1c2=3 r2c1=6"),
        ("4: 53.......; r9c9=1", "r4c1=5 r4c2=3 r9c9=1"),
        ("4: .........", ""),
    ],
)
def test_several_moves_in_one_message(text: str, meaning: str) -> None:
    assert understood(text) == meaning


def test_the_letter_names_the_row_or_the_column_as_set() -> None:
    assert understood("D5 7 d57", letters=Letters.ROW) == "r4c5=7 r4c5=7"
    assert understood("D5 7 d57", letters=Letters.COLUMN) == "r5c4=7 r5c4=7"
    assert understood("r4c5=7", letters=Letters.COLUMN) == "r4c5=7"


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("r12c3=14", "r12c3=E"),
        ("r12c3=E", "r12c3=E"),
        ("r12c3 e", "r12c3=E"),
        ("l3 14", "r12c3=E"),
        ("L3=e", "r12c3=E"),
        ("第十二行第三列 14", "r12c3=E"),
        ("d12 5", "r4c12=5"),
        ("d57", "r4c5=7"),
        ("r12c3= d5=7", "r12c3= r4c5=7"),
        ("r1c1 +1 +E", "r1c1 +1 +E"),
        ("r1c1 +1e", "r1c1 +1 +E"),
        ("r1c1 +10", "r1c1 +A"),
        ("r1c1 +27", "r1c1 +2 +7"),
        ("note r1c1 1 4 E, d5=7", "note r1c1 1 4 E r4c5=7"),
        ("12: 5..E............", "r12c1=5 r12c4=E"),
        ("12: 5 . . 14 . . . . . . . . . . . 16", "r12c1=5 r12c4=E r12c16=G"),
        ("12 5..E|....|....|....", "r12c1=5 r12c4=E"),
    ],
)
def test_digits_beyond_nine(text: str, meaning: str) -> None:
    assert understood(text, SIXTEEN) == meaning


@pytest.mark.parametrize("text", ["r4c5 x", "r4c5=", "r4c5=0", "r4c5=-", "clear r4c5"])
def test_erasing_has_no_digit(text: str) -> None:
    erased = Intents((Intent(IntentKind.ERASE, 31, 0),))
    assert parse_entry(text, NINE, Letters.ROW) == erased


@pytest.mark.parametrize(
    ("text", "meaning"),
    [("111", "r1c1=1"), ("199", "r1c9=9"), ("919", "r9c1=9"), ("991", "r9c9=1")],
)
def test_three_figures_are_a_row_a_column_and_a_digit(text: str, meaning: str) -> None:
    assert understood(text) == meaning


def refusal(text: str, geometry: Geometry = NINE) -> tuple[str, dict[str, str | int]]:
    with pytest.raises(Refused) as caught:
        parse_entry(text, geometry, Letters.ROW)
    return caught.value.key, dict(caught.value.values)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        *(("011", "r0c1"), ("101", "r1c0"), ("clear r4c5 r0c1", "r0c1")),
        *(("r0c3", "r0c3"), ("r0c3 5", "r0c3"), ("k9 7", "K9"), ("k9=", "K9")),
    ],
)
def test_a_cell_beyond_the_board_is_refused_if_it_was_surely_meant(text: str, cell: str) -> None:
    assert refusal(text) == ("no_such_cell", {"cell": cell, "size": 9})


@pytest.mark.parametrize("text", ["511", "151", "114 511"])
def test_a_smaller_board_has_fewer_cells(text: str) -> None:
    assert refusal(text, FOUR)[0] == "no_such_cell"


@pytest.mark.parametrize(
    ("text", "digit"),
    [
        *(("450", "0"), ("r4c5=q", "Q"), ("r4c5 12", "12"), ("r4c5 +20", "20")),
        ("clear r4c6 r4c5=12", "12"),
    ],
)
def test_a_digit_that_the_board_does_not_have_is_refused(text: str, digit: str) -> None:
    wrong = {"cell": "r4c5", "digit": digit, "highest": "9"}
    assert refusal(text) == ("no_such_digit", wrong)


@pytest.mark.parametrize("text", ["hello d5 +27", "hello d5 7", "hello d5 12", "hello clear d5"])
@pytest.mark.parametrize("more", ["", " 457", " k9 7"])
def test_a_letter_and_a_number_beside_other_words_are_talk(text: str, more: str) -> None:
    assert understood(text + more) is None


@pytest.mark.parametrize(
    "text",
    [
        *("hello d5=7", "hello r4c5 7", "hello d5=12", "hello r4c5 12", "hello d5=", "hello k9=7"),
        *("hello clear r4c5", "hello clear r4c5 d5", "hello clear d5 r4c5", "hello r4c57"),
    ],
)
def test_a_full_name_or_an_equals_sign_beside_other_words_is_meant(text: str) -> None:
    key, values = refusal(text)
    assert (key, values["text"]) == ("not_understood", "hello")


@pytest.mark.parametrize(
    ("text", "geometry", "meaning"),
    [
        ("clear r4c5 d57", NINE, "r4c5= r4c5=7"),
        ("clear r4c5 note r4c6 12", NINE, "r4c5= note r4c6 12"),
        ("clear r1c12", SIXTEEN, "r1c12="),
        ("clear r1c1, 2 r1c2", SIXTEEN, None),
    ],
)
def test_a_cell_with_a_digit_ends_what_is_cleared(
    text: str, geometry: Geometry, meaning: str | None
) -> None:
    if meaning is None:
        assert refusal(text, geometry)[0] == "not_understood"
    else:
        assert understood(text, geometry) == meaning


@pytest.mark.parametrize(
    ("typed", "apart", "joined"),
    [
        ("12", "1 2", "12"),
        ("16", "1 6", "16"),
        ("127", "1 2 7", "12 7"),
        ("712", "7 1 2", "7 12"),
        ("3127", "3 1 2 7", "3 12 7"),
        ("37128", "3 7 1 2 8", "3 7 12 8"),
    ],
)
def test_figures_of_notes_that_run_together_are_asked_about(
    typed: str, apart: str, joined: str
) -> None:
    asked = {"text": typed, "first": apart, "second": joined}
    assert refusal(f"r1c1 +{typed}", SIXTEEN) == ("ambiguous", asked)


def test_figures_that_make_no_digit_are_separate_notes() -> None:
    assert understood("r1c1 +17", SIXTEEN) == "r1c1 +1 +7"
    assert understood("r1c1 +28", SIXTEEN) == "r1c1 +2 +8"
    assert refusal("r1c1 +20", SIXTEEN)[0] == "no_such_digit"


def test_three_figures_on_a_large_board_are_quoted_whole() -> None:
    assert refusal("457", SIXTEEN) == ("triple_on_large", {"text": "457", "size": 16})
