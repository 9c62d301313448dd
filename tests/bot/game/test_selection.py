from bot.game.game import Game
from bot.game.selection import Selection, first_box, is_box
from engine import Geometry, parse

SOLUTION = parse("1234341221434321")


def game(blanks: dict[int, int]) -> Game:
    return Game(SOLUTION.with_values(blanks), SOLUTION)


def test_the_first_box_is_the_one_with_the_fewest_blanks_but_some() -> None:
    assert first_box(game(dict.fromkeys((0, 1, 2), 0)).givens) == 1
    assert first_box(game(dict.fromkeys((8, 9, 10, 11, 14), 0)).givens) == 2
    assert first_box(game({}).givens) == 0


def test_boxes_are_numbered_from_0() -> None:
    assert [is_box(Geometry.of_size(4), box) for box in (-1, 0, 3, 4)] == [False, True, True, False]


def test_nothing_is_selected_at_first_and_only_the_box_is_shared() -> None:
    assert Selection() == Selection(box=None, cell=None, digit=None, pencil=False)
    assert Selection(2, 40, 7, pencil=True).shared == Selection(box=2)


def test_of_equal_boxes_the_first_counts_and_full_ones_come_last() -> None:
    assert first_box(game({0: 0, 2: 0}).givens) == 0
    assert first_box(game({2: 0, 8: 0}).givens) == 1
    assert first_box(game(dict.fromkeys((0, 1, 15), 0)).givens) == 3
