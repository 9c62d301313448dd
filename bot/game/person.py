"""People and groups with their settings."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

CHATS_AS_PEOPLE: Final = 10**16
"""Where the numbers of people who write in the name of a chat begin.

Telegram's own numbers have 52 bits, so all of them are smaller.
"""


def person_of_chat(chat_id: int) -> int:
    """The number of the person that stands for everybody who writes in the name of a chat.

    That is all anonymous administrators of a group together, or a channel that writes in one. No
    other person has this number, and no chat (a private chat has the number of its person).
    """
    # Telegram's numbers of groups and channels are negative, so this adds their amount.
    return CHATS_AS_PEOPLE - chat_id


def number_at_telegram(person: int) -> int:
    """The number that Telegram uses for a person, or for the chat in whose name they write."""
    return CHATS_AS_PEOPLE - person if person > CHATS_AS_PEOPLE else person


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
    """A person; `language` was chosen, `client_language` is what their client reported last.

    `zone` counts from the label `zone_since` on, which begins at `zone_at` (in seconds since
    1970) by the zone before, `zone_before`. Where no zone was chosen, `zone_before` is the one in
    which the person's first daily was played. A text may answer an exercise that was shown or
    touched at `exercise_at`, or correct the draft `draft_id` that was looked at at `draft_at`. The
    reminder in the evening was offered below the end of the game `offered_in`.
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
    draft_id: int | None = None
    draft_at: int | None = None
    offered_in: int | None = None

    @property
    def is_chat(self) -> bool:
        """Whether they write in the name of a chat."""
        return self.id > CHATS_AS_PEOPLE


SPOKEN: Final = "speak"
"""The look of boards that are listened to."""

TALL: Final = "tall"
"""The look of boards with more keys, for which not all phones have room."""

NOBODY: Final = User(
    0, None, None, "row", "full", None, 0, 0, "conflicts", "light", timer=True, digit_first=False
)
"""The default choices, where there is no person whose choices count; never stored."""


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
        """The choices of a group whose first game this person begins.

        Their phone may be taller than those of the others.
        """
        language = user.language or user.client_language
        board = NOBODY.board if user.board == TALL else user.board
        return cls(language, board, user.policy, user.theme, user.timer)
