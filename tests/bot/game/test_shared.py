import pytest

from bot.game.game import Game
from bot.game.move import Act, Intent, IntentKind, Intents, Move, Turn
from bot.game.refused import Refused
from bot.game.shared import require_held, require_own
from engine import Grid, parse

SOLUTION = parse("1234341221434321")
GIVENS = Grid(SOLUTION.geometry, bytes((0, 2, *SOLUTION.values[2:])))
ANN, BEN = 1, 2


def played(player: int | None, digit: int) -> Game:
    """A game in which somebody has put a digit into the one cell that was blank."""
    return Game(GIVENS, SOLUTION).with_turn(Turn(player, (Move(Act.PLACE, 0, digit),)))


def wants(kind: IntentKind, value: int = 0) -> Intents:
    return Intents((Intent(kind, 0, value),))


@pytest.mark.parametrize(
    ("kind", "value"),
    [(IntentKind.PLACE, 1), (IntentKind.ERASE, 0), (IntentKind.ADD_NOTES, 2)],
)
def test_nobody_writes_over_a_digit_that_they_have_not_seen(kind: IntentKind, value: int) -> None:
    with pytest.raises(Refused, match="taken") as refused:
        require_held(played(BEN, 3), wants(kind, value), held=0)
    assert refused.value.values == {"cell": "r1c1"}
    require_held(played(BEN, 3), wants(kind, value), held=3)


def test_the_very_digit_that_is_wanted_is_no_surprise() -> None:
    require_held(played(BEN, 3), wants(IntentKind.PLACE, 3), held=0)


def test_a_given_is_refused_by_the_rules_themselves() -> None:
    require_held(played(BEN, 3), Intents((Intent(IntentKind.PLACE, 1, 4),)), held=0)


def test_only_whoever_made_the_last_turn_takes_it_back() -> None:
    require_own(played(ANN, 3), ANN)
    with pytest.raises(Refused, match="others_turn"):
        require_own(played(BEN, 3), ANN)


def test_the_turn_of_somebody_who_was_deleted_is_anybodys() -> None:
    require_own(played(None, 3), ANN)
    require_own(Game(GIVENS, SOLUTION), ANN)


def test_what_was_undone_is_not_the_last_turn() -> None:
    game = played(ANN, 3).with_turn(Turn(BEN, (Move(Act.PLACE, 0, 4),)))
    require_own(game.undone(), ANN)
