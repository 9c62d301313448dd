"""People and groups with their settings."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Policy(StrEnum):
    """Which mistakes a player wants to be shown, named as the store keeps the choice."""

    SILENT = "silent"
    """Nothing is shown before somebody asks."""
    CONFLICTS = "conflicts"
    """Equal digits that see each other."""
    WRONG = "wrong"
    """Every digit that is not the solution's."""


@dataclass(frozen=True, slots=True)
class User:
    """A person; `language` is chosen, `client_language` is what the client said last.

    `zone` counts from the label `zone_since` on, which begins at `zone_at` (in seconds since
    1970) by the zone before, `zone_before`. Where no zone was chosen, `zone_before` is the one in
    which the person's first daily was played. What they type may answer an exercise that was shown
    or touched at `exercise_at`.
    """

    id: int
    language: str | None
    client_language: str | None
    letters: str
    board: str
    zone: str | None
    created_at: int
    seen_at: int
    policy: str
    theme: str
    timer: bool
    digit_first: bool
    zone_before: str | None = None
    zone_since: str | None = None
    zone_at: int | None = None
    exercise_at: int | None = None


NOBODY: Final = User(
    0, None, None, "row", "full", None, 0, 0, "conflicts", "light", timer=True, digit_first=False
)
"""Whose choices count where nobody's do; never stored."""


class GroupChoice(StrEnum):
    """What a group chooses by pressing, named as the fields of Group."""

    LOOK = "board"
    THEME = "theme"
    POLICY = "policy"
    TIMER = "timer"


@dataclass(frozen=True, slots=True)
class Group:
    """What a group has chosen for the boards that all of its people play on.

    `language` is a code, as a client says it; the others are as in User.
    """

    language: str | None
    board: str
    policy: str
    theme: str
    timer: bool

    @classmethod
    def of(cls, user: User) -> "Group":
        """The choices of a group whose first game this person begins."""
        language = user.language or user.client_language
        return cls(language, user.board, user.policy, user.theme, user.timer)
