"""/daily: one puzzle a day, the same for everybody, and the archive of earlier days."""

import unicodedata
from datetime import date, timedelta
from typing import Final

from markupsafe import Markup

from bot import daily as dailies
from bot import table
from bot.context import Context
from bot.errors import UserError
from bot.game.days import label_of, parse_label, playable
from bot.render.keyboard import next_keyboard
from bot.render.words import duration
from bot.replies import say
from bot.routes import command, press
from bot.store import games
from bot.store.games import GameRow, State

ARCHIVE_DAYS: Final = 365


async def daily(context: Context) -> None:
    await _play(context, _label(context, "".join(context.words[:1])))


async def daily_pressed(context: Context) -> None:
    """A daily that was sent to the chat is open to all, also where its day is still to come."""
    typed = "".join(context.arguments[:1])
    sent = await games.of_label(context.database, context.chat_id, typed)
    await _play(context, typed if sent else _label(context, typed))


async def _play(context: Context, label: str) -> None:
    """Seats the chat at the daily of a label: a new game, or the one that it has already."""
    earlier = await games.of_label(context.database, context.chat_id, label)
    if earlier is not None and earlier.state is not State.OPEN:
        await _tell_result(context, earlier, label)
        return
    row = await dailies.start(
        context.services, context.chat_id, context.user.id, label, context.seconds
    )
    seat = table.Table.of(row)
    note = context.html("game.new_hint", example=table.example_move(seat.play))
    await table.show(context, seat, context.html("game.resumed") if row.turns else note)


def _label(context: Context, typed: str) -> str:
    """The date label that was asked for, today's when none was; UserError for one out of reach."""
    today = label_of(context.now, context.zone)
    if not typed:
        return today
    label = parse_label(unicodedata.normalize("NFKC", typed))
    if label is None:
        raise UserError("daily.bad_date", date=typed[:30], example=today)
    first = (date.fromisoformat(today) - timedelta(ARCHIVE_DAYS)).isoformat()
    if not playable(label, context.now, context.zone):
        raise UserError("daily.future", label=label)
    if label < first:
        raise UserError("daily.too_old", first=first)
    return label


async def _tell_result(context: Context, row: GameRow, label: str) -> None:
    if row.state is State.SOLVED:
        time = duration(context.language, table.taken(row))
        words = context.html("daily.solved_already", label=label, time=time)
    else:
        words = context.html("daily.given_up_already", label=label)
    todays = table.is_todays(context, row)
    if todays:
        words = Markup(" ").join([words, context.html("daily.next")])
    await say(context, words, next_keyboard(context.language, daily=not todays))


HANDLERS = (command("daily", daily), press("daily", daily_pressed))
