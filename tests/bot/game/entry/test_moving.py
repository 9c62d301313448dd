import pytest

from bot.game.entry import Letters
from bot.game.entry.moving import Moved, moved_in
from engine.board import Geometry

NINE = Geometry.of_size(9)


def moved(text: str) -> Moved | None:
    return moved_in(text, NINE, Letters.ROW)


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("Please move the last number I placed one cell to the left.", (0, -1)),
        ("slide that one square left", (0, -1)),
        ("move it two cells to the right", (0, 2)),
        ("could you shift my last digit one row up?", (-1, 0)),
        ("nope, move that to the cell on the right", (0, 1)),
        ("Mueve el último número una casilla a la izquierda", (0, -1)),
        ("muévelo una casilla más abajo", (1, 0)),
        ("¿me mueves el último dos casillas a la derecha?", (0, 2)),
        ("不对不对 刚那个往右挪一格", (0, 1)),
        ("把我最后填的数字移到左边那格", (0, -1)),
        ("把它往上移一格", (-1, 0)),
        ("that should have gone one to the left", (0, -1)),
        ("perdón, era en la casilla de abajo", (1, 0)),
        ("填错了，应该在右边那格", (0, 1)),
    ],
)
def test_the_last_digit_goes_one_way(text: str, way: tuple[int, int]) -> None:
    found = moved(text)
    assert found is not None
    assert (found.source, found.digit, found.target, found.way) == (None, None, None, way)
    assert found.is_sure


@pytest.mark.parametrize(
    ("text", "source", "digit", "target"),
    [
        ("move the 3 from r3c4 to r4c4", "r3c4", 3, "r4c4"),
        ("move the 5 in row 2, column 2 to row 2, column 1", "r2c2", 5, "r2c1"),
        ("move the 8 I just placed to r7c7", None, 8, "r7c7"),
        ("move the last one to r7c7", None, None, "r7c7"),
        ("oops i meant r7c7", None, None, "r7c7"),
        ("i meant r7c7 not r7c8", "r7c8", None, "r7c7"),
        ("mueve el 3 de la fila 3, columna 4 a la fila 4, columna 4", "r3c4", 3, "r4c4"),
        ("muévelo a r7c7", None, None, "r7c7"),
        ("把第三行第四列的数字移到r4c4", "r3c4", None, "r4c4"),
        ("请把3移到r4c4", None, 3, "r4c4"),
    ],
)
def test_a_digit_goes_to_a_cell(
    text: str, source: str | None, digit: int | None, target: str
) -> None:
    found = moved(text)
    assert found is not None
    assert found.target is not None
    named = None if found.source is None else NINE.name(found.source)
    assert (named, found.digit, NINE.name(found.target)) == (source, digit, target)


def test_a_digit_is_named_by_its_cell_and_goes_one_way() -> None:
    for text in (
        "move the 3 in r3c4 one down",
        "把r3c4的3移到它下面的一格",
        "mueve el 3 de r3c4 abajo",
    ):
        found = moved(text)
        assert found is not None
        assert (found.source, found.digit, found.way) == (21, 3, (1, 0))


@pytest.mark.parametrize(
    "text",
    [
        "move it up",
        "move it up 1",
        "move it 2 to the left",
        "往左挪一格",
        "muévelo a la derecha",
        "bump it up one",
        "I should go up",
        "va para arriba",
    ],
)
def test_what_goes_is_only_likely(text: str) -> None:
    found = moved(text)
    assert found is not None
    assert not found.is_sure


@pytest.mark.parametrize(
    "text",
    [
        "don't move the last number to the left",
        "no lo muevas a la derecha",
        "不要把刚才那个往右挪",
        "should I move the last number one cell to the left?",
        "¿muevo el 3 una casilla abajo?",
        "把3移到r4c4可以吗",
        "move the last number to r7c7 or r7c9",
        "muévelo a r7c7 o a r7c9",
        "把3移到r4c4还是r4c5",
        "move the notes in r1c1 to r1c2",
        "把笔记移到r1c2",
        "move up",
        "move it up a level",
        "pasa a la derecha",
        "mueve el tablero a la izquierda",
        "移除r3c4",
        "the difficulty should go down",
        "the 2 should go one down",
        "el botón era el de abajo",
        "按钮应该在下面",
        "move that row up",
        "mueve esa columna a la derecha",
        "把那个行往下移",
        "我把2往下移了",
        "move the 3 left of r4c4",
        "move the last number to r4c4 in r5c5",
        "move it to r4c4 " + "please " * 20,
    ],
)
def test_nothing_goes(text: str) -> None:
    assert moved(text) is None
