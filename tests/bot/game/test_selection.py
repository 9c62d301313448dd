from bot.game.game import Game
from bot.game.selection import (
    Selection,
    boxes_of_use,
    corner_of,
    corner_of_last,
    first_box,
    first_corner,
    has_corners,
    is_box,
    is_in_corner,
    wanted_box,
    wanted_corner,
)
from engine import Geometry, parse

SOLUTION = parse("1234341221434321")
NINE = Geometry.of_size(9)
FULL = parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")


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


def test_only_a_9x9_in_the_tall_look_has_corners() -> None:
    assert has_corners(NINE, "tall")
    assert not has_corners(NINE, "full")
    assert not has_corners(Geometry.of_size(8), "tall")


def test_a_corner_lacks_one_row_and_three_columns() -> None:
    assert corner_of(5) == (False, True)
    for box, row, stack in ((0, 8, 2), (4, 8, 2), (2, 8, 0), (6, 0, 2), (8, 0, 0)):
        lacking = {cell for cell in range(81) if not is_in_corner(NINE, box, cell)}
        assert lacking == {
            *NINE.rows[row],
            *(cell for at in range(3 * stack, 3 * stack + 3) for cell in NINE.columns[at]),
        }


def test_the_first_corner_is_the_one_with_the_most_blanks() -> None:
    for blank, corner in ((0, 0), (8, 2), (72, 6), (80, 8), (40, 0)):
        assert first_corner(FULL.with_values({blank: 0})) == corner


def test_the_corner_turns_once_only_the_other_end_has_blanks() -> None:
    """A 4 goes into r1c3 and a 2 into r1c9; the middle counts for neither end."""
    both = FULL.with_values({2: 0, 8: 0})
    assert [wanted_corner(both, box) for box in (0, 2, 4, 8)] == [0, 2, 4, 2]
    assert wanted_corner(both, 0, 2) == 2, "the boxes at the left have their 2"
    assert wanted_corner(FULL.with_values({80: 0}), 0) == 8
    assert wanted_corner(FULL.with_values({40: 0}), 6) == 6
    assert wanted_corner(FULL, 3, 7) == 3


def test_the_corner_turns_to_the_last_blank_of_a_unit_that_was_written_in() -> None:
    """Row 1 has its last blank at the right, row 9 of the other board in its last cell."""
    values = FULL.with_values(dict.fromkeys((8, 17, 36, 37, 45, 46, 53), 0))
    assert [corner_of_last(values, box, 0) for box in (0, 3, 4, 6)] == [2, 2, 2, 2]
    assert corner_of_last(values, 0, 38) == 0, "row 5 and column 3 have no last blank"
    low = FULL.with_values(dict.fromkeys((7, 8, 16, 17, 80), 0))
    assert [corner_of_last(low, box, 72) for box in (0, 2, 6, 8)] == [8, 8, 8, 8]
    seen = FULL.with_values(dict.fromkeys((8, 17, 20), 0))
    assert corner_of_last(seen, 0, 0) == 0, "the first box shows a last blank"
    assert corner_of_last(FULL, 6, 5) == 6
