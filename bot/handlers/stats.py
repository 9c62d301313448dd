"""/stats: what a person has solved, by size and difficulty, their streak, and charts."""

from typing import Final

from markupsafe import Markup

from bot.chat.drawing import drawn
from bot.game.keyboard import Keyboard
from bot.game.statistics import Solve, bands, seconds_of, sizes
from bot.game.streak import EARNED_AFTER
from bot.handlers.routes import command, press
from bot.play import statistics
from bot.play.errors import UserError
from bot.play.finish import streak_of
from bot.render.buttons.action import Button
from bot.render.buttons.personal import DrawChart, ShowMonth, ShowStats
from bot.render.drawings import history_png
from bot.render.keyboard import keyboard
from bot.render.statistics import band_name, overview, size_page
from bot.render.theme import THEMES
from bot.telegram.context import Context

MOST_DRAWN: Final = 50
WIDE: Final = 3
"""The most buttons in a row."""


async def stats(context: Context) -> None:
    solves = await statistics.solves(context.visit)
    if not solves:
        lines = [context.html("stats.none"), *await _streak(context)]
        await context.say(Markup("\n").join(lines))
        return
    await context.say(*await _overview(context, solves))


async def stats_pressed(context: Context, action: ShowStats) -> None:
    """Turns the message to the page of a size, or back to the overview."""
    solves, size = await statistics.solves(context.visit), action.size
    of_size = [solve for solve in solves if solve.size == size]
    if not solves or (size and not of_size):
        raise UserError("junk.old_button")
    if not size:
        await context.change(context.pressed_message, *await _overview(context, solves))
        return
    back = (context.text("button.back"), ShowStats(context.user.id))
    buttons = keyboard([*_charts(context, of_size), [back]])
    page = Markup("\n").join(size_page(context.language, of_size))
    await context.change(context.pressed_message, page, buttons)


async def chart_pressed(context: Context, action: DrawChart) -> None:
    size, band = action.size, action.band
    chosen = [
        solve
        for solve in await statistics.solves(context.visit)
        if solve.size == size and band in {None, solve.difficulty}
    ]
    found = seconds_of(chosen)[-MOST_DRAWN:]
    if not found:
        raise UserError("junk.old_button")
    png = await drawn(context.visit, history_png, found, THEMES[context.user.theme])
    words = context.html("stats.chart", size=size, count=len(found))
    if band is not None:
        words += Markup(" · {}").format(band_name(context.language, band))
    await context.send_picture(png, words)


async def _overview(context: Context, solves: list[Solve]) -> tuple[Markup, Keyboard]:
    person, found = context.user.id, sizes(solves)
    lines = [*overview(context.language, solves), *await _streak(context)]
    rows = _charts(context, solves)
    if len(found) > 1:
        rows = _rows([(f"📊 {size}×{size}", ShowStats(person, size)) for size in found])
    month = (context.text("button.calendar"), ShowMonth(person))
    return Markup("\n").join(lines), keyboard([*rows, [month]])


def _charts(context: Context, solves: list[Solve]) -> list[list[Button]]:
    """Buttons for a chart of all times of a size, and of each difficulty if there are several."""
    size, person = solves[0].size, context.user.id
    if not seconds_of(solves):
        return []
    drawn = [
        band
        for band in bands(solves)
        if band and seconds_of(solve for solve in solves if solve.difficulty is band)
    ]
    buttons: list[Button] = [(f"📈 {size}×{size}", DrawChart(person, size))]
    if len(bands(solves)) > 1:
        buttons += [
            (f"📈 {band_name(context.language, band)}", DrawChart(person, size, band))
            for band in drawn
        ]
    return _rows(buttons)


def _rows(buttons: list[Button]) -> list[list[Button]]:
    """Rows of at most WIDE buttons, as even as possible."""
    # Two divisions rounded up: the fewest rows, then the fewest buttons in a row for them.
    wide = -(-len(buttons) // -(-len(buttons) // WIDE))
    return [buttons[at : at + wide] for at in range(0, len(buttons), wide)]


async def _streak(context: Context) -> list[Markup]:
    streak = await streak_of(context.visit)
    if not streak.best:
        return [Markup(), context.html("stats.no_streak")]
    held = "stats.freeze_held" if streak.has_freeze else "stats.freeze_none"
    return [
        Markup(),
        context.html("stats.streak", count=streak.current, best=streak.best),
        context.html(held),
        context.html("stats.freeze_rule", count=EARNED_AFTER),
    ]


HANDLERS = (command("stats", stats, may_overtake=True),)
PRESSED = (
    press(ShowStats, stats_pressed, may_overtake=True),
    press(DrawChart, chart_pressed, may_overtake=True),
)
