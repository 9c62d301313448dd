"""What somebody remembers of a technique, and when it is worth practising again.

The times come from FSRS, which learns from each answer how long a memory lasts. A card is its
record of one technique and one person, kept as JSON.
"""

from datetime import UTC, datetime
from enum import IntEnum
from typing import Final

from fsrs import Card, Rating, Scheduler

KNOWN_DAYS: Final = 7.0
"""A technique is known once it will be remembered this long: after two good answers, some days
apart.
"""

LONGEST_DAYS: Final = 365

_SCHEDULER: Final = Scheduler(
    learning_steps=(),
    relearning_steps=(),
    maximum_interval=LONGEST_DAYS,
    enable_fuzzing=False,
)
"""A technique is practised again after a day at the earliest, after a year at the latest."""


class Recall(IntEnum):
    """How well a technique was remembered, in the numbers of FSRS."""

    FORGOTTEN = Rating.Again
    HELPED = Rating.Hard
    ALONE = Rating.Good


def remembered(card: str | None, recall: Recall, now: int) -> str:
    """The card after an answer; None is that of somebody who has never given one."""
    before = Card.from_json(card) if card else Card(card_id=0)
    after, _ = _SCHEDULER.review_card(before, Rating(recall), datetime.fromtimestamp(now, UTC))
    return after.to_json()


def due_at(card: str) -> int:
    """When the technique is to be practised again, in seconds since 1970."""
    return int(Card.from_json(card).due.timestamp())


def is_known(card: str | None) -> bool:
    """Whether the technique no longer needs a lesson, only practice at times."""
    return card is not None and (Card.from_json(card).stability or 0.0) >= KNOWN_DAYS
