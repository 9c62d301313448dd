from hypothesis import given
from hypothesis import strategies as st

from bot.game.move import Act, Move, Turn
from bot.game.play import Play
from bot.game.refused import Refused
from bot.game.rewind import back_to_right, last_right
from engine import parse

SOLUTION = parse("1234341221434321")
PLAY = Play(SOLUTION.with_values(dict.fromkeys(range(1, 15), 0)), SOLUTION)

moves = st.builds(
    Move, st.sampled_from([Act.PLACE, Act.NOTES]), st.integers(0, 15), st.integers(1, 4)
) | st.builds(Move, st.just(Act.ERASE), st.integers(0, 15))


def played(attempts: list[Move]) -> Play:
    play = PLAY
    for move in attempts:
        try:
            play = play.with_turn(Turn(1, (move,)))
        except Refused:
            continue
    return play


@given(st.lists(moves, max_size=25))
def test_one_turn_leads_back_to_the_last_right_moment(attempts: list[Move]) -> None:
    play = played(attempts)
    turn = back_to_right(play, 1)
    back = play.with_turn(turn)
    assert back.wrong_cells() == ()
    assert back.values == last_right(play).values
    assert back.notes == last_right(play).notes
    assert back.undone().position == play.position
    assert bool(turn.moves) == bool(play.wrong_cells())


def test_right_digits_before_the_mistake_stay_and_erased_ones_come_back() -> None:
    play = played(
        [
            Move(Act.PLACE, 1, 2),
            Move(Act.PLACE, 2, 4),
            Move(Act.PLACE, 3, 4),
            Move(Act.ERASE, 1),
        ]
    )
    back = play.with_turn(back_to_right(play, 1))
    assert [back.values[cell] for cell in (1, 2, 3)] == [2, 0, 0]
