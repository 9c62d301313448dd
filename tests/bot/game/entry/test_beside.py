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
        ("erm delete that silly 7 in r4c5", None),
        ("either 7 or 8 in r4c5 methinks", None),
        ("r4c5 is surely 12", None),
    ],
)
def test_one_digit_for_one_cell_among_strange_words_is_likely(text: str, move: str | None) -> None:
    assert likely_move(text, NINE, Letters.ROW) == move
