"""What a subscriber is sent, and the tasks that make the dailies ahead and send what is due."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from itertools import chain
from typing import Final
from zoneinfo import ZoneInfo

from telegram.error import BadRequest, ChatMigrated

from bot.background.evenings import send_evening
from bot.background.sender import Fate, RetryLater, Sender, Withheld
from bot.background.ticker import Ticker
from bot.chat import boards
from bot.chat.making import follow_group
from bot.chat.opening import offer_daily, or_warning
from bot.game.days import label_of, labels_of
from bot.game.person import User
from bot.game.place import Place
from bot.play import daily
from bot.play.begin import start_game
from bot.play.services import Services
from bot.pool.engine import EngineBusy, EngineLost
from bot.store import games, subscriptions, users
from bot.store.games import StoredGame
from bot.store.outbox import OutboxRow
from bot.store.seam.source import Store
from bot.store.subscriptions import Subscription
from bot.telegram.application import SudokuApplication
from bot.telegram.conversation import Conversation
from bot.telegram.gate import Lane
from engine.search import BudgetSpent

AHEAD: Final = (-1, 0, 1, 2)
"""Days from today in UTC whose dailies are made ahead: today of every zone, and the day after."""

AHEAD_SECONDS: Final = 3600
PAUSE_SECONDS: Final = 60
UTC: Final = ZoneInfo("UTC")
STOP_SECONDS: Final = 4

log = logging.getLogger(__name__)


@asynccontextmanager
async def daily_service(application: SudokuApplication) -> AsyncIterator[None]:
    """Makes dailies ahead and sends them while the block runs; what is on its way may finish.

    Of several processes the leader makes them and fills the outbox, and each process sends to the
    chats that it holds.
    """
    services = application.services

    def clock() -> int:
        return int(services.clock().timestamp())

    async def send(row: OutboxRow) -> None:
        await send_due(application, row)

    def tell(fate: Fate) -> None:
        if fate is not Fate.RETRY:
            application.metrics.dailies.labels(fate.name.lower()).inc()

    sender = Sender(services.database, send, clock, asyncio.sleep, tell)
    ticker = Ticker(services.database, clock, asyncio.sleep)
    sending = asyncio.create_task(sender.run())

    async def lead() -> None:
        await application.leading.wait()
        await asyncio.gather(ticker.run(), stay_ahead(services, asyncio.sleep))

    leading = asyncio.create_task(lead())
    try:
        yield
    finally:
        sender.stop()
        leading.cancel()
        await asyncio.wait([leading])
        # Another process may lead from here on: what is still on its way is no work of the leader.
        await application.leading.resign()
        await asyncio.wait([sending], timeout=STOP_SECONDS)
        sending.cancel()
        with suppress(asyncio.CancelledError):
            await sending


async def send_due(application: SudokuApplication, row: OutboxRow) -> None:
    """Sends what a row of the outbox is for: the daily, or the reminder of it."""
    await (send_evening if row.is_evening else send_daily)(application, row)


async def send_daily(application: SudokuApplication, row: OutboxRow) -> None:
    """Sends the daily of a row to its chat, ready to play, unless it is finished there already.

    A chat in the middle of another game keeps that game, and gets a button for the daily. Raises
    what Telegram raises, RetryLater if the puzzle could not be made or the chat has moved, and
    Withheld if the chat is blocked.
    """
    if application.blocked.has_chat(row.chat_id):
        raise Withheld("blocked")
    database = application.services.database
    kept = await subscriptions.get(database, row.chat_id)
    place = Place(row.chat_id, kept.topic_id if kept else 0)
    person = await _subscriber(database, kept)
    lane = Lane.BULK if application.bot.rate_limiter else None
    context = await Conversation.of(application, person, place, lane)
    reader = person.id if person else None
    earlier = await games.of_label(database, place, row.label, reader)
    if earlier is not None and not earlier.is_open:
        return
    # Read before the daily becomes the chat's current game.
    playing = await games.current(database, place, reader)
    stored = await _begun(context, row, person)
    try:
        if playing and playing.is_open and playing.game.turns and playing.id != stored.id:
            # The daily has just become the current game; the game that goes on stays it.
            await games.switch(database, place, playing.id)
            await offer_daily(context, stored, row.label)
        else:
            note = or_warning(context, stored, context.note("daily.arrived"))
            await boards.send(context, stored, note)
    except ChatMigrated as moved:
        await follow_group(application, row.chat_id, moved.new_chat_id)
        raise RetryLater(1, "ChatMigrated") from moved
    except BadRequest as refusal:
        if "thread not found" not in refusal.message:
            raise
        await subscriptions.leave_topic(database, row.chat_id)
        raise RetryLater(1, "the topic is gone") from refusal


async def make_ahead(services: Services) -> bool:
    """Makes the missing dailies of every zone's today and of the day after.

    The other levels follow while nobody waits for the engine; False if some of them are left.
    """
    days = [label_of(services.clock() + timedelta(days=days), UTC) for days in AHEAD]
    for label in days:
        await daily.puzzle_of(services, label)
    for label in chain.from_iterable(map(labels_of, days)):
        if not services.engine.is_idle:
            return False
        await daily.puzzle_of(services, label)
    return True


async def stay_ahead(services: Services, sleep: Callable[[float], Awaitable[None]]) -> None:
    """Makes the dailies ahead every hour, and after a minute if some could not be made."""
    while True:
        try:
            pause = AHEAD_SECONDS if await make_ahead(services) else PAUSE_SECONDS
        except Exception:
            log.exception("the dailies ahead could not be made; trying again in a minute")
            pause = PAUSE_SECONDS
        await sleep(pause)


async def _subscriber(database: Store, kept: Subscription | None) -> User | None:
    """The person who subscribed; None in a group whose subscriber has been deleted."""
    if kept is None or kept.user_id is None:
        return None
    return await users.get(database, kept.user_id)


async def _begun(context: Conversation, row: OutboxRow, person: User | None) -> StoredGame:
    """The chat's game of the label; its board is owed by the outbox, so no view is marked."""
    try:
        puzzle = await daily.puzzle_of(context.services, row.label, context.visit.owner)
    except (BudgetSpent, EngineBusy, EngineLost) as error:
        raise RetryLater(PAUSE_SECONDS, type(error).__name__) from error
    return await start_game(
        context.database,
        context.place,
        puzzle.id,
        person.id if person else None,
        context.seconds,
        daily_label=row.label,
        owes_board=False,
    )
