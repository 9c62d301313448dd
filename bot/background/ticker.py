"""Turns subscriptions whose time has come into rows of the outbox, once a minute.

The clock cannot be trusted. After a machine has slept for days, many labels are due: only the
latest is sent, and only while it still counts. A clock that ran ahead has moved subscriptions on to
days far in the future; once it is right again, they are found by FARTHEST and moved back, in such a
way that nobody gets a daily twice.

A zone may vanish from the zone data. Its subscriptions are ended, because nobody can say when they
are due.
"""

import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.game.days import closes_at, ends_at, label_of
from bot.game.schedule import Due, next_due
from bot.store import devices, outbox, players, subscriptions
from bot.store.outbox import Advance
from bot.store.seam.source import Store
from bot.store.subscriptions import Kind, Subscription

Clock = Callable[[], int]
"""Tells the time in whole seconds since 1970."""

Sleep = Callable[[float], Awaitable[None]]

NAMED_SECONDS: Final = 24 * 3600
"""Seconds for which the names of its people are kept after a game in a group is over."""

QUIET_SECONDS: Final = 30 * 24 * 3600
"""Seconds without an act after which they are forgotten in a game that is not over."""

MINUTE: Final = 60
BATCH: Final = 100
"""Subscriptions that one transaction moves on; more would keep players waiting for the lock."""

KEPT_SECONDS: Final = 30 * 24 * 3600
"""Seconds for which a finished row of the outbox is kept."""

FARTHEST: Final = 4 * 24 * 3600
"""The farthest that the next due instant can lie ahead, even where a zone leaves out a day."""

LATE_SECONDS: Final = 2 * 3600
"""How late a reminder may come, and never after midnight: nobody is woken by it."""

_logger = logging.getLogger(__name__)


def advance(subscription: Subscription, now: int) -> Advance:
    """The next instant of a due subscription, and the label that is to be sent now.

    After a long sleep that is only the latest label that fell due, and only while it still counts.
    """
    zone = ZoneInfo(subscription.zone)
    instant = datetime.fromtimestamp(now, UTC)
    due = Due(datetime.fromtimestamp(subscription.next_due, UTC), subscription.next_label)
    following = next_due(subscription.minute, zone, due.at, due.label)
    # Labels that fell due while the machine slept are passed over, up to the latest.
    while following.at <= instant:
        due, following = following, next_due(subscription.minute, zone, following.at)
    closes = _closes(subscription.kind, due, zone)
    return Advance(
        subscription,
        following.seconds,
        following.label,
        due.label if instant < closes else None,
        int(closes.timestamp()),
    )


def _closes(kind: Kind, due: Due, zone: ZoneInfo) -> datetime:
    """The instant from which what was due is not sent any more."""
    if kind is Kind.DAILY:
        return closes_at(due.label, zone)
    return min(due.at + timedelta(seconds=LATE_SECONDS), ends_at(due.label, zone))


def rewind(subscription: Subscription, now: int) -> tuple[Due, str | None]:
    """When a subscription is due that a clock which ran ahead has moved too far on.

    With it comes its last label, which is never later than today: leaving out today's daily is
    better than sending it twice.
    """
    zone = ZoneInfo(subscription.zone)
    instant = datetime.fromtimestamp(now, UTC)
    last = subscription.last_label and min(subscription.last_label, label_of(instant, zone))
    return next_due(subscription.minute, zone, instant, last), last


class Ticker:
    """Turns subscriptions whose time has come into outbox rows, once a minute."""

    def __init__(self, database: Store, clock: Clock, sleep: Sleep) -> None:
        self._database = database
        self._clock = clock
        self._sleep = sleep
        self._named_after = 0

    async def run(self) -> None:
        """Tick immediately and then at each full minute, until cancelled."""
        while True:
            try:
                await self.tick()
            except Exception:
                _logger.exception("the ticker tries again in a minute")
            await self._sleep(MINUTE - self._clock() % MINUTE)

    async def tick(self) -> int:
        """Enqueue what is due now, and tidy what is old; returns the number enqueued."""
        now = self._clock()
        if self._database.replica is not None:
            # Settles rows of replicas that have ended; alone, the Sender does so at its start.
            await outbox.recover(self._database, now)
        await outbox.expire(self._database, now)
        await outbox.prune(self._database, now - KEPT_SECONDS)
        self._named_after = await players.forget_names(
            self._database, now - NAMED_SECONDS, now - QUIET_SECONDS, self._named_after
        )
        await devices.forget(self._database, now - devices.KEPT_SECONDS)
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
