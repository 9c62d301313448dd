"""/calendar: a month of dailies, and the days of it that are still to be played."""

import re
from datetime import date, timedelta
from typing import Final

from markupsafe import Markup
from telegram import InlineKeyboardMarkup

from bot.game.days import label_of
from bot.game.streak import Streak, streak
from bot.handlers.routes import command, press
from bot.play.begin import ARCHIVE_DAYS
from bot.render.buttons.action import Button
from bot.render.buttons.personal import ShowMonth
from bot.render.buttons.puzzles import OpenDaily
from bot.render.calendar import calendar_text
from bot.render.keyboard import keyboard
from bot.store import results
from bot.telegram.context import Context

IN_A_ROW: Final = 7


async def calendar(context: Context) -> None:
    month = _today(context).replace(day=1)
    await context.say(await _text(context, month), await _choices(context, month))


async def month_pressed(context: Context, action: ShowMonth) -> None:
    """From /stats without a month: then a new message."""
    if not action.month:
        await calendar(context)
        return
    month = _within_reach(context, action.month)
    text, choices = await _text(context, month), await _choices(context, month)
    await context.change(context.pressed_message, text, choices)


async def _text(context: Context, month: date) -> Markup:
    solved, days = await _solved(context)
    here = month.isoformat()[:7]
    drawn = calendar_text(
        month,
        solved,
        days.frozen,
        today=label_of(context.now, context.zone),
        weekdays=context.text("calendar.weekdays").split(),
    )
    name = context.text("calendar.months").split()[month.month - 1]
    title = context.html("calendar.title", month=name, year=month.year)
    count = sum(label.startswith(here) for label in solved)
    lines = [title, Markup("<pre>{}</pre>").format(drawn), context.html("calendar.legend")]
    if days.current:
        lines.append(context.html("stats.streak", count=days.current, best=days.best))
    lines.append(context.html("calendar.solved", count=count))
    return Markup("\n").join(lines)


async def _choices(context: Context, month: date) -> InlineKeyboardMarkup:
    """The unsolved days of the month that can be played, and the months beside it."""
    solved, _ = await _solved(context)
    today, first = _today(context), _first(context)
    days = (month + timedelta(at) for at in range(31))
    open_days = [
        day
        for day in days
        if day.month == month.month and first <= day <= today and day.isoformat() not in solved
    ]
    buttons: list[Button] = [(str(day.day), OpenDaily(day.isoformat())) for day in open_days]
    rows = [buttons[at : at + IN_A_ROW] for at in range(0, len(buttons), IN_A_ROW)]
    beside: list[Button] = []
    before, after = month - timedelta(1), month + timedelta(31)
    if before >= first:
        beside.append((f"◀ {before:%Y-%m}", ShowMonth(context.user.id, f"{before:%Y-%m}")))
    if after.replace(day=1) <= today:
        beside.append((f"{after:%Y-%m} ▶", ShowMonth(context.user.id, f"{after:%Y-%m}")))
    return keyboard([*rows, beside])


async def _solved(context: Context) -> tuple[frozenset[str], Streak]:
    in_time = await results.streak_labels(context.database, context.user.id)
    solved = await results.solved_labels(context.database, context.user.id)
    return frozenset(solved), streak(in_time, label_of(context.now, context.zone))


def _today(context: Context) -> date:
    return date.fromisoformat(label_of(context.now, context.zone))


def _first(context: Context) -> date:
    return _today(context) - timedelta(ARCHIVE_DAYS)


def _within_reach(context: Context, asked: str) -> date:
    """The first day of the month that was asked for, or of the nearest one with dailies."""
    if not re.fullmatch(r"20\d\d-(0[1-9]|1[0-2])", asked, re.ASCII):
        return _today(context).replace(day=1)
    month = date.fromisoformat(f"{asked}-01")
    return min(max(month, _first(context).replace(day=1)), _today(context).replace(day=1))


HANDLERS = (command("calendar", calendar),)
PRESSED = (press(ShowMonth, month_pressed),)
