from bot.game.game import Game
from bot.game.selection import Selection, boxes_of_use, first_box, is_box, wanted_box
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


def test_a_box_is_of_use_while_it_has_blanks_and_lacks_the_chosen_digit() -> None:
    """Of a full board, two cells of each of the first two boxes are blank, and one of the last."""
    values = SOLUTION.with_values(dict.fromkeys((0, 1, 2, 3, 15), 0))
    assert boxes_of_use(values, 0, range(4)) == [0, 1, 3]
    assert boxes_of_use(values, 1, (3, 1, 0)) == [3, 0]
    assert boxes_of_use(values, 4, range(4)) == [1], "boxes 1 and 4 have their 4"
    assert boxes_of_use(SOLUTION.with_values({0: 0}), 4, range(4)) == [0], "none lacks a 4"


def test_the_keys_stay_while_they_are_of_use_and_go_to_the_fullest_box_that_is() -> None:
    values = SOLUTION.with_values(dict.fromkeys((0, 1, 2, 3, 15), 0))
    assert [wanted_box(values, box) for box in range(4)] == [0, 1, 3, 3]
    assert [wanted_box(values, box, 1) for box in range(4)] == [0, 3, 3, 3]
    assert wanted_box(values, 3, 4) == 1
    assert wanted_box(values, 2, 4) == 1, "box 1 has its 4"


def test_of_boxes_alike_the_nearest_is_wanted_and_a_full_board_stays_where_it_is() -> None:
    values = SOLUTION.with_values({0: 0, 2: 0, 15: 0})
    assert [wanted_box(values, box) for box in (1, 2)] == [1, 3]
    assert wanted_box(SOLUTION.with_values({0: 0, 2: 0}), 3) == 0
    assert wanted_box(SOLUTION, 2) == wanted_box(SOLUTION, 2, 4) == 2
