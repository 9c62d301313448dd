"""Dailies by their date labels (`2026-11-21`), wherever the player lives.

A daily belongs to a date, not to an instant: its day begins at midnight where the player is, so
that the same label is played for 50 hours around the world. A label stays playable for ever, but
counts for a streak only until 03:00 of the next morning.
"""

import hashlib
import hmac
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from engine.difficulty.band import Difficulty

GRACE_MINUTE: Final = 3 * 60
"""The minute of the next day until which a label still counts for the streak."""

DIFFICULTIES: Final = (
    Difficulty.EASY,
    Difficulty.MEDIUM,
    Difficulty.MEDIUM,
    Difficulty.HARD,
    Difficulty.HARD,
    Difficulty.EXPERT,
    Difficulty.EXTREME,
)
"""The difficulty of the daily from Monday to Sunday."""


def label_of(now: datetime, zone: ZoneInfo) -> str:
    """The label of the day that it is in `zone` at the aware instant `now`."""
    return now.astimezone(zone).date().isoformat()


def parse_label(text: str) -> str | None:
    """The label written as YYYY-MM-DD; None for anything else, and for days that do not exist."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return text if text == day.isoformat() else None


def playable(label: str, now: datetime, zone: ZoneInfo) -> bool:
    """Whether the day has begun in `zone`; a day that has begun stays playable for ever."""
    return label <= label_of(now, zone)


def closes_at(label: str, zone: ZoneInfo) -> datetime:
    """The instant, in UTC, from which a label counts no more: 03:00 of the next day in `zone`."""
    return instant_of(date.fromisoformat(label) + timedelta(days=1), GRACE_MINUTE, zone)


def counts_for_streak(label: str, finished_at: datetime, zone: ZoneInfo) -> bool:
    """Whether a daily finished at the aware instant `finished_at` was finished in time."""
    return playable(label, finished_at, zone) and finished_at < closes_at(label, zone)


def daily_difficulty(label: str) -> Difficulty:
    """How hard the daily of a label is: easy on Monday, and harder through the week."""
    return DIFFICULTIES[date.fromisoformat(label).weekday()]


def daily_seed(secret: bytes, label: str) -> str:
    """The seed of a label's puzzle: 64 hexadecimal digits of HMAC-SHA256(secret, label)."""
    return hmac.new(secret, label.encode(), hashlib.sha256).hexdigest()


def instant_of(day: date, minute: int, zone: ZoneInfo) -> datetime:
    """The instant, in UTC, at which clocks in `zone` show this minute of this day.

    When clocks skip that minute it is the first instant after the gap; when they show it twice it
    is the first of the two (PEP 495 calls this a gap and a fold).
    """
    shown = datetime.combine(day, time(*divmod(minute, 60)))
    instant = shown.replace(tzinfo=zone).astimezone(UTC)
    if instant.astimezone(zone).replace(tzinfo=None) == shown:
        return instant
    return _transition(shown.replace(tzinfo=zone, fold=1).astimezone(UTC), instant, zone)


def _transition(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """The first second with the offset of `after`; the offset must change once in between."""
    offset = after.astimezone(zone).utcoffset()
    low, high = 0, int((after - before).total_seconds())
    while high - low > 1:
        middle = (low + high) // 2
        if (before + timedelta(seconds=middle)).astimezone(zone).utcoffset() == offset:
            high = middle
        else:
            low = middle
    return before + timedelta(seconds=high)
