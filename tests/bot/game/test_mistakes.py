import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.game import Game
from bot.game.mistakes import back_to_right, back_to_start, clash, last_right, shown_mistakes
from bot.game.move import Act, Move, Turn
from bot.game.person import Policy
from bot.game.refused import Refused
from engine import parse

SOLUTION = parse("1234341221434321")
GAME = Game(SOLUTION.with_values(dict.fromkeys(range(1, 15), 0)), SOLUTION)

moves = st.builds(
    Move, st.sampled_from([Act.PLACE, Act.NOTES]), st.integers(0, 15), st.integers(1, 4)
) | st.builds(Move, st.just(Act.ERASE), st.integers(0, 15))


def played(attempts: list[Move]) -> Game:
    game = GAME
    for move in attempts:
        try:
            game = game.with_turn(Turn(1, (move,)))
        except Refused:
            continue
    return game


@given(st.lists(moves, max_size=25))
def test_one_turn_goes_back_to_the_last_right_moment(attempts: list[Move]) -> None:
    game = played(attempts)
    turn = back_to_right(game, 1)
    back = game.with_turn(turn)
    assert back.wrong_cells() == ()
    assert back.position == last_right(game).position
    assert back.undone().position == game.position
    assert back.undone().redone() == back
    assert bool(turn.moves) == bool(game.wrong_cells())


def test_notes_under_a_digit_and_who_placed_it_come_back() -> None:
    """A wrong 2 in a peer removes the 2 from the notes below a right digit."""
    game = GAME
    for player, move in (
        (1, Move(Act.NOTES, 1, 0b0010)),
        (1, Move(Act.PLACE, 1, 2)),
        (2, Move(Act.PLACE, 2, 2)),
        (2, Move(Act.PLACE, 1, 4)),
    ):
        game = game.with_turn(Turn(player, (move,)))
    back = game.with_turn(back_to_right(game, 3))
    assert back.placed_by(1) == 1
    assert back.last_cells == (1, 2)
    erased = back.with_turn(Turn(3, (Move(Act.ERASE, 1),)))
    assert erased.notes[1] == 0b0010


def test_a_player_can_go_back_twice() -> None:
    game = played([Move(Act.PLACE, 1, 2), Move(Act.PLACE, 2, 4)])
    game = game.with_turn(back_to_right(game, 1))
    for move in (Move(Act.PLACE, 2, 3), Move(Act.PLACE, 3, 1)):
        game = game.with_turn(Turn(1, (move,)))
    back = game.with_turn(back_to_right(game, 1))
    assert [back.values[cell] for cell in (1, 2, 3)] == [2, 3, 0]


def test_a_stored_game_that_went_back_is_replayed_to_the_same_board() -> None:
    game = played([Move(Act.PLACE, 1, 2), Move(Act.NOTES, 5, 0b1001), Move(Act.PLACE, 2, 4)])
    game = game.with_turn(back_to_right(game, 1))
    for move in (Move(Act.PLACE, 4, 3), Move(Act.PLACE, 3, 1)):
        game = game.with_turn(Turn(2, (move,)))
    game = game.with_turn(back_to_right(game, 2)).with_turn(Turn(1, (Move(Act.PLACE, 2, 3),)))
    stored = Game(game.givens, game.solution, game.turns, game.done)
    assert stored.position == game.position
    assert [stored.values[cell] for cell in (1, 2, 3, 4)] == [2, 3, 0, 3]
    assert stored.notes[5] == 0b1001


def test_right_digits_before_the_mistake_stay_and_erased_ones_come_back() -> None:
    game = played(
        [
            Move(Act.PLACE, 1, 2),
            Move(Act.PLACE, 2, 4),
            Move(Act.PLACE, 3, 4),
            Move(Act.ERASE, 1),
        ]
    )
    back = game.with_turn(back_to_right(game, 1))
    assert [back.values[cell] for cell in (1, 2, 3)] == [2, 0, 0]


ALONE = SOLUTION.with_values(dict.fromkeys({*range(16)} - {3}, 0))


def placed(*digits: tuple[int, int]) -> Game:
    moves = tuple(Move(Act.PLACE, cell, digit) for cell, digit in digits)
    return Game(ALONE, SOLUTION).with_turn(Turn(1, moves))


def test_a_clash_is_with_the_first_equal_peer() -> None:
    assert clash(placed((1, 4)), 1) == 3
    assert clash(placed((8, 1)), 8) is None
    assert clash(placed(), 1) is None


@pytest.mark.parametrize(
    ("policy", "shown"),
    [(Policy.SILENT, set()), (Policy.CONFLICTS, {1, 3}), (Policy.WRONG, {1, 8})],
)
def test_each_policy_shows_what_it_says(policy: Policy, shown: set[int]) -> None:
    """r1c2=4 clashes with the 4 in r1c4; r3c1=1 clashes with no digit, but is wrong too."""
    moves = Move(Act.PLACE, 1, 4), Move(Act.PLACE, 8, 1)
    alone = SOLUTION.with_values(dict.fromkeys({*range(16)} - {3}, 0))
    game = Game(alone, SOLUTION).with_turn(Turn(1, moves))
    assert shown_mistakes(game, policy) == shown


def test_the_board_is_cleared_in_one_turn_that_can_be_undone() -> None:
    assert back_to_start(GAME, 1).moves == ()
    for move in (Move(Act.PLACE, 1, 2), Move(Act.NOTES, 2, 0b11)):
        game = played([move])
        turn = back_to_start(game, 7)
        assert (turn.player, len(turn.moves)) == (7, 1)
        cleared = game.with_turn(turn)
        assert cleared.position == GAME.position
        assert cleared.undone().position == game.position


def test_the_last_right_moment_may_be_now_or_the_start() -> None:
    right = played([Move(Act.PLACE, 1, 2)])
    assert last_right(right) == right
    assert last_right(played([Move(Act.PLACE, 1, 4)])).done == 0
    wrong = played([Move(Act.PLACE, 1, 2), Move(Act.PLACE, 2, 4), Move(Act.PLACE, 3, 1)])
    assert last_right(wrong).done == 1
    assert len(back_to_right(wrong, 1).moves) == 1
    assert back_to_right(wrong, 1).moves[0].cell == 2
