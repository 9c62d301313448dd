"""/subscribe: sends the daily at an hour of one's own, in one's own time zone."""

from collections.abc import Iterable
from typing import Final

from markupsafe import Markup

from bot.chat.administrators import require_administrator
from bot.game.schedule import read_time
from bot.game.zones import find_zone
from bot.handlers.routes import command, press
from bot.play import subscribe as subscribing
from bot.play.errors import UserError
from bot.render.buttons.action import Button
from bot.render.buttons.personal import Subscribe
from bot.render.keyboard import keyboard
from bot.render.words import cities, time_of_day, zone_name
from bot.store.subscriptions import Subscription
from bot.telegram.context import Context

USUAL_MINUTE: Final = 8 * 60
MOST_CHOICES: Final = 6


async def subscribe(context: Context) -> None:
    kept = await subscribing.active(context.visit)
    if kept is not None and not context.rest.strip():
        await _tell(context, kept)
        return
    await require_administrator(context, "subscribe.administrators")
    usual = USUAL_MINUTE if kept is None else kept.minute
    minute, place = _wish(context.rest, usual)
    match find_zone(place or await subscribing.known_zone(context.visit) or ""):
        case (zone,):
            await _subscribe(context, minute, zone)
        case () if place:
            example = context.text("subscribe.example")
            raise UserError("subscribe.bad_zone", text=place[:40], example=example)
        case ():
            question = context.html("subscribe.usage", time=time_of_day(minute))
            await _ask(context, question, minute, cities(context.language).values())
        case zones:
            question = context.html("subscribe.which_zone", text=place[:40])
            await _ask(context, question, minute, zones)


async def city_pressed(context: Context, action: Subscribe) -> None:
    zones = find_zone(action.zone)
    if len(zones) != 1 or action.minute >= 24 * 60:
        raise UserError("junk.old_button")
    await require_administrator(context, "subscribe.administrators")
    await _subscribe(context, action.minute, zones[0])


def _wish(typed: str, usual: int) -> tuple[int, str]:
    """The minute of the day and the place, in either order; without a time it is the usual one."""
    timed = read_time(typed)
    if timed is not None:
        return timed[0], timed[1].strip(" ,，")
    place, _, last = typed.strip().rpartition(" ")
    behind = read_time(last) if place else None
    if behind is not None and not behind[1]:
        return behind[0], place.strip(" ,，")
    # Digits are a mistyped time, unless they belong to the name of a zone.
    if any(map(str.isdigit, typed)) and not find_zone(typed):
        raise UserError("subscribe.bad_time", text=typed[:40])
    return usual, typed


async def _tell(context: Context, kept: Subscription) -> None:
    """Says when the daily comes and how to change that."""
    time, zone = time_of_day(kept.minute), zone_name(context.language, kept.zone)
    example = f"{time} {context.text('subscribe.example')}"
    values = {"time": time, "zone": zone, "date": kept.next_label, "example": example}
    await context.say(context.html("subscribe.kept", **values))


async def _subscribe(context: Context, minute: int, zone: str) -> None:
    done = await subscribing.subscribe(context.visit, minute, zone)
    time, name = time_of_day(minute), zone_name(context.language, zone)
    lines = [context.html("subscribe.done", time=time, zone=name, date=done.first)]
    if done.zone_since:
        lines.append(context.html("subscribe.zone_since", zone=name, date=done.zone_since))
    await context.say(Markup("\n").join(lines))


async def _ask(context: Context, question: Markup, minute: int, zones: Iterable[str]) -> None:
    offered = list(zones)[:MOST_CHOICES]
    buttons: list[Button] = [
        (zone_name(context.language, zone), Subscribe(minute, zone)) for zone in offered
    ]
    rows = [buttons[at : at + 2] for at in range(0, len(buttons), 2)]
    await context.say(question, keyboard(rows))


HANDLERS = (command("subscribe", subscribe),)
PRESSED = (press(Subscribe, city_pressed),)
