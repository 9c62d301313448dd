from bot.game.game import Game
from bot.game.selection import blanks_in, box_after, box_before, first_box, is_box
from engine import Geometry, parse

SOLUTION = parse("1234341221434321")


def game(blanks: dict[int, int]) -> Game:
    return Game(SOLUTION.with_values(blanks), SOLUTION)


def test_the_first_box_is_the_one_with_the_fewest_blanks_but_some() -> None:
    assert first_box(game(dict.fromkeys((0, 1, 2), 0))) == 1
    assert first_box(game(dict.fromkeys((8, 9, 10, 11, 14), 0))) == 2
    assert first_box(game({})) == 0


def test_the_next_box_is_one_with_blanks_and_the_last_leads_to_the_first() -> None:
    some = game(dict.fromkeys((0, 1, 15), 0))
    assert [blanks_in(some, box) for box in range(4)] == [2, 0, 0, 1]
    assert (box_after(some, 0), box_after(some, 3), box_after(some, 1)) == (3, 0, 3)
    assert (box_before(some, 0), box_before(some, 3), box_before(some, 2)) == (3, 0, 0)


def test_without_another_box_with_blanks_the_next_is_the_neighbour() -> None:
    assert box_after(game({0: 0}), 0) == 1
    assert box_before(game({0: 0}), 0) == 3


def test_boxes_are_numbered_from_0() -> None:
    assert [is_box(Geometry.of_size(4), box) for box in (-1, 0, 3, 4)] == [False, True, True, False]
