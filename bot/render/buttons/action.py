"""The base of all actions of buttons, and the types of the fields that many of them have."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final


@dataclass(frozen=True, slots=True)
class Otherwise:
    """The value of a field when the button's data hold nothing of its type."""

    value: object


UNKNOWN: Final = -1
"""Stands for a version that cannot be read; a board with it is never up to date."""

Id = Annotated[int, Otherwise(0)]
"""The number of something stored, or of a person; 0, which nothing has, when it cannot be read."""

Version = Annotated[int, Otherwise(UNKNOWN)]
"""The version of the game when the button was drawn."""

Index = Annotated[int, Otherwise(0)]
"""A position in a sequence that wraps around; the first when it cannot be read."""


@dataclass(frozen=True, slots=True)
class Action:
    """What a button does. Its fields are whole numbers, flags, words or members of a StrEnum."""


class Style(StrEnum):
    """The colour of a button, for clients that show it; the label tells the same without it."""

    CHOSEN = "primary"
    FAULT = "danger"


Button = tuple[str, Action] | tuple[str, Action, Style | None]
"""The label of a button, its action, and its style."""


@dataclass(frozen=True, slots=True)
class InGame(Action):
    """An action in one game."""

    game_id: Id


@dataclass(frozen=True, slots=True)
class AsDrawn(InGame):
    """An action in a game at the state that the message shows."""

    version: Version


@dataclass(frozen=True, slots=True)
class InPlace(Action):
    """An action that changes the pressed message, which must have this very button.

    Otherwise anybody in a group could turn other people's messages into something else. Boards need
    no such rule, because the store knows which message shows a game.
    """


@dataclass(frozen=True, slots=True)
class Owned(Action):
    """An action for one person only, although everybody in a group sees the button."""

    person: Id
