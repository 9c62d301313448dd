"""The daily on its way: a ticker fills the outbox, a sender empties it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum, auto
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from bot.game.days import closes_at, label_of
from bot.game.schedule import Due, next_due
from bot.store import outbox, subscriptions
from bot.store.database import Database
from bot.store.outbox import Advance, OutboxRow
from bot.store.subscriptions import Subscription
from bot.telegram.connection import NOT_SENT

Clock = Callable[[], int]
"""Tells the time in whole seconds since 1970."""

Sleep = Callable[[float], Awaitable[None]]

Send = Callable[[OutboxRow], Awaitable[None]]
"""Brings one daily to its chat; returns when Telegram has confirmed it.

Raises what Telegram's library raises, or RetryLater; anything else counts as maybe sent.
"""

MINUTE: Final = 60
BATCH: Final = 100
"""Subscriptions that one transaction moves on; more would keep players waiting for the lock."""

KEPT_SECONDS: Final = 30 * 24 * 3600
"""How long what became of an outbox row is remembered."""

FARTHEST: Final = 4 * 24 * 3600
"""No due is farther ahead, not even where a zone leaves out a day."""

RATE: Final = 25
"""Messages begun in a second at most; Telegram allows 30 in bulk, and players come first."""

IN_FLIGHT: Final = 16
IDLE_SECONDS: Final = 1.0
FIRST_RETRY: Final = 5
LONGEST_RETRY: Final = 300

_logger = logging.getLogger(__name__)


class RetryLater(Exception):  # noqa: N818 - an instruction to the sender, not a failure
    """Raised by a Send that knows that nothing was sent, to be called again in some seconds."""

    def __init__(self, seconds: int, reason: str) -> None:
        super().__init__(reason)
        self.seconds = seconds


class Fate(Enum):
    """What became of an attempt to send."""

    SENT = auto()
    MAYBE_SENT = auto()
    RETRY = auto()
    FAILED = auto()
    UNREACHABLE = auto()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The fate of an attempt with its reason; `seconds` is how long Telegram asked to wait."""

    fate: Fate
    reason: str | None = None
    seconds: int | None = None


def classify(error: TelegramError | RetryLater) -> Outcome:
    """What an error says about the message; unless it surely did not arrive, maybe it did."""
    kind = type(error).__name__
    match error:
        case RetryLater():
            return Outcome(Fate.RETRY, str(error), error.seconds)
        case RetryAfter():
            return Outcome(Fate.RETRY, kind, _whole_seconds(error.retry_after))
        case Forbidden() | BadRequest() if _is_gone(error):
            return Outcome(Fate.UNREACHABLE, str(error))
        case BadRequest() | ChatMigrated() | InvalidToken():
            return Outcome(Fate.FAILED, str(error))
        case NetworkError() if isinstance(error.__cause__, NOT_SENT):
            return Outcome(Fate.RETRY, type(error.__cause__).__name__)
        case _:
            return Outcome(Fate.MAYBE_SENT, kind)


def _is_gone(error: TelegramError) -> bool:
    return isinstance(error, Forbidden) or "chat not found" in str(error).lower()


def _whole_seconds(pause: int | timedelta) -> int:
    seconds = pause.total_seconds() if isinstance(pause, timedelta) else pause
    return int(seconds) + 1


def advance(subscription: Subscription, now: int) -> Advance:
    """Where a due subscription goes from here.

    After a long sleep only the latest label that fell due is sent, and only while it still counts.
    """
    zone = ZoneInfo(subscription.zone)
    instant = datetime.fromtimestamp(now, UTC)
    due = Due(datetime.fromtimestamp(subscription.next_due, UTC), subscription.next_label)
    following = next_due(subscription.minute, zone, due.at, due.label)
    while following.at <= instant:
        due, following = following, next_due(subscription.minute, zone, following.at)
    closes = closes_at(due.label, zone)
    return Advance(
        subscription,
        following.seconds,
        following.label,
        due.label if instant < closes else None,
        int(closes.timestamp()),
    )


def rewind(subscription: Subscription, now: int) -> tuple[Due, str | None]:
    """When a subscription is due after all that a clock which ran ahead has put off for too long.

    With it the last label, which is of no day still to come: rather today's daily is left out than
    sent twice.
    """
    zone = ZoneInfo(subscription.zone)
    instant = datetime.fromtimestamp(now, UTC)
    last = subscription.last_label and min(subscription.last_label, label_of(instant, zone))
    return next_due(subscription.minute, zone, instant, last), last


