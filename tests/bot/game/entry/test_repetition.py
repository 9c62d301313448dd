"""The last digit once more, in another cell."""

import pytest

from bot.game.entry import Letters
from bot.game.entry.repetition import again_at
from engine.board import Geometry

BOARD = Geometry.of_size(9)
LAST = BOARD.cell(4, 4)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("same number in the cell right of it", "r5c6"),
        ("haha the same once more, below it", "r6c5"),
        ("same again in r2c3", "r2c3"),
        ("lo mismo en la de a la derecha de esa", "r5c6"),
        ("el mismo número en f2c3", "r2c3"),
        ("它右边那格填同样的", "r5c6"),
        ("r2c3也填一样的数", "r2c3"),
        ("put the same digit in r2c3 too please", "r2c3"),
        ("otra vez lo mismo en f2c3", "r2c3"),
    ],
)
def test_the_last_digit_is_wanted_once_more(text: str, cell: str) -> None:
    assert again_at(text, BOARD, Letters.ROW, LAST) == BOARD.cell(
        int(cell[1]) - 1, int(cell[3]) - 1
    )


@pytest.mark.parametrize(
    "text",
    [
        *("same again", "not the same in r2c3", "is it the same in r2c3?", "same 4 in r2c3"),
        *(
            "undo it again in r2c3",
            "lo mismo",
            "no es lo mismo en f2c3",
            "r2c3填的不一样",
            "再来一个",
        ),
        *("the same in r2c3 and r2c4", "the cell right of it"),
        *("check r2c3 again", "look at r2c3 again", "explain r2c3 again", "can I do r2c3 again"),
        *("revisa otra vez f2c3", "mira f2c3 de nuevo", "r2c3和上面一样吗", "再看r2c3一样的"),
    ],
)
def test_without_a_cell_or_with_a_denial_it_is_not(text: str) -> None:
    assert again_at(text, BOARD, Letters.ROW, LAST) is None


def test_before_the_first_digit_there_is_none_to_repeat() -> None:
    assert again_at("same again in r2c3", BOARD, Letters.ROW, None) is None
