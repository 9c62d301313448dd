"""The wish for the daily at an hour, and the question at which of several hours it is wanted."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from bot.game.talk.details import Wanted, concepts_of
from bot.game.talk.fitting import (
    Found,
    end_of_reminder,
    explains,
    is_end_denied,
    is_explained,
    is_once,
)
from bot.game.talk.hours import PARTS, Hour, find_place
from bot.game.talk.lexicon import Lexicon, Tag, cut
from bot.game.talk.rules import RULES, SOFT

_MOST_HOURS: Final = 4
_HALF_DAY: Final = 12 * 60
AT_HOUR: Final = frozenset({"subscribe", "evening"})
"""Wishes for what is sent at an hour."""

_OF_DAILY: Final = SOFT | {"every", "usually", "once", "part:", "today", "play", "change"}
"""What may stand beside an hour that is then likely the hour of the daily."""

_TOLD: Final = frozenset({"play", "usually", "have"})
_WISHED: Final = frozenset({"want", "send", "remind", "change", "can_you", "question"})
"""What people say of an hour that they tell something about, and of one that they want."""

_ARRIVES: Final = re.compile(r"\b(?:llega|llegan|llegaba|llego|comes|came|arrives)$")
"""What somebody or something does at an hour that is there, unlike what is to be sent."""

_OF_MOVED: Final = _OF_DAILY | {"send", "remind", "me", "time"}
"""What may stand beside an hour that is wanted instead of another one."""


def timed(
    hour: Hour, lexicons: Sequence[Lexicon], *, playing: bool, is_moved: bool = False
) -> Found | None:
    """The wish for the daily at an hour; None where the rest is about something else.

    `is_moved` says that the hour is wanted instead of another one, as only that of a daily may be.
    """
    place = find_place(hour.rest, lambda word: any(word in one.words for one in lexicons)) or ""
    tags = cut(hour.rest.replace(place, " ", 1), lexicons[0], lexicons[1:])
    concepts = concepts_of(tags) | {"time"} | ({"place"} if place else set())
    rule = next((rule for rule in RULES if rule.fits(concepts, playing=playing)), None)
    if rule and rule.wish == "unsubscribe":
        is_end = is_explained(tags, rule) and not is_once(concepts)
        return _ended(hour, tags, place, is_end=is_end)
    if _is_sending_refused(tags):
        return (Wanted("unsubscribe"), Wanted("evening_off")), False
    if not concepts.isdisjoint({"often", "some_days"}):
        hours = asked(hour.minutes, place)[0][1:]
        is_often = "often" in concepts
        return ((Wanted("once_a_day"),) if is_often else (Wanted("some_days"), *hours)), False
    # An hour beside words that go with any daily is likely meant for it, but not surely.
    if not (rule and rule.wish in AT_HOUR):
        rule = None
        if not is_moved and not all(explains(_OF_DAILY, tag) for tag in tags):
            return None
    if len(hour.minutes) > 1:
        return asked(hour.minutes, place, rule.wish if rule else "subscribe")
    name = rule.wish if rule else "subscribe"
    wanted = Wanted(name, f"{_written(hour.minutes[0])} {place}".strip())
    is_sure = rule is not None and is_explained(tags, rule)
    is_sure = is_sure or (is_moved and all(explains(_OF_MOVED, tag) for tag in tags))
    return (wanted,), is_sure and not is_once(concepts) and not only_tells(tags)


def _ended(hour: Hour, tags: Sequence[Tag], place: str, *, is_end: bool) -> Found:
    """The end of what is sent at an hour, unless it is denied or another hour is wanted."""
    if is_end and is_end_denied(tags):
        return (Wanted("leave"),), False
    # `not at 8, remind me at 9` names an hour that is wanted, too.
    is_one = len({minute % _HALF_DAY for minute in hour.minutes}) == 1
    end = end_of_reminder(tags) or Wanted("unsubscribe")
    return ((end,), is_end) if is_one else asked(hour.minutes, place)


def only_tells(tags: Sequence[Tag]) -> bool:
    """Whether an hour is only told of, and nothing wanted then: `I usually play at 9`."""
    others = [tag for tag in tags if not _ARRIVES.search(tag.text)]
    concepts = concepts_of(others)
    is_about = len(others) < len(tags) or bool(concepts & _TOLD)
    return is_about and not concepts & _WISHED


def _is_sending_refused(tags: Sequence[Tag]) -> bool:
    """Whether a denial stands before what is sent: `don't write to me at night`."""
    times = {"filler", "time", *(f"part:{part}" for part in ("day", *PARTS))}
    told = [tag.concepts for tag in tags if tag.concepts - times]
    return any(
        before & {"not", "refuse", "stop"} and behind & {"send", "pester"}
        for before, behind in pairwise(told)
    )


def asked(minutes: Sequence[int], place: str = "", wish: str = "subscribe") -> Found:
    """The question at which of several times the daily, or the reminder, is wanted."""
    times = [f"{_written(minute)} {place}".strip() for minute in minutes[:_MOST_HOURS]]
    return (Wanted("hour"), *(Wanted(wish, time) for time in times)), False


def _written(minute: int) -> str:
    """A time as it stands in the data of buttons, where a colon would separate two fields."""
    return f"{minute // 60:02}.{minute % 60:02}"