class Ticker:
    """Turns subscriptions whose time has come into outbox rows, once a minute."""

    def __init__(self, database: Database, clock: Clock, sleep: Sleep) -> None:
        self._database = database
        self._clock = clock
        self._sleep = sleep

    async def run(self) -> None:
        """Tick at once and then at each full minute, until cancelled."""
        while True:
            try:
                await self.tick()
            except Exception:
                _logger.exception("the ticker tries again in a minute")
            await self._sleep(MINUTE - self._clock() % MINUTE)

    async def tick(self) -> int:
        """Enqueue what is due now and tidy the outbox; the number of rows enqueued."""
        now = self._clock()
        await outbox.expire(self._database, now)
        await outbox.prune(self._database, now - KEPT_SECONDS)
        await self._rewind_all(now)
        enqueued = 0
        while due := await subscriptions.due(self._database, now, BATCH):
            advances = [found for one in due if (found := await self._advance(one, now))]
            enqueued += await outbox.advance_due(self._database, advances, now)
        return enqueued

    async def _rewind_all(self, now: int) -> None:
        for one in await subscriptions.due_after(self._database, now + FARTHEST):
            _logger.warning("chat %d was due too far ahead: the clock was wrong", one.chat_id)
            try:
                due, last_label = rewind(one, now)
            except ZoneInfoNotFoundError:
                await self._give_up(one, now)
            else:
                await subscriptions.move(self._database, one, due.seconds, due.label, last_label)

    async def _advance(self, subscription: Subscription, now: int) -> Advance | None:
        try:
            return advance(subscription, now)
        except ZoneInfoNotFoundError:
            await self._give_up(subscription, now)
            return None

    async def _give_up(self, subscription: Subscription, now: int) -> None:
        _logger.error("chat %d is unsubscribed: its zone is gone", subscription.chat_id)
        await subscriptions.deactivate(self._database, subscription.chat_id, now)


class Sender:
    """Sends what is pending, each row once, in a lane of its own at no more than RATE a second."""

    def __init__(self, database: Database, send: Send, clock: Clock, sleep: Sleep) -> None:
        self._database = database
        self._send = send
        self._clock = clock
        self._sleep = sleep
        self._in_flight = 0
        self._stopping = False
        self._resting: asyncio.Future[None] | None = None

    def stop(self) -> None:
        """Begin nothing new; `run` ends when what is in flight has ended."""
        self._stopping = True
        if self._resting is not None:
            self._resting.cancel()

    async def run(self) -> None:
        """Settle what an earlier process left, then send until stopped.

        Cancelled instead, it leaves what is in flight to the next run, which calls it maybe sent.
        """
        await outbox.recover(self._database, self._clock())
        async with asyncio.TaskGroup() as deliveries:
            while not self._stopping:
                await (self._sleep(1 / RATE) if await self._begin(deliveries) else self._rest())

    async def _rest(self) -> None:
        """Until there may be something to begin, or nothing is to be begun any more."""
        self._resting = asyncio.ensure_future(self._sleep(IDLE_SECONDS))
        try:
            await asyncio.wait([self._resting])
        finally:
            self._resting.cancel()

    async def _begin(self, deliveries: asyncio.TaskGroup) -> bool:
        """Begin one delivery; False when there is none to begin for a while."""
        if self._in_flight >= IN_FLIGHT:
            return True
        try:
            claimed = await outbox.claim(self._database, 1, self._clock())
        except Exception:
            _logger.exception("the sender tries again")
            return False
        for row in claimed:
            self._in_flight += 1
            deliveries.create_task(self._deliver(row))
        return bool(claimed)

    async def _deliver(self, row: OutboxRow) -> None:
        try:
            await self._record(row, await self._attempt(row))
        except Exception:
            _logger.exception("outbox row %d stays in sending until the next start", row.id)
        finally:
            self._in_flight -= 1

    async def _attempt(self, row: OutboxRow) -> Outcome:
        try:
            await self._send(row)
        except (TelegramError, RetryLater) as error:
            return classify(error)
        except Exception as error:
            _logger.exception("outbox row %d may have been sent", row.id)
            return Outcome(Fate.MAYBE_SENT, type(error).__name__)
        return Outcome(Fate.SENT)

    async def _record(self, row: OutboxRow, outcome: Outcome) -> None:
        now, reason = self._clock(), outcome.reason
        match outcome.fate:
            case Fate.SENT:
                await outbox.mark(self._database, row.id, outbox.OutboxState.SENT, now)
            case Fate.MAYBE_SENT:
                await outbox.mark(
                    self._database, row.id, outbox.OutboxState.MAYBE_SENT, now, reason
                )
            case Fate.RETRY:
                pause = outcome.seconds or min(FIRST_RETRY << row.attempts - 1, LONGEST_RETRY)
                await outbox.retry(self._database, row.id, now + pause, now, str(reason))
            case Fate.FAILED:
                await outbox.mark(self._database, row.id, outbox.OutboxState.FAILED, now, reason)
            case Fate.UNREACHABLE:
                async with self._database.transaction() as transaction:
                    await outbox.mark(transaction, row.id, outbox.OutboxState.FAILED, now, reason)
                    await subscriptions.deactivate(
                        transaction, row.chat_id, now, subscriptions.SubscriptionState.UNREACHABLE
                    )
