import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.move import Act, Intent, IntentKind, Intents, Move, digits_of, highest, mask_of
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


TEN = Geometry(2, 5)


@pytest.mark.parametrize(
    ("intent", "geometry", "text"),
    [
        (Intent(IntentKind.PLACE, 31, 7), NINE, "r4c5=7"),
        (Intent(IntentKind.ERASE, 31), NINE, "r4c5="),
        (Intent(IntentKind.SET_NOTES, 31, 0b1000010), NINE, "note r4c5 27"),
        (Intent(IntentKind.SET_NOTES, 31, 0), NINE, "note r4c5 0"),
        (Intent(IntentKind.ADD_NOTES, 31, 0b1000010), NINE, "r4c5 +27"),
        (Intent(IntentKind.REMOVE_NOTES, 31, 0b1000010), NINE, "r4c5 -27"),
        (Intent(IntentKind.PLACE, 178, 14), SIXTEEN, "r12c3=E"),
        (Intent(IntentKind.SET_NOTES, 178, 1 << 13 | 1), SIXTEEN, "note r12c3 1 E"),
        (Intent(IntentKind.ADD_NOTES, 178, 1 << 13 | 1), SIXTEEN, "r12c3 +1 +E"),
        (Intent(IntentKind.REMOVE_NOTES, 178, 1 << 13 | 1), SIXTEEN, "r12c3 -1 -E"),
        (Intent(IntentKind.ADD_NOTES, 0, 0b1000000001), TEN, "r1c1 +1 +A"),
    ],
)
def test_an_intent_prints_as_players_type_it(intent: Intent, geometry: Geometry, text: str) -> None:
    assert intent.text(geometry) == text
    assert Intents((intent, intent)).text(geometry) == f"{text} {text}"


def test_erasing_has_no_value() -> None:
    assert Move(Act.ERASE, 3) == Move(Act.ERASE, 3, 0)
    assert Intent(IntentKind.ERASE, 3) == Intent(IntentKind.ERASE, 3, 0)


@pytest.mark.parametrize(
    ("geometry", "largest"),
    [
        *((Geometry(2, 2), "4"), (NINE, "9"), (TEN, "10 (A)"), (SIXTEEN, "16 (G)")),
        (Geometry(5, 5), "25 (P)"),
    ],
)
def test_the_largest_digit_is_told_as_a_number_and_as_a_letter(
    geometry: Geometry, largest: str
) -> None:
    assert highest(geometry) == largest
