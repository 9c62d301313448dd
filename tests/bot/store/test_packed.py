import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.move import Act, Move
from bot.store.packed import ACTS, Damaged, PackedTurn, pack, unpack

NUMBERS = st.one_of(st.integers(0, 200), st.integers(0, 2**63 - 1))
MOVES = st.builds(Move, st.sampled_from(Act), NUMBERS, NUMBERS)
TURNS = st.builds(
    PackedTurn,
    NUMBERS,
    st.one_of(st.integers(1_795_000_000, 1_795_009_000), st.integers(-(2**63), 2**63 - 1)),
    st.lists(MOVES, max_size=4).map(tuple),
)

FIRST = (
    PackedTurn(1, 1_795_000_060, (Move(Act.PLACE, 0, 1), Move(Act.PLACE, 1, 2))),
    PackedTurn(2, 1_795_000_059, (Move(Act.NOTES, 80, 0b1_0000_0001), Move(Act.ERASE, 2))),
    PackedTurn(0, 1_795_000_300, (Move(Act.BACK, 1, 1),)),
)
FIRST_TEXT = "1UAZRIV`gMx_%Zv<dS1py%uGy-3=B++%nXbHOpJ_7jZ6%T00"


@pytest.mark.long
@given(turns=st.lists(TURNS, max_size=60).map(tuple))
def test_every_list_of_turns_comes_back_as_it_was(turns: tuple[PackedTurn, ...]) -> None:
    assert unpack(pack(turns)) == turns


def test_what_was_packed_by_the_first_version_is_read_for_ever() -> None:
    """If this fails, packed games of people can no longer be read: give the new form a number."""
    assert set(ACTS) == set(Act)
    assert unpack(FIRST_TEXT) == FIRST
    assert unpack("1wa~0<V*mg") == ()


def test_a_text_with_another_character_anywhere_is_refused() -> None:
    text = pack(FIRST)
    # The last of them has bits that stand for nothing.
    for place, character in enumerate(text[:-1]):
        damaged = text[:place] + ("0" if character != "0" else "2") + text[place + 1 :]
        with pytest.raises(Damaged):
            unpack(damaged)


def test_a_text_that_breaks_off_is_refused() -> None:
    text = pack(FIRST)
    for length in range(len(text)):
        with pytest.raises(Damaged):
            unpack(text[:length])


def test_what_no_board_has_is_refused() -> None:
    for turn in (PackedTurn(-1, 1, ()), PackedTurn(1, 1, (Move(Act.PLACE, -1, 1),))):
        with pytest.raises(ValueError, match="-1 is below 0"):
            pack((turn,))


def test_a_usual_game_takes_less_than_five_characters_a_turn() -> None:
    """As rows each of its turns took more than sixty bytes."""
    turns = [
        PackedTurn(1, 1_795_000_000 + 7 * number + number**2 % 31, (Move(Act.PLACE, cell, digit),))
        for number, cell in enumerate(cell * 47 % 81 for cell in range(45))
        for digit in (cell * cell % 9 + 1,)
    ]
    assert len(pack(turns)) < 5 * len(turns)
