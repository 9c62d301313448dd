"""/stats: what a person has solved, by size, how many days in a row, and a chart."""

import asyncio
from typing import Final

from markupsafe import Markup

from bot.context import Context
from bot.errors import UserError
from bot.game.days import label_of
from bot.game.statistics import times
from bot.game.streak import EARNED_AFTER, streak
from bot.render.chart import history_png
from bot.render.keyboard import Button, keyboard
from bot.render.theme import THEMES
from bot.render.words import duration
from bot.replies import say, send_picture
from bot.routes import command, own_press
from bot.store import results
from bot.store.results import Result, Standing

MOST_DRAWN: Final = 50


async def stats(context: Context) -> None:
    solved = await _solved(context)
    if not solved:
        await say(context, context.html("stats.none"))
        return
    lines = [context.html("stats.title"), context.html("stats.solved", count=len(solved))]
    sizes = sorted({result.size for result in solved})
    lines += [_of_size(context, size, [r for r in solved if r.size == size]) for size in sizes]
    lines += await _streak(context)
    drawn = [size for size in sizes if _seconds(solved, size)]
    person = context.user.id
    charts: list[Button] = [(f"📈 {size}×{size}", f"chart:{person}:{size}") for size in drawn]
    month = (context.text("button.calendar"), f"month:{person}")
    await say(context, Markup("\n").join(lines), keyboard([charts, [month]]))


async def chart_pressed(context: Context) -> None:
    (size, *_) = [*context.arguments[1:2], ""]
    found = _seconds(await _solved(context), int(size) if size.isdecimal() else 0)
    if not found:
        raise UserError("junk.old_button")
    drawn = found[-MOST_DRAWN:]
    png = await asyncio.to_thread(history_png, drawn, THEMES[context.user.theme])
    await send_picture(context, png, context.html("stats.chart", size=size, count=len(drawn)))


async def _solved(context: Context) -> list[Result]:
    """What a person has solved without knowing the solution, the earliest first."""
    found = await results.of_user(context.database, context.user.id)
    return [result for result in reversed(found) if result.standing is not Standing.SEEN]


def _seconds(solved: list[Result], size: int) -> list[int]:
    return [r.seconds for r in solved if r.size == size and r.standing is Standing.TIMED]


def _of_size(context: Context, size: int, solved: list[Result]) -> Markup:
    lines = [context.html("stats.size", size=size, count=len(solved))]
    seconds = _seconds(solved, size)
    if seconds:
        sums = times(seconds)
        best, median = (duration(context.language, time) for time in (sums.best, sums.median))
        lines.append(context.html("stats.times", best=best, median=median))
        if sums.of_five is not None:
            lines.append(context.html("stats.five", time=duration(context.language, sums.of_five)))
    mistakes = sum(result.mistakes for result in solved)
    lines.append(context.html("stats.mistakes" if mistakes else "stats.clean", count=mistakes))
    return Markup("\n").join(lines)


async def _streak(context: Context) -> list[Markup]:
    labels = await results.streak_labels(context.database, context.user.id)
    if not labels:
        return []
    days = streak(labels, label_of(context.now, context.zone))
    held = "stats.freeze_held" if days.has_freeze else "stats.freeze_none"
    return [
        Markup(),
        context.html("stats.streak", count=days.current, best=days.best),
        context.html(held),
        context.html("stats.freeze_rule", count=EARNED_AFTER),
    ]


HANDLERS = (command("stats", stats), own_press("chart", chart_pressed))
