"""/start: the first word between a person and the bot, and the links that open a puzzle."""

from typing import Final
from zoneinfo import ZoneInfo

from bot.chat import boards
from bot.chat.opening import open_link
from bot.chat.welcome import greet, is_new
from bot.game.example import example_move
from bot.game.schedule import next_due
from bot.game.wish import Wish
from bot.handlers.routes import command, press
from bot.play.begin import begin, fresh
from bot.render.buttons.puzzles import StartFirstBoard
from bot.store import subscriptions
from bot.store.subscriptions import SubscriptionState
from bot.telegram.context import Context
from engine.symmetry import Symmetry

FIRST_SIZE: Final = 4


async def start(context: Context) -> None:
    await _resume_subscription(context)
    if not await open_link(context, context.rest):
        await greet(context, is_first=await is_new(context))


async def first_pressed(context: Context, _: StartFirstBoard) -> None:
    """A board so small that its first digit is placed within a minute."""
    await context.show_typing()
    puzzle = await fresh(context.visit, Wish(FIRST_SIZE, Symmetry.CENTRAL))
    stored = await begin(context.visit, puzzle.id)
    note = context.html("start.first", example=example_move(stored.game))
    await boards.show(context, stored, note)


async def _resume_subscription(context: Context) -> None:
    """Whoever had blocked the bot and comes back gets the daily again."""
    kept = await subscriptions.get(context.database, context.chat_id)
    if kept is not None and kept.state is SubscriptionState.UNREACHABLE:
        due = next_due(kept.minute, ZoneInfo(kept.zone), context.now, kept.last_label)
        await subscriptions.reactivate(context.database, kept.chat_id, due.seconds, due.label)


HANDLERS = (command("start", start),)
PRESSED = (press(StartFirstBoard, first_pressed),)
