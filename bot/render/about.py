"""Finds what one of the bot's messages is about from the buttons below it."""

from collections.abc import Iterable

from bot.render.buttons.action import Action, InGame
from bot.render.buttons.playing import SwitchGame
from bot.render.buttons.puzzles import OfDraft, Practise


def about(actions: Iterable[Action]) -> InGame | OfDraft | Practise | None:
    """The action that names the draft, the exercise or the only game of a message; None without.

    A button that leads to another game says nothing of the message, and 0 is no game.
    """
    games = dict[int, InGame]()
    for action in actions:
        match action:
            case OfDraft() | Practise():
                return action
            case InGame(game_id) if game_id and not isinstance(action, SwitchGame):
                games.setdefault(game_id, action)
    return next(iter(games.values())) if len(games) == 1 else None
