import pytest

from bot.game.entry.pointed import digit_erased, of_that_cell


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("put a 5 there", "=5"),
        ("no, change it to 6", "=6"),
        ("Change the 5 I just entered to an 8.", "=8"),
        ("改成5", "=5"),
        ("刚才那个数字改成3。", "=3"),
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
