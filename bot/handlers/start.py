"""/start: the first word between a person and the bot, and the links that open a puzzle."""

from typing import Final
from zoneinfo import ZoneInfo

from bot.chat import table
from bot.chat.opening import fresh, open_link
from bot.chat.welcome import greet, is_new
from bot.game.schedule import next_due
from bot.game.wish import Wish
from bot.handlers.routes import command, press
from bot.render.buttons.puzzles import StartFirstBoard
from bot.store import games, subscriptions
from bot.store.subscriptions import SubscriptionState
from bot.telegram.context import Context
from bot.telegram.replies import wait_sign
from engine import Symmetry

FIRST_SIZE: Final = 4


async def start(context: Context) -> None:
    await _resume_subscription(context)
    if not await open_link(context, context.rest):
        await greet(context, is_first=await is_new(context))


async def first_pressed(context: Context, _: StartFirstBoard) -> None:
    """A board so small that its first digit is placed within a minute."""
    await wait_sign(context)
    puzzle = await fresh(context, Wish(FIRST_SIZE, Symmetry.CENTRAL))
    async with context.database.transaction() as transaction:
        row = await games.start(
            transaction, context.chat_id, puzzle.id, context.user.id, context.seconds
        )
        await context.takes_effect(transaction, row.id)
    seat = table.Table.of(row)
    note = context.html("start.first", example=table.example_move(seat.play))
    await table.show(context, seat, note)


async def _resume_subscription(context: Context) -> None:
    """Whoever had blocked the bot and comes back gets the daily again."""
    kept = await subscriptions.get(context.database, context.chat_id)
    if kept is not None and kept.state is SubscriptionState.UNREACHABLE:
        due = next_due(kept.minute, ZoneInfo(kept.zone), context.now, kept.last_label)
        await subscriptions.reactivate(context.database, kept.chat_id, due.seconds, due.label)


HANDLERS = (command("start", start),)
PRESSED = (press(StartFirstBoard, first_pressed),)
