import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.game import Game
from bot.game.move import Act, Move, digits_of, first_box, is_box, is_shown, mask_of, shown_columns
from engine import parse
from engine.geometry import Geometry

NINE, SIXTEEN = Geometry(3, 3), Geometry(4, 4)


@pytest.mark.parametrize(
    ("move", "geometry", "text"),
    [
        (Move(Act.PLACE, 31, 7), NINE, "r4c5=7"),
        (Move(Act.ERASE, 31), NINE, "r4c5="),
        (Move(Act.NOTES, 31, 0b1000010), NINE, "note r4c5 27"),
        (Move(Act.NOTES, 80, 0), NINE, "note r9c9 0"),
        (Move(Act.PLACE, 178, 14), SIXTEEN, "r12c3=E"),
        (Move(Act.NOTES, 178, 1 << 13 | 1), SIXTEEN, "note r12c3 1 E"),
    ],
)
def test_a_move_prints_as_players_type_it(move: Move, geometry: Geometry, text: str) -> None:
    assert move.text(geometry) == text


@given(st.sets(st.integers(1, 25)))
def test_a_mask_holds_exactly_its_digits(digits: set[int]) -> None:
    assert digits_of(mask_of(tuple(digits))) == tuple(sorted(digits))


def test_the_bit_of_a_digit_is_one_below_it() -> None:
    assert mask_of((1, 9)) == 0b100000001


SOLUTION = parse("1234341221434321")


def game(blanks: dict[int, int]) -> Game:
    return Game(SOLUTION.with_values(blanks), SOLUTION)


def test_the_first_box_is_the_one_with_the_fewest_blanks_but_some() -> None:
    assert first_box(game(dict.fromkeys((0, 1, 2), 0)).givens) == 1
    assert first_box(game(dict.fromkeys((8, 9, 10, 11, 14), 0)).givens) == 2
    assert first_box(game({}).givens) == 0


def test_boxes_are_numbered_from_0() -> None:
    assert [is_box(Geometry.of_size(4), box) for box in (-1, 0, 3, 4)] == [False, True, True, False]


def test_a_9x9_shows_two_stacks_and_other_boards_a_box() -> None:
    nine = Geometry.of_size(9)
    assert [shown_columns(nine, box) for box in (0, 4, 7, 8)] == [range(6)] * 3 + [range(3, 9)]
    assert shown_columns(Geometry.of_size(16), 0) is None
    assert [is_shown(nine, 8, cell) for cell in (2, 3, 8, 74, 75)] == [
        False,
        True,
        True,
        False,
        True,
    ]
    assert [is_shown(Geometry.of_size(16), 1, cell) for cell in (3, 4, 8)] == [False, True, False]
