"""When a daily is due, and how people write a time of day.

A person wants the daily "at eight", which is a time on their clock and not an instant. Twice a
year clocks jump, so three things can happen to such a time on a given day:

- clocks show it once: that instant is the due;
- clocks skip it (a gap, in spring): the due is the first instant after the gap;
- clocks show it twice (a fold, in autumn): the due is the first of the two.

Some zones jump at midnight, so that a day begins at 01:00, and Samoa left out 30 December 2011
altogether: a date that clocks never showed has no due.

What must hold is that each label is due once and that dues go forward, also when a person moves to
another zone or wants another hour. A cron expression cannot promise that: it fires twice in a
fold, or not at all in a gap. So the next due is not computed from the last instant by adding a
day. It is the first due after `after` whose label comes after the last one that was sent.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.game.days import instant_of


@dataclass(frozen=True, slots=True)
class Due:
    """The instant, in UTC, at which the daily of `label` is due."""

    at: datetime
    label: str

    @property
    def seconds(self) -> int:
        """The instant in whole seconds since 1970, as the store keeps it."""
        return int(self.at.timestamp())


def next_due(minute: int, zone: ZoneInfo, after: datetime, last_label: str | None = None) -> Due:
    """The first due after the aware instant `after`, of a label later than `last_label`.

    At that instant clocks in `zone` show `minute` of the label's day. In a gap it is the first
    instant after the gap, in a fold the first of the two; a date that clocks skip has no due.
    """
    return next(
        due
        for due in _dues(minute, zone, after)
        if due.at > after and (last_label is None or due.label > last_label)
    )


def _dues(minute: int, zone: ZoneInfo, around: datetime) -> Iterator[Due]:
    day = around.astimezone(zone).date()
    while True:
        if _exists(day, zone):
            yield Due(instant_of(day, minute, zone), day.isoformat())
        day += timedelta(days=1)


def _exists(day: date, zone: ZoneInfo) -> bool:
    """Whether clocks in `zone` ever show a date; those of Samoa never showed 2011-12-30."""
    return instant_of(day, 0, zone).astimezone(zone).date() == day


LONGEST: Final = 160
"""Characters of a time and a zone together; what is behind them is not looked at."""

WORDS: Final = {"noon": 720, "midnight": 0, "正午": 720, "中午": 720, "午夜": 0, "半夜": 0}

_PARTS = "凌晨|清晨|早晨|早上|上午|中午|下午|傍晚|晚上|夜里|夜裡|半夜|午夜"
_NUMBER = r"\d{1,2}|[零〇一二两兩三四五六七八九十]{1,3}"
# The empty groups give both patterns the same names, so that one function reads either match.
_SPOKEN: Final = re.compile(
    rf"(?P<part>{_PARTS})?\s*(?P<hour>{_NUMBER})\s*[点點时時]"
    rf"(?:(?P<quarter>半|一刻|三刻|整|[钟鐘]整?)|\s*(?P<minute>{_NUMBER})分?)?(?P<half>)"
)
_CLOCK: Final = re.compile(
    rf"(?P<part>{_PARTS})?\s*(?P<hour>\d{{1,2}})(?:[:.h]?(?P<minute>\d\d))?(?P<quarter>)"
    r"(?:\s*(?P<half>[ap])\.?m\b\.?)?(?![0-9a-z:./+-])",
    re.IGNORECASE,
)
_WORD: Final = re.compile(rf"({'|'.join(WORDS)})(?![0-9a-z])", re.IGNORECASE)
_QUARTERS: Final = {"半": 30, "一刻": 15, "三刻": 45}
_DIGITS: Final = {
    **{digit: value for value, digit in enumerate("零一二三四五六七八九")},
    "〇": 0,
    "两": 2,
    "兩": 2,
}
_AFTERNOON: Final = frozenset({"下午", "傍晚"})
_NIGHT: Final = frozenset({"夜里", "夜裡", "半夜", "午夜"})


def read_time(text: str) -> tuple[int, str] | None:
    """The minute of the day that a text begins with, and the rest of the text.

    Reads `08:00`, `8`, `8.30`, `0800`, `8am`, `8:30 p.m.`, `noon`, `早上8点`, `晚上八点半`,
    `20点30分`, digits of any script. None where there is no time or no such time.
    """
    text = unicodedata.normalize("NFKC", text[:LONGEST]).strip()
    if match := _SPOKEN.match(text) or _CLOCK.match(text):
        minute = _minute_of_day(match)
    elif match := _WORD.match(text):
        minute = WORDS[match[1].lower()]
    else:
        return None
    return None if minute is None else (minute, text[match.end() :].strip(" ,、;"))


def _minute_of_day(match: re.Match[str]) -> int | None:
    hour = _number(match["hour"])
    minute = _QUARTERS.get(match["quarter"] or "", 0)
    if match["minute"]:
        minute = _number(match["minute"])
    if match["half"]:
        hour = hour % 12 + (12 if match["half"] in "pP" else 0) if 1 <= hour <= 12 else -1
    elif match["part"]:
        hour = _hour_in(match["part"], hour)
    return hour * 60 + minute if 0 <= hour < 24 and 0 <= minute < 60 else None


def _hour_in(part: str, hour: int) -> int:
    """The hour of the day that an hour means in a Chinese part of the day: 下午3点 is 15."""
    # 凌晨12点 and 晚上12点 are midnight; with any other part of the day 12 is noon.
    if hour == 12:
        return 0 if part in _NIGHT or part in ("凌晨", "晚上") else 12
    later = (
        part in _AFTERNOON
        or (part in _NIGHT and hour > 5)
        or (part == "晚上" and hour > 4)
        or (part == "中午" and hour < 4)
    )
    return hour + 12 if later and hour < 12 else hour


def _number(text: str) -> int:
    """A number in digits of any script, or in Chinese up to 99; below 0 for anything else."""
    if text.isdigit():
        return int(text)
    tens, ten, ones = text.rpartition("十")
    tens = (tens or "一") if ten else "零"
    ones = ones.lstrip("零〇") or "零"
    return _DIGITS.get(tens, -100) * 10 + _DIGITS.get(ones, -100)
