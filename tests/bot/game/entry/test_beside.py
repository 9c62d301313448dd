import pytest

from bot.game.entry import Letters
from bot.game.entry.beside import with_neighbours
from bot.game.entry.spoken import likely_move, spoken_moves
from engine.board import Geometry

NINE = Geometry.of_size(9)
MIDDLE = NINE.cell(4, 4)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("put a 7 in the one below it", "r6c5=7"),
        ("8 to the right of that", "r5c6=8"),
        ("put a 3 right above the last one", "r4c5=3"),
        ("r6c6 is 2 and the one left of it is 5", "r6c6=2 r6c5=5"),
        ("r6c6放2 然后它右边那个放8", "r6c6=2 r6c7=8"),
        ("4 debajo de ese", "r6c5=4"),
        ("un 9 en r1c1 y al lado un 1", "r1c1=9 r1c2=1"),
        ("Coloca un 6 en la esquina inferior izquierda y un 3 justo encima.", "r9c1=6 r8c1=3"),
        ("put a 6 in r8c1 and a 3 below", "r8c1=6 r9c1=3"),
        ("左下角填6，上面一格填3", "r9c1=6 r8c1=3"),
        ("put a 9 in r1c4 and a 2 in the one next to it on the right", "r1c4=9 r1c5=2"),
        ("ponle un 3 al lado izquierdo d la q acabo d llenar", "r5c4=3"),
        ("fila 2 columna 8 un 4 y luego en la misma fila en la columna 9 un 1", "r2c8=4 r2c9=1"),
        ("a 4 in row 2 column 8 and a 1 in column 9 of the same row", "r2c8=4 r2c9=1"),
        ("第二行第八列填4，同一行第九列填1", "r2c8=4 r2c9=1"),
        ("第二行第八列填4，同一列第三行填1", "r2c8=4 r3c8=1"),
    ],
)
def test_a_neighbour_is_of_the_cell_named_before_it_or_looked_at_last(
    text: str, moves: str
) -> None:
    assert spoken_moves(text, NINE, Letters.ROW, MIDDLE) == moves


@pytest.mark.parametrize(
    "text",
    [
        # In the middle of a row two cells are next to it.
        "put a 7 next to it",
        # Over there may be anywhere.
        "put a 7 over there",
        # Nothing lies beyond the edge.
        "r1c1 is 2 and the one above it is 5",
        "don't put a 7 in the one below it",
        # Without a place before them such words may mean any.
        "a 3 above",
        "同一行第九列填1",
        "6 in r9c1 or a 3 above",
        "put a 6 in r9c1, not a 3 above",
        "can I put a 6 in r9c1 and a 3 above?",
        "put a 6 in r9c1 and a 3 in the box above",
    ],
)
def test_what_means_no_cell_or_two_is_no_move(text: str) -> None:
    assert spoken_moves(text, NINE, Letters.ROW, MIDDLE) is None


def test_without_a_cell_before_it_nothing_is_beside_it() -> None:
    assert with_neighbours("7 below it", NINE, None) == "7 below it"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("i am pretty darn certain r4c5 is 7", "r4c5 7"),
        ("row 4 column 5, my wife swears, that's seven", "r4c5 7"),
        ("the 7 in r4c5 isn't right", None),
        ("r4c5 is 7?", None),
        ("erm delete that silly 7 in r4c5", "r4c5 x"),
        ("erase r4c5 if it's wrong", "r4c5 x"),
        ("how do I delete the silly 7 in r4c5", None),
        ("don't you dare erase r4c5", None),
        ("you stupid bot I said column 5 row 4 not the other way round its a 7", "r4c5 7"),
        ("I said I don't want a 7 in r4c5", None),
        ("either 7 or 8 in r4c5 methinks", None),
        ("r4c5 is surely 12", None),
    ],
)
def test_one_digit_for_one_cell_among_strange_words_is_likely(text: str, move: str | None) -> None:
    assert likely_move(text, NINE, Letters.ROW) == move
