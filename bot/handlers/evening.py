"""The reminder in the evening: asked for in words or in the settings, or offered."""

from typing import Final

from markupsafe import Markup

from bot.game.keyboard import Keyboard
from bot.game.schedule import read_time
from bot.game.zones import find_zone
from bot.handlers.routes import command, press
from bot.play import evening
from bot.play.errors import UserError
from bot.render.buttons.action import Button
from bot.render.buttons.personal import AskEvening, Remind, RemindNoMore
from bot.render.keyboard import keyboard
from bot.render.words import cities, time_of_day, zone_name
from bot.telegram.context import Context

OFFERED: Final = (19 * 60, 20 * 60, 21 * 60, 22 * 60)
"""The minutes of the day that are offered; any other one may be asked for in words."""

MOST_CITIES: Final = 6

KEEPING_DAILY: Final = "alone"
"""How a wish names that only the reminder is to end."""


async def remind(context: Context) -> None:
    """Reminds at the hour that was said, or asks for one."""
    _require_private(context)
    timed = read_time(context.rest)
    if timed is None:
        await _ask(context)
        return
    minute, place = timed
    zones = find_zone(context.user.zone or place)
    if len(zones) == 1:
        await context.say(*await _reminded(context, minute, zones[0]))
    else:
        await context.say(*_where(context, minute))


async def remind_no_more(context: Context) -> None:
    """Ends the reminder; for who has none, the daily is what they hear from.

    Who wants the daily all the same keeps it, and hears that nothing else comes.
    """
    is_kept = context.rest.strip() == KEEPING_DAILY
    if not context.is_private or await evening.minute_of(context.visit) is None:
        if is_kept:
            await context.say(context.html("evening.none"))
        else:
            await context.commands["unsubscribe"](context)
        return
    await evening.remind_no_more(context.visit)
    await context.say(context.html("evening.off"))


async def asked(context: Context, _: AskEvening) -> None:
    _require_private(context)
    await _ask(context)


async def hour_pressed(context: Context, action: Remind) -> None:
    _require_private(context)
    zones = find_zone(context.user.zone or action.zone)
    if action.minute >= 24 * 60 or (action.zone and len(zones) != 1):
        raise UserError("junk.old_button")
    is_known = len(zones) == 1
    answer = (
        await _reminded(context, action.minute, zones[0])
        if is_known
        else _where(context, action.minute)
    )
    await context.change(context.pressed_message, *answer)


async def no_more_pressed(context: Context, _: RemindNoMore) -> None:
    _require_private(context)
    await evening.remind_no_more(context.visit)
    await context.change(context.pressed_message, context.html("evening.off"), None)


async def _ask(context: Context) -> None:
    minute = await evening.minute_of(context.visit)
    words = context.html("evening.ask")
    if minute is not None:
        words = context.html("evening.on", time=time_of_day(minute))
    hours: list[Button] = [(time_of_day(one), Remind(one)) for one in OFFERED]
    await context.say(words, keyboard([hours[:2], hours[2:], _no_more(context)]))


async def _reminded(context: Context, minute: int, zone: str) -> tuple[Markup, Keyboard]:
    await evening.remind(context.visit, minute, zone)
    name = zone_name(context.language, zone)
    words = context.html("evening.done", time=time_of_day(minute), zone=name)
    return words, keyboard([_no_more(context)])


def _where(context: Context, minute: int) -> tuple[Markup, Keyboard]:
    offered = list(cities(context.language).items())[:MOST_CITIES]
    buttons: list[Button] = [(city, Remind(minute, zone)) for city, zone in offered]
    rows = [buttons[at : at + 2] for at in range(0, len(buttons), 2)]
    return context.html("evening.where", time=time_of_day(minute)), keyboard(rows)


def _no_more(context: Context) -> list[Button]:
    return [(context.text("button.no_evening"), RemindNoMore(context.user.id))]


def _require_private(context: Context) -> None:
    if not context.is_private:
        raise UserError("evening.private")


WISHES = (command("evening", remind), command("evening_off", remind_no_more))
"""The wishes to have it and not to have it, as if they were commands."""

PRESSED = (
    press(AskEvening, asked),
    press(Remind, hour_pressed),
    press(RemindNoMore, no_more_pressed),
)
