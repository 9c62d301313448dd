"""/calendar: a month of dailies, with buttons for the days that can still be played."""

import re
from datetime import date, timedelta
from typing import Final

from markupsafe import Markup

from bot.game.keyboard import Keyboard
from bot.handlers.routes import command, press
from bot.play.begin import first_day
from bot.play.statistics import Days, days
from bot.render.buttons.action import Button
from bot.render.buttons.personal import ShowMonth
from bot.render.buttons.playing import PressGap
from bot.render.buttons.puzzles import OpenDaily
from bot.render.calendar import blank_days, calendar_text
from bot.render.keyboard import keyboard
from bot.render.keys import GAP
from bot.telegram.context import Context

IN_A_ROW: Final = 7


async def calendar(context: Context) -> None:
    found, month = await days(context.visit), _today(context).replace(day=1)
    await context.say(_text(context, found, month), _choices(context, found, month))


async def month_pressed(context: Context, action: ShowMonth) -> None:
    """Turns the message to another month; the button below /stats names none and sends one."""
    if not action.month:
        await calendar(context)
        return
    found, month = await days(context.visit), _within_reach(context, action.month)
    text, choices = _text(context, found, month), _choices(context, found, month)
    await context.change(context.pressed_message, text, choices)


def _text(context: Context, found: Days, month: date) -> Markup:
    here = month.isoformat()[:7]
    drawn = calendar_text(
        month,
        found.solved,
        found.streak.frozen,
        today=context.visit.today,
        weekdays=context.text("calendar.weekdays").split(),
        first_weekday=_first_weekday(context),
    )
    name = context.text("calendar.months").split()[month.month - 1]
    title = context.html("calendar.title", month=name, year=month.year)
    count = sum(label.startswith(here) for label in found.solved)
    lines = [title, Markup("<pre>{}</pre>").format(drawn), context.html("calendar.legend")]
    if found.streak.current:
        current, best = found.streak.current, found.streak.best
        lines.append(context.html("stats.streak", count=current, best=best))
    lines.append(context.html("calendar.solved", count=count))
    return Markup("\n").join(lines)


def _choices(context: Context, found: Days, month: date) -> Keyboard:
    """The playable days of the month, and the months before and after.

    The days stand in columns as in the text above them, which names their weekdays. A week with
    nothing to play is left out.
    """
    today, first = _today(context), first_day(context.visit)
    of_month = [day for at in range(31) if (day := month + timedelta(at)).month == month.month]
    gap: Button = GAP, PressGap(0)
    buttons = [gap] * blank_days(month, _first_weekday(context))
    for day in of_month:
        label = day.isoformat()
        is_open = first <= day <= today and label not in found.solved
        buttons.append((str(day.day), OpenDaily(label)) if is_open else gap)
    buttons += [gap] * (-len(buttons) % IN_A_ROW)
    weeks = [buttons[at : at + IN_A_ROW] for at in range(0, len(buttons), IN_A_ROW)]
    rows = [week for week in weeks if any(button != gap for button in week)]
    beside: list[Button] = []
    # A day before the first of the month, and 31 days after it, are always in the months beside.
    before, after = month - timedelta(1), month + timedelta(31)
    if before >= first:
        beside.append((f"◀ {before:%Y-%m}", ShowMonth(context.user.id, f"{before:%Y-%m}")))
    if after.replace(day=1) <= today:
        beside.append((f"{after:%Y-%m} ▶", ShowMonth(context.user.id, f"{after:%Y-%m}")))
    return keyboard([*rows, beside])


def _first_weekday(context: Context) -> int:
    """The first day of the week where the language is spoken; 0 is Monday."""
    return int(context.text("calendar.first_weekday"))


def _today(context: Context) -> date:
    return date.fromisoformat(context.visit.today)


def _within_reach(context: Context, asked: str) -> date:
    """The first day of a month such as `2026-11`, or of the nearest month with dailies."""
    if not re.fullmatch(r"20\d\d-(0[1-9]|1[0-2])", asked, re.ASCII):
        return _today(context).replace(day=1)
    month = date.fromisoformat(f"{asked}-01")
    return min(max(month, first_day(context.visit).replace(day=1)), _today(context).replace(day=1))


HANDLERS = (command("calendar", calendar, may_overtake=True),)
PRESSED = (press(ShowMonth, month_pressed, may_overtake=True),)
