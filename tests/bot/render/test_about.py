import pytest

from bot.render.about import about
from bot.render.buttons.action import Action
from bot.render.buttons.playing import (
    ConfirmGiveUp,
    ListGames,
    PlayOn,
    PressCell,
    PressGap,
    ShareGame,
    SwitchGame,
    Undo,
)
from bot.render.buttons.puzzles import MakePuzzle, PlayDraft, ShowDraft, TapBox
from bot.render.keyboard import actions, data
from engine.techniques.fish import X_WING

BOARD = PressCell(7, 3), Undo(7, 2), ListGames()
DRAFT = PlayDraft(4), ShowDraft(5)
EXERCISE = (TapBox(X_WING, 3, 0, 1),)


@pytest.mark.parametrize(
    ("below", "named"),
    [
        (BOARD, BOARD[0]),
        ((MakePuzzle(), ShareGame(7)), ShareGame(7)),
        (DRAFT, DRAFT[0]),
        (EXERCISE, EXERCISE[0]),
        ((PressCell(7, 3), PressCell(8, 3)), None),
        ((SwitchGame(7),), None),
        ((MakePuzzle(),), None),
        ((PlayOn(), ConfirmGiveUp(7)), ConfirmGiveUp(7)),
        ((PressGap(0), MakePuzzle()), None),
        ((), None),
    ],
)
def test_the_buttons_say_what_a_message_is_about(
    below: tuple[Action, ...], named: Action | None
) -> None:
    assert about(below) == named
    assert about(actions(map(data, below))) == named
