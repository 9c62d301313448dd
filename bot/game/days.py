"""The labels of the dailies, and when each begins and closes for a player anywhere in the world.

Each date has three dailies, of which one is *the* daily: its difficulty follows the weekday, it is
sent to subscribers, and it alone counts for the streak. Its label is the date, `2026-11-21`. The
labels of the other two add their difficulty, `2026-11-21-easy`.

A daily belongs to a date, not to an instant: its day begins at midnight where the player is, so
the same label is played for 50 hours around the world. A label stays playable for ever, but counts
for a streak only until 03:00 of the next morning.

The bot cannot see where a player is; it knows the zone that they name. Without further rules,
naming three zones within twenty minutes would give yesterday's label in the west, today's, and
tomorrow's in the east: three days of a streak. The invariant is that nobody gets a label before it
has begun in the zone that they are leaving. So a new zone counts from the next label on
(LocalDays): today's label stays today's and closes by the old zone, and the next one begins when
it has begun in both zones. A day that begins in the west and ends in the east can be short, so
after the first label in the new zone the next one waits for SHORTEST_DAY. Going back west loses
the hours that going east gained.
"""

import hashlib
import hmac
import re
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.game.person import User
from engine.difficulty import Difficulty

GRACE_MINUTE: Final = 3 * 60
"""The minute of the next day until which a label still counts for the streak."""

SHORTEST_DAY: Final = timedelta(hours=12)
"""The least time between the first label that begins in a new zone and the next one."""

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

BESIDE: Final = (Difficulty.EASY, Difficulty.HARD, Difficulty.MEDIUM)
"""The difficulties beside the daily: the first two that it does not have itself."""

DAY_LENGTH: Final = len("2026-11-21")

WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

_XINGQI: Final = r"(?:[个個一] ?)?(?:周|週|星 ?期|[礼禮] ?拜)"
_DIA: Final = r"(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)"
_WEEK: Final = re.compile(
    rf"(?P<back>(?:上 ?)+){_XINGQI}|[这這本] ?{_XINGQI}"
    r"|\b(?P<two>weeks? before last|(?:two|2) weeks ago|semana antepasada|hace (?:dos|2) semanas)\b"
    r"|\b(?P<last>last weeks?|(?:la )?semana pasada|pasada semana)\b"
    rf"|\b(?:this weeks?|esta semana|este {_DIA}|this (?:{'|'.join(WEEKDAYS)})s?)\b"
    rf"|(?P<next>下 ?{_XINGQI}|\bnext (?:weeks?|(?:{'|'.join(WEEKDAYS)})s?)\b"
    rf"|\b(?:semana que viene|proxima semana|proximo {_DIA}|{_DIA} (?:proximo|que viene))\b)"
)
"""The week of which a weekday is meant, in a folded text."""

_BEFORE_LAST: Final = re.compile(
    rf"\b(?:before last|{_DIA} antepasado|antepasado {_DIA}|{_DIA} anterior al (?:pasado|ultimo))\b"
)


@dataclass(frozen=True, slots=True)
class ZoneChange:
    """A change of zone; the new one counts from the label `since` on.

    By the old rules that label begins at the instant `at`; `before` is the zone of earlier labels.
    """

    before: ZoneInfo
    since: str
    at: datetime


@dataclass(frozen=True, slots=True)
class LocalDays:
    """A person's days: where they begin, and since when they begin there."""

    zone: ZoneInfo
    change: ZoneChange | None = None

    def today(self, now: datetime) -> str:
        """The newest label that has begun at the aware instant `now`."""
        label = label_of(now, self.zone)
        if self.change is None:
            return label
        if now < self.begins(self.change.since):
            return _label_before(self.change.since)
        # The next midnight of the new zone may come too soon: the first label lasts SHORTEST_DAY.
        return label if now >= self.change.at + SHORTEST_DAY else self.change.since

    def begins(self, label: str) -> datetime:
        """The instant, in UTC, at which a label begins; for those before a change, in the new zone.

        Labels begin one after the other, none of them twice.
        """
        midnight = instant_of(date.fromisoformat(label), 0, self.zone)
        if self.change is None or label < self.change.since:
            return midnight
        is_first = label == self.change.since
        return max(midnight, self.change.at if is_first else self.change.at + SHORTEST_DAY)

    def closes(self, label: str) -> datetime:
        """The instant, in UTC, from which a label no longer counts for the streak."""
        if self.change is not None and label < self.change.since:
            return closes_at(label, self.change.before)
        closes = closes_at(label, self.zone)
        if self.change is not None and label == self.change.since:
            # Where the next label had to wait, the grace waits with it.
            return max(closes, self.begins(_label_after(label)) + timedelta(minutes=GRACE_MINUTE))
        return closes

    def counts(self, label: str, finished_at: datetime) -> bool:
        """Whether a daily finished at the aware instant `finished_at` was finished in time."""
        return label <= self.today(finished_at) and finished_at < self.closes(label)

    def moved(self, zone: ZoneInfo, now: datetime) -> "LocalDays":
        """The days of somebody who names another zone at the aware instant `now`."""
        if self.change is not None and self.today(now) < self.change.since:
            # A change that does not count yet is replaced: only its zone differs, and the label
            # that it waits for cannot begin in the past.
            return LocalDays(zone, replace(self.change, at=max(self.change.at, now)))
        if zone.key == self.zone.key:
            return self
        following = _label_after(self.today(now))
        return LocalDays(zone, ZoneChange(self.zone, following, self.begins(following)))


