"""Decides whether a typed text is meant for a game, an exercise, a draft or a wish.

A game, an exercise and a board from a photo may be open in one place, and all of them take
`r4c5 7`. A person who replies to a message says which one they mean. Otherwise a text is meant for
what the person looked at last, if that can read it. A move in the wrong game is worse than one
that has to be typed again, so a text that names a game never goes into another one.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

DRAFT_SECONDS: Final = 3_600
"""Seconds after a look at a draft in which what somebody types may correct it."""

EXERCISE_SECONDS: Final = 3_600
"""Seconds after an act on an exercise in which what is typed may answer it without a reply."""


class Replied(StrEnum):
    """What a text replies to: the subject of that message."""

    NOTHING = "nothing"
    """The text is no reply, or the message shows nothing that takes moves."""
    GAME = "game"
    """The game that is played here, also in an older message."""
    OTHER_GAME = "other_game"
    EXERCISE = "exercise"
    """The open exercise of this person."""
    OTHER_EXERCISE = "other_exercise"
    DRAFT = "draft"


class Meaning(StrEnum):
    """What a text may be meant for."""

    GAME = "game"
    """The game that is played here, or a wish while it is played."""
    OTHER_GAME = "other_game"
    """A game that is not played here; a move is not made in it, but leads back to it."""
    EXERCISE = "exercise"
    DRAFT = "draft"
    WISH = "wish"
    """Nothing that is open: a wish, talk, or a puzzle."""


@dataclass(frozen=True, slots=True)
class Seen:
    """When somebody last acted on something, and its newest message; 0 if not known."""

    at: int
    message_id: int = 0


@dataclass(frozen=True, slots=True)
class Typed:
    """What a text replies to at the time `now`, and what is open in its place.

    `ended` is when the last game here ended, 0 where one is played.
    """

    now: int
    game: Seen | None = None
    exercise: Seen | None = None
    draft: Seen | None = None
    replied: Replied = Replied.NOTHING
    ended: int = 0


def meanings(typed: Typed) -> tuple[Meaning, ...]:
    """What a text may be meant for; it is for the first of them that can read it.

    The last one, or the only one, takes any text.
    """
    otherwise = Meaning.WISH if typed.game is None else Meaning.GAME
    match typed.replied:
        case Replied.DRAFT:
            return (Meaning.DRAFT,)
        case Replied.OTHER_GAME:
            return (Meaning.OTHER_GAME,)
        case Replied.EXERCISE:
            return Meaning.EXERCISE, otherwise
        case Replied.NOTHING:
            return *_looked_at(typed), otherwise
    return (otherwise,)


def _looked_at(typed: Typed) -> tuple[Meaning, ...]:
    """The exercise and the draft, as far as they were looked at after the game; the last first."""
    game, exercise, draft = typed.game, typed.exercise, typed.draft
    found = list[Meaning]()
    if exercise is not None and _is_practised(typed, exercise) and not _is_later(game, exercise):
        found.append(Meaning.EXERCISE)
    if draft is not None and typed.now - draft.at <= DRAFT_SECONDS and not _is_later(game, draft):
        found.insert(0 if _is_later(draft, exercise) else len(found), Meaning.DRAFT)
    return tuple(found)


def _is_practised(typed: Typed, exercise: Seen) -> bool:
    """Whether somebody practises still: who has ended a game since, or was away, has left it."""
    return typed.ended <= exercise.at and typed.now - exercise.at <= EXERCISE_SECONDS


def _is_later(one: Seen | None, other: Seen | None) -> bool:
    """Whether somebody turned to `one` after `other`, by the time or by its message."""
    if one is None or other is None:
        return one is not None
    # Times are whole seconds, so a message that is lower in the chat counts as later, too.
    is_below = 0 < other.message_id < one.message_id
    return one.at > other.at or is_below
