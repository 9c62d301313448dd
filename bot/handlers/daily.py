"""/daily: three puzzles a day, the same for everybody, and the archive of earlier days."""

import re
import unicodedata
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from bot import messages
from bot.chat.opening import open_daily
from bot.game.days import (
    daily_difficulty,
    day_of,
    day_of_week,
    labels_of,
    parse_label,
    weeks_back,
)
from bot.handlers.routes import command, press
from bot.play.begin import has_daily, reachable
from bot.play.errors import UserError
from bot.render.buttons.puzzles import OpenDaily
from bot.telegram.context import Context

_OF_WISH: Final = re.compile(r"(?P<day>[a-z]+)-(?P<weeks>-?\d)", re.ASCII)
"""How a wish names a weekday by how many weeks ago it was; -1 is the week to come."""

_NAMED_DAY: Final = re.compile(r"ago-(?P<ago>\d{1,3})|on-(?P<date>\d\d-\d\d)", re.ASCII)
"""How a wish names a day by how many days ago it was, or by its date."""

_BEFORE_LAST: Final = "-before"
"""What stands behind a weekday of a wish that is the one before the last."""

MOST_WORDS: Final = 2
"""A date and a difficulty, in either order."""


async def daily(context: Context) -> None:
    await open_daily(context, reachable(context.visit, _label(context, context.words)))


async def daily_pressed(context: Context, action: OpenDaily) -> None:
    """Opens a daily; one that was sent to the chat opens even before the person's own day."""
    label = _label(context, action.label.split())
    is_here = await has_daily(context.visit, label)
    await open_daily(context, label if is_here else reachable(context.visit, label))


def _label(context: Context, words: Sequence[str]) -> str:
    """The label that the words ask for; without a day today's, without a difficulty the daily's."""
    label, level = context.visit.today, ""
    levels = messages.vocabulary("difficulty")
    for word in words[:MOST_WORDS]:
        if word.lower() in levels:
            level = levels[word.lower()]
        else:
            label = _named(context, word)
    return _at_level(context, day_of(label), level) if level else label


def _named(context: Context, word: str) -> str:
    """The label that a word names; raises UserError for any other word."""
    today = context.visit.today
    wished = word.lower()
    if day := _day_named(wished, date.fromisoformat(today)):
        return day.isoformat()
    name, weeks = _day_and_week(wished.removesuffix(_BEFORE_LAST))
    match messages.vocabulary("day").get(name):
        case None:
            pass
        case "today":
            return today
        case "yesterday":
            return (date.fromisoformat(today) - timedelta(days=1)).isoformat()
        case weekday:
            last = day_of_week(weekday, date.fromisoformat(today), weeks)
            return (last - timedelta(7 * wished.endswith(_BEFORE_LAST))).isoformat()
    # Chinese keyboards type full-width digits.
    label = parse_label(unicodedata.normalize("NFKC", word))
    if label is None:
        raise UserError("daily.bad_date", date=word[:30], example=today)
    return label


def _day_named(word: str, today: date) -> date | None:
    """The day of `ago-3` or of `on-11-15`, which is the last such date; None for another word."""
    named = _NAMED_DAY.fullmatch(word)
    if named is None:
        return None
    if named["ago"]:
        return today - timedelta(int(named["ago"]))
    years = (today.year, today.year - 1)
    days = (parse_label(f"{year}-{named['date']}") for year in years)
    known = (date.fromisoformat(day) for day in days if day)
    return next((day for day in known if day <= today), None)


def _day_and_week(word: str) -> tuple[str, int | None]:
    """The day that a word names, and how many weeks ago: `wednesday-1` and 上周三 name both."""
    if of_wish := _OF_WISH.fullmatch(word):
        return of_wish["day"], int(of_wish["weeks"])
    weeks = weeks_back(word)
    ends = (name for name in messages.vocabulary("day") if weeks is not None)
    return next((name for name in ends if word.endswith(name)), word), weeks


def _at_level(context: Context, day: str, level: str) -> str:
    """The label of a date's daily of a difficulty; raises UserError if the date has none."""
    labels = {str(daily_difficulty(label)): label for label in labels_of(day)}
    if level not in labels:
        names = messages.listed(
            context.language, (context.text(f"difficulty.{one}") for one in labels)
        )
        raise UserError("daily.no_level", date=day, levels=names)
    return labels[level]


HANDLERS = (command("daily", daily),)
PRESSED = (press(OpenDaily, daily_pressed),)