def days_of(user: User, zone: ZoneInfo) -> LocalDays:
    """A person's days; `zone` is where they begin at present."""
    if user.zone_before is None or user.zone_since is None or user.zone_at is None:
        return LocalDays(zone)
    at = datetime.fromtimestamp(user.zone_at, UTC)
    return LocalDays(zone, ZoneChange(ZoneInfo(user.zone_before), user.zone_since, at))


def with_zone(user: User, zone: ZoneInfo, now: datetime, present: ZoneInfo | None) -> User:
    """The person after they have named a zone at the aware instant `now`.

    It counts from the next label on; without a `present` zone, in which dailies may have been
    played, it counts at once.
    """
    days = days_of(user, present).moved(zone, now) if present else LocalDays(zone)
    change = days.change
    return replace(
        user,
        zone=zone.key,
        zone_before=change.before.key if change else None,
        zone_since=change.since if change else None,
        zone_at=int(change.at.timestamp()) if change else None,
    )


def label_of(now: datetime, zone: ZoneInfo) -> str:
    """The label of the day that it is in `zone` at the aware instant `now`."""
    return now.astimezone(zone).date().isoformat()


def parse_label(text: str) -> str | None:
    """The text where it is a label; None for anything else, and for dates that do not exist."""
    day = text[:DAY_LENGTH]
    try:
        # fromisoformat reads other forms of a date too, such as 2026-W47-6.
        is_day = date.fromisoformat(day).isoformat() == day
    except ValueError:
        return None
    return text if is_day and text in labels_of(day) else None


def day_of(label: str) -> str:
    """The date of a label, which is the label of its daily."""
    return label[:DAY_LENGTH]


def is_of_streak(label: str) -> bool:
    """Whether a label is that of the daily, which counts for the streak."""
    return label == day_of(label)


def labels_of(day: str) -> tuple[str, ...]:
    """The labels of a date's three dailies, the easiest first."""
    own = daily_difficulty(day)
    beside = [level for level in BESIDE if level is not own][:2]
    levels = sorted([own, *beside])
    return tuple(day if level is own else f"{day}-{level}" for level in levels)


def closes_at(label: str, zone: ZoneInfo) -> datetime:
    """The instant, in UTC, at which a label stops counting: 03:00 of the next day in `zone`."""
    return instant_of(_day_after(label), GRACE_MINUTE, zone)


def ends_at(label: str, zone: ZoneInfo) -> datetime:
    """The instant, in UTC, at which a label's day ends: midnight in `zone`."""
    return instant_of(_day_after(label), 0, zone)


def daily_difficulty(label: str) -> Difficulty:
    """The difficulty of a label's puzzle: the daily is easy on Monday and extreme on Sunday."""
    if is_of_streak(label):
        return DIFFICULTIES[date.fromisoformat(label).weekday()]
    return Difficulty(label[DAY_LENGTH + 1 :])


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
    # A time in a gap: fold=0 gives an instant behind the jump of the clocks, fold=1 one before it.
    return _transition(shown.replace(tzinfo=zone, fold=1).astimezone(UTC), instant, zone)


def _transition(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """The first second with the offset of `after`; the offset must change exactly once between."""
    offset = after.astimezone(zone).utcoffset()
    low, high = 0, int((after - before).total_seconds())
    while high - low > 1:
        middle = (low + high) // 2
        if (before + timedelta(seconds=middle)).astimezone(zone).utcoffset() == offset:
            high = middle
        else:
            low = middle
    return before + timedelta(seconds=high)


def _day_after(label: str) -> date:
    return date.fromisoformat(label) + timedelta(days=1)


def _label_after(label: str) -> str:
    return _day_after(label).isoformat()


def _label_before(label: str) -> str:
    return (date.fromisoformat(label) - timedelta(days=1)).isoformat()


def weeks_back(said: str) -> int | None:
    """How many weeks ago the week is that a folded text names; None if it names none.

    上周三 is the Wednesday of the week before this one, and 上上周三 of the week before that. The
    week to come is -1 weeks ago.
    """
    found = _WEEK.search(said)
    if found is None:
        return None
    if found["next"]:
        return -1
    if found["two"]:
        return 2
    return found["back"].count("上") if found["back"] else int(found["last"] is not None)


def is_before_last(said: str) -> bool:
    """Whether a folded text means the weekday before the last one: `the friday before last`."""
    return weeks_back(said) is None and _BEFORE_LAST.search(said) is not None


def day_of_week(weekday: str, today: date, weeks: int | None) -> date:
    """The weekday of the week so many weeks ago; without that the last such day before today.

    A week begins on Monday.
    """
    at = WEEKDAYS.index(weekday)
    if weeks is None:
        return today - timedelta(days=(today.weekday() - at - 1) % len(WEEKDAYS) + 1)
    return today - timedelta(days=today.weekday() - at + weeks * len(WEEKDAYS))
