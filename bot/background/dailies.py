"""What is sent to a subscriber, and the tasks that make and send the dailies."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from typing import Final
from zoneinfo import ZoneInfo

from telegram.error import ChatMigrated

from bot import messages
from bot.background.delivery import RetryLater, Sender, Ticker
from bot.chat import boards
from bot.game.days import label_of
from bot.game.game import Game
from bot.play import daily
from bot.pool.engine_pool import EngineBusy, EngineLost
from bot.render.buttons.puzzles import OpenDaily
from bot.render.keyboard import keyboard
from bot.render.pad import pad
from bot.store import chats, games, subscriptions, users
from bot.store.games import GameRow, GameState
from bot.store.outbox import OutboxRow
from bot.store.users import User
from bot.telegram.context import Services, SudokuApplication
from bot.telegram.flood import Lane
from engine import BudgetSpent

AHEAD: Final = (-1, 0, 1, 2)
"""Days from today in UTC whose dailies are ready: every zone's today, and the day after."""

AHEAD_SECONDS: Final = 3600
PAUSE_SECONDS: Final = 60
UTC: Final = ZoneInfo("UTC")
STOP_SECONDS: Final = 4

log = logging.getLogger(__name__)


@asynccontextmanager
async def daily_service(application: SudokuApplication) -> AsyncIterator[None]:
    """Makes dailies ahead and sends them while the block runs; ends what is on its way."""
    services = application.services

    def clock() -> int:
        return int(services.clock().timestamp())

    async def send(row: OutboxRow) -> None:
        await send_daily(application, row)

    sender = Sender(services.database, send, clock, asyncio.sleep)
    ticker = Ticker(services.database, clock, asyncio.sleep)
    sending = asyncio.create_task(sender.run())
    others = [asyncio.create_task(ticker.run()), asyncio.create_task(_stay_ahead(services))]
    try:
        yield
    finally:
        sender.stop()
        for task in others:
            task.cancel()
        await asyncio.wait([sending, *others], timeout=STOP_SECONDS)
        sending.cancel()
        with suppress(asyncio.CancelledError):
            await sending


async def send_daily(application: SudokuApplication, row: OutboxRow) -> None:
    """Sends the daily of a row to its chat, ready to play, unless it is finished there already.

    A chat in the middle of another game keeps that one and gets a button for the new one. Raises
    what Telegram raises, or RetryLater when the puzzle could not be made.
    """
    services = application.services
    person = await _subscriber(services, row.chat_id)
    earlier = await games.of_label(services.database, row.chat_id, row.label)
    if earlier is not None and earlier.state is not GameState.OPEN:
        return
    game, plays_now = await _seat(services, row, person)
    spoken = (person.language, person.client_language) if person else ()
    language = messages.language_for(*spoken)
    play = Game(game.puzzle.grid, game.puzzle.solution, game.turns, game.done)
    view = boards.view(game, play, person)
    note = messages.html(language, "daily.arrived" if plays_now else "daily.waiting")
    buttons = keyboard(pad(language, view))
    if not plays_now:
        buttons = keyboard([[(messages.text(language, "button.play"), OpenDaily(row.label))]])
    face = await boards.face(language, view, note, buttons)
    lane = Lane.BULK if application.bot.rate_limiter else None
    try:
        sent = await boards.post(application.bot, row.chat_id, face, lane=lane)
    except ChatMigrated as moved:
        await chats.move(services.database, row.chat_id, moved.new_chat_id)
        raise RetryLater(1, "ChatMigrated") from moved
    if plays_now:
        await games.set_message(services.database, game.id, sent)
        application.drawn.draw(row.chat_id, sent)


async def make_ahead(services: Services) -> None:
    """Makes the dailies of every zone's today and of the day after, where they are missing."""
    for days in AHEAD:
        await daily.puzzle_of(services, label_of(services.clock() + timedelta(days=days), UTC))


async def _stay_ahead(services: Services) -> None:
    while True:
        try:
            await make_ahead(services)
        except Exception:
            log.exception("the dailies ahead could not be made; trying again in an hour")
        await asyncio.sleep(AHEAD_SECONDS)


async def _subscriber(services: Services, chat_id: int) -> User | None:
    """Who asked for the daily; None in a group whose subscriber has been deleted."""
    kept = await subscriptions.get(services.database, chat_id)
    if kept is None or kept.user_id is None:
        return None
    return await users.get(services.database, kept.user_id)


async def _seat(services: Services, row: OutboxRow, person: User | None) -> tuple[GameRow, bool]:
    """The chat's game of the label, and whether it is the one that the chat plays now."""
    before = await games.current(services.database, row.chat_id)
    now = int(services.clock().timestamp())
    try:
        game = await daily.start(
            services, row.chat_id, person.id if person else None, row.label, now
        )
    except (BudgetSpent, EngineBusy, EngineLost) as error:
        raise RetryLater(PAUSE_SECONDS, type(error).__name__) from error
    busy = before is not None and before.state is GameState.OPEN and bool(before.turns)
    if before is not None and busy and before.id != game.id:
        await games.switch(services.database, row.chat_id, before.id)
        return game, False
    return game, True
