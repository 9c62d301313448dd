import pytest

from bot.game.entry.pointed import (
    LastChanged,
    digit_erased,
    last_changed,
    of_that_cell,
    one_erased,
)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("put a 5 there", "=5"),
        ("no, change it to 6", "=6"),
        ("nope make that a 2", "=2"),
        ("oops i meant 6, change it to a 6", "=6"),
        ("oops i meant 6, change it to a 5", None),
        ("cámbialo x un 3 me confundí de tecla", "=3"),
        ("哎呀按错了 应该是9 帮我改下", "=9"),
        ("帮我改成9", "=9"),
        ("i meant 6 of them", None),
        ("改成5", "=5"),
        ("这里填七", "=7"),
        ("cámbialo por 2", "=2"),
        ("clear this cell", " x"),
        ("there is a 5", None),
        ("don't put a 5 there", None),
        ("put a 5 there or there", None),
    ],
)
def test_a_cell_that_is_pointed_at(text: str, meant: str | None) -> None:
    assert of_that_cell(text) == meant


@pytest.mark.parametrize(
    ("text", "digit"),
    [
        ("delete all the 8s i wrote", 8),
        ("我写的那些3全给我删了", 3),
        ("bórrame todos los 6 que puse", 6),
        ("delete all 4 notes", None),
        ("borra todos los 3 errores", None),
        ("delete all my data", None),
    ],
)
def test_a_digit_that_is_to_go_everywhere(text: str, digit: int | None) -> None:
    assert digit_erased(text) == digit


@pytest.mark.parametrize(
    ("text", "becomes", "was"),
    [
        ("Change the 5 I just entered to an 8.", 8, 5),
        ("replace the number I just put in with a five", 5, None),
        ("change my last move to six", 6, None),
        ("my last one should be a 4", 4, None),
        ("oops, i meant 6 for that last one", 6, None),
        ("omg wait no take that back i meant 6", 6, None),
        ("no scratch that its a 4", 4, None),
        ("undo that, i meant a 3", 3, None),
        ("could you change what I just wrote into a nine?", 9, None),
        ("刚才那个数字改成3。", 3, None),
        ("把我最后填的那个数字改成一", 1, None),
        ("上一步应该是5", 5, None),
        ("刚那个不是8 是6", 6, None),
        ("El último número que puse, cámbialo por un seis.", 6, None),
        ("cambia mi última jugada por un 5", 5, None),
        ("el ultimo que puse era un 4", 4, None),
        ("Disculpe, el número que puse al último era un 6.", 6, None),
        ("The last digit should be 6, not 8.", 6, None),
        ("argh fat fingers 😤 turn my last one into a 6, not whatever I typed", 6, None),
        ("ay me equivoqué 😅 cambia el último por un 6, no lo que puse", 6, None),
        ("哎呀手滑了😂 把上一步改成6，不是我填的那个", 6, None),
        ("change my last number to 3, no wait, 6", 6, None),
        ("cambia el último por un 3, no, perdón, por un 6", 6, None),
        ("上一步改成3，说错了，改成6", 6, None),
    ],
)
def test_the_last_digit_becomes_another(text: str, becomes: int, was: int | None) -> None:
    assert last_changed(text) == LastChanged(becomes, was)


@pytest.mark.parametrize(
    "text",
    [
        *("is my last one a 4", "the last number is 5", "the last one can't be 4"),
        *("don't change my last move to 6", "change the last puzzle to a 6", "上一步是什么"),
        *("cambia el último sudoku a 6", "change my last two moves", "change it to 5 " * 30),
        *("take that back, i dont want 6", "undo that it isnt a 6", "ignore that, is it 6?"),
        *("make the last one not a 2", "刚填的改成3 对不对", "el último no era un 3, no sé cuál"),
        *("don't change my last number to 3, no wait, 6", "change my last to 3, no wait, undo"),
    ],
)
def test_what_is_asked_or_denied_of_the_last_digit_changes_nothing(text: str) -> None:
    assert last_changed(text) is None


@pytest.mark.parametrize(
    ("text", "digit"),
    [
        ("delete the 5", 5),
        ("not that one, delete the other 5", 5),
        ("delete the 1 up top", 1),
        ("borra el uno", 1),
        ("把那个1删掉", 1),
        ("删掉那一个5", 5),
        ("delete the other one", None),
        ("remove the one I just put", None),
        ("delete one game", None),
        ("don't delete the 5", None),
        ("no borres el 5", None),
        ("不要删那个5", None),
        ("borra 1 partida", None),
        ("删除一局游戏", None),
        ("删掉一个", None),
    ],
)
def test_a_digit_that_is_to_go_is_named_as_one(text: str, digit: int | None) -> None:
    erased = one_erased(text)
    assert (erased.digit if erased else None) == digit


@pytest.mark.parametrize(
    "text",
    [
        *("okay " * 23, "my last one should be 5, sorry, " + "a " * 40 + "x"),
        "i meant 6" + ", sorry" * 15 + " x",
    ],
)
def test_the_same_word_many_times_is_read_in_no_time(text: str) -> None:
    assert of_that_cell(text) is None
    assert last_changed(text) is None
