"""/daily: one puzzle a day, the same for everybody, and the archive of earlier days."""

import unicodedata
from datetime import date, timedelta

from bot import messages
from bot.chat.opening import open_daily
from bot.game.days import parse_label
from bot.handlers.routes import command, press
from bot.play.begin import has_daily, reachable
from bot.play.errors import UserError
from bot.render.buttons.puzzles import OpenDaily
from bot.telegram.context import Context


async def daily(context: Context) -> None:
    await open_daily(context, _label(context, "".join(context.words[:1])))


async def daily_pressed(context: Context, action: OpenDaily) -> None:
    """Opens a daily; one that was sent to the chat is open even before a person's own day."""
    is_here = await has_daily(context.visit, action.label)
    await open_daily(context, action.label if is_here else _label(context, action.label))


def _label(context: Context, typed: str) -> str:
    """The date label that was asked for, today's when none was."""
    today = context.visit.today
    word = messages.vocabulary("day").get(typed.lower(), "today" if not typed else "")
    if word == "today":
        return today
    if word == "yesterday":
        return (date.fromisoformat(today) - timedelta(days=1)).isoformat()
    label = parse_label(unicodedata.normalize("NFKC", typed))
    if label is None:
        raise UserError("daily.bad_date", date=typed[:30], example=today)
    return reachable(context.visit, label)


HANDLERS = (command("daily", daily),)
PRESSED = (press(OpenDaily, daily_pressed),)
