"""What a typed text is meant for, which no command says.

A game, an exercise and a board from a photo may be open in one place, and all of them take
`r4c5 7`. Whoever replies to a message says which one they mean. Otherwise it is what they have
looked at last, if the text can be meant for it. A move that is written into another game is worse
than one that has to be typed again, so what names a game never goes into another one.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

DRAFT_SECONDS: Final = 3_600
"""For so long after somebody has looked at a draft, what they type may correct it."""


class Replied(StrEnum):
    """What the message is about that a text replies to."""

    NOTHING = "nothing"
    """There is none, or it is about nothing that takes moves."""
    GAME = "game"
    """The game that is played here, also in an older message."""
    OTHER_GAME = "other_game"
    EXERCISE = "exercise"
    """The open exercise of this person."""
    OTHER_EXERCISE = "other_exercise"
    DRAFT = "draft"


class Meaning(StrEnum):
    """What takes a text."""

    GAME = "game"
    """The game that is played here, or a wish while it is played."""
    OTHER_GAME = "other_game"
    """A game that is not played here, to which a move only leads back."""
    EXERCISE = "exercise"
    DRAFT = "draft"
    WISH = "wish"
    """Nothing that is open: a wish, talk, or a puzzle."""


@dataclass(frozen=True, slots=True)
class Seen:
    """When somebody acted on something last, and the newest message of it; 0 if not known.

    `takes_text` is whether the text can be meant for it; a game takes any.
    """

    at: int
    message_id: int = 0
    takes_text: bool = True


@dataclass(frozen=True, slots=True)
class Typed:
    """What is known of a text at the time `now`, and what is open in its place."""

    now: int
    game: Seen | None = None
    exercise: Seen | None = None
    draft: Seen | None = None
    replied: Replied = Replied.NOTHING

    @property
    def is_practising(self) -> bool:
        """Whether the exercise was looked at after the game."""
        return self.exercise is not None and not _is_later(self.game, self.exercise)

    @property
    def is_asked_again(self) -> bool:
        """Whether what the person types next is to answer the exercise, if this text does not."""
        return self.is_practising and self.replied in {Replied.NOTHING, Replied.EXERCISE}

    @property
    def is_answering(self) -> bool:
        """Whether the text can answer the exercise, and that was looked at after the game."""
        return self.is_practising and self.exercise is not None and self.exercise.takes_text

    @property
    def is_correcting(self) -> bool:
        """Whether the text can correct a draft that was looked at of late, and after the game."""
        draft = self.draft
        if draft is None or not draft.takes_text or self.now - draft.at > DRAFT_SECONDS:
            return False
        return not _is_later(self.game, draft)


def meaning_of(typed: Typed) -> Meaning:
    """What a text is meant for: what it replies to, otherwise what was looked at last."""
    match typed.replied:
        case Replied.DRAFT:
            return Meaning.DRAFT
        case Replied.OTHER_GAME:
            return Meaning.OTHER_GAME
        case Replied.EXERCISE if typed.exercise and typed.exercise.takes_text:
            return Meaning.EXERCISE
        case Replied.NOTHING if typed.is_correcting and not _is_rather_answer(typed):
            return Meaning.DRAFT
        case Replied.NOTHING if typed.is_answering:
            return Meaning.EXERCISE
    return Meaning.WISH if typed.game is None else Meaning.GAME


def _is_rather_answer(typed: Typed) -> bool:
    """Whether a text that can correct the draft answers the exercise, looked at since."""
    return typed.is_answering and not _is_later(typed.draft, typed.exercise)


def _is_later(one: Seen | None, other: Seen | None) -> bool:
    """Whether somebody turned to `one` after `other`, by the time or by its message."""
    if one is None or other is None:
        return one is not None
    is_below = 0 < other.message_id < one.message_id
    return one.at > other.at or is_below
