import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.move import Act, Move, digits_of, mask_of
from engine.board.geometry import Geometry

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
