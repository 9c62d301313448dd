import pytest

from bot.game.entry.heard import with_digits


@pytest.mark.parametrize(
    ("said", "figures"),
    [
        ("row four column five seven", "row 4 column 5 7"),
        ("row for column too", "row 4 column 2"),
        ("the third row", "the 3# row"),
        ("fla tres colunma dos", "fila 3 columna 2"),
        ("第二航第六例天五", "第2行第6列填5"),
        ("那一格记一下", "那格记"),
        ("呢格填乜嘢", "呢格填什么"),
        ("第4列第5欄", "第4行第5列"),
        ("no, the one in row three", "no, the one in row 3"),
        ("the other one, not that one", "the other one, not that one"),
        ("put the one in row three", "put the 1 in row 3"),
        ("a one, where does the one go", "a 1, where does the 1 go"),
        ("cada uno, uno de los tres", "cada uno, uno de los 3"),
        ("pon un uno", "pon un 1"),
        ("go back to b4 i guessed", "go back to before i guessed"),
        ("put 3 in b4", "put 3 in b4"),
        ("2% of my battery, r4c5 7", "% of my battery, r4c5 7"),
        ("me queda el 2 por ciento", "me queda el %"),
        ("只剩百分之二的电", "只剩%的电"),
        ("另一个格，填一", "另个格,填1"),
    ],
)
def test_numbers_are_figures_and_slips_are_mended(said: str, figures: str) -> None:
    assert with_digits(said) == figures
