import pytest

from bot.game.entry.message import Letters
from bot.game.entry.places import with_places
from bot.game.entry.spoken import spoken_moves
from engine import Geometry

NINE = Geometry.of_size(9)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("top right corner is 5", "r1c9=5"),
        ("put nine in the middle cell", "r5c5=9"),
        ("The middle square of the whole board is 9.", "r5c5=9"),
        ("7 in the lower right corner", "r9c9=7"),
        ("the third cell in the top row is 8", "r1c3=8"),
        ("row 3, last cell: 2", "r3c9=2"),
        ("3rd from the right in row 4 is 7", "r4c7=7"),
        ("top left of box 5 is 3", "r4c4=3"),
        ("bottom row, third column 4", "r9c3=4"),
        ("first row fourth one is a nine", "r1c4=9"),
        ("the fourth one in row 1 is a 9", "r1c4=9"),
        ("6 in teh middle of the bottom left box thx", "r8c2=6"),
        ("5 down 3 across is 4", "r5c3=4"),
        ("a 9 bottom row third one along", "r9c3=9"),
        ("middle of the top row put 5", "r1c5=5"),
        ("last column second from the top 6", "r2c9=6"),
        ("put a 4 in the second box of the bottom row", "r9c2=4"),
        ("最下面一行中间那个写3", "r9c5=3"),
        ("最后一行倒数第二格填6", "r9c8=6"),
        ("倒数第二行第三格填6", "r8c3=6"),
        ("最右边一列最上面填3", "r1c9=3"),
        ("ponme un 7 abajo del todo en la esquina izquierda", "r9c1=7"),
        ("en la tercera fila en la última casilla ponme un dos", "r3c9=2"),
        ("arriba en el medio un 4", "r1c5=4"),
        ("penúltima fila, columna 3 es 4", "r8c3=4"),
        ("右上角填5", "r1c9=5"),
        ("左下角那一格是1。", "r9c1=1"),
        ("中间那个宫的正中心填六。", "r5c5=6"),
        ("第一行最后一格填6", "r1c9=6"),
        ("最上面一行第三列填4", "r1c3=4"),
        ("pon un 5 en la esquina de arriba a la derecha", "r1c9=5"),
        ("pon un nueve en la casilla del medio", "r5c5=9"),
        ("última fila, tercera columna 4", "r9c3=4"),
        ("clear the top left corner", "r1c1 x"),
        ("stick a 3 in the top row 2nd from the right", "r1c8=3"),
        ("in the bottom row, second from the left, put 7", "r9c2=7"),
        ("最下面一排左数第一个填7", "r9c1=7"),
        ("第三行右数第二个填3", "r3c8=3"),
        ("第三行从左边数第四格填3", "r3c4=3"),
        ("mete un 7 ahi en la esquina d abajo a la derexa", "r9c9=7"),
        ("bottom left square, put a 4 dead centre of it", "r8c2=4"),
        ("in the middle right box a 4 goes top left of it", "r4c7=4"),
        ("put 5 in the dead centre of the board", "r5c5=5"),
        ("caja de abajo a la izquierda, en el centro va un 4", "r8c2=4"),
        ("caja central derecha, pon un 4 en la esquina superior izquierda de ella", "r4c7=4"),
        ("ponme un 5 en el mero mero centro", "r5c5=5"),
        ("左下那宫正中间那格填4", "r8c2=4"),
        ("右边中间那个宫 最上面一排靠左 填4", "r4c7=4"),
        ("第4宫最底下那排中间填4", "r6c2=4"),
    ],
)
def test_a_place_on_the_board_is_a_cell(text: str, move: str) -> None:
    assert spoken_moves(text, NINE, Letters.ROW) == move


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("the middle box", "the box 5"),
        ("bottom right block", "box 9"),
        ("左上宫", "box 1"),
        ("la caja central", "la box 5"),
    ],
)
def test_a_box_has_the_number_of_its_place(text: str, named: str) -> None:
    assert with_places(text, NINE) == named


@pytest.mark.parametrize(
    "text",
    [
        "put a 5 in the top left box, and a 6 in the bottom right corner",
        "un 5 en la caja central, un 6 en la esquina superior izquierda",
        "左上宫填5，右下角填6",
        "in the middle box the bottom row has a 4",
        "右中宫最底下那排填4",
    ],
)
def test_a_place_beside_a_box_is_not_taken_for_one_in_it(text: str) -> None:
    assert spoken_moves(text, NINE, Letters.ROW) is None
    assert "r4c4" not in with_places(text, NINE)


def test_a_board_of_even_size_has_no_middle() -> None:
    four = Geometry.of_size(4)
    assert spoken_moves("put 3 in the middle cell", four, Letters.ROW) is None
    assert spoken_moves("bottom right is 3", four, Letters.ROW) == "r4c4=3"
