"""Subscriptions, a clock and a Telegram for the tests of the ticker and the sender."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from bot.background.sender import Sender, Tell, ignore
from bot.background.ticker import Ticker
from bot.game.schedule import next_due
from bot.store import subscriptions
from bot.store.outbox import OutboxRow, OutboxState
from bot.store.seam.source import Store
from tests.bot.store.rows import outbox_of

OWNER = 1


def seconds(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


MORNING = seconds("2026-11-21 08:00")


@dataclass
class Time:
    """A clock that only moves when somebody sleeps; sleeping a second or more calls `idle`."""

    now: float = MORNING
    idle: Callable[[], None] = lambda: None

    def clock(self) -> int:
        return int(self.now)

    async def sleep(self, pause: float) -> None:
        self.now += pause
        if pause >= 1:
            self.idle()
        await asyncio.sleep(0)


@dataclass
class Post:
    """A Telegram that answers each chat with the errors listed for it, and then with success."""

    time: Time
    errors: dict[int, list[Exception]] = field(default_factory=dict)
    sent: list[tuple[int, str]] = field(default_factory=list)
    called_at: list[float] = field(default_factory=list)

    async def send(self, row: OutboxRow) -> None:
        self.called_at.append(self.time.now)
        waiting = self.errors.get(row.chat_id)
        if waiting:
            raise waiting.pop(0)
        self.sent.append((row.chat_id, row.label))


async def subscribe(database: Store, *chats: int, zone: str = "UTC", minute: int = 480) -> None:
    """Subscriptions made a minute before 08:00 UTC."""
    due = next_due(minute, ZoneInfo(zone), datetime.fromtimestamp(MORNING - 60, UTC))
    async with database.transaction() as transaction:
        for chat in chats:
            await subscriptions.put(
                transaction,
                chat,
                OWNER,
                zone=zone,
                minute=minute,
                next_due=due.seconds,
                next_label=due.label,
            )


async def tick(database: Store, time: Time) -> int:
    return await Ticker(database, time.clock, time.sleep).tick()


async def send_all(
    database: Store,
    time: Time,
    send: Callable[[OutboxRow], Awaitable[None]],
    idle: int = 1,
    tell: Tell = ignore,
) -> None:
    """Runs a sender until it has had nothing to do for `idle` seconds."""
    sender = Sender(database, send, time.clock, time.sleep, tell)
    left = [idle]

    def stop_at_last() -> None:
        left[0] -= 1
        if left[0] <= 0:
            sender.stop()

    time.idle = stop_at_last
    await sender.run()


async def rows(database: Store, chat: int) -> list[tuple[str, OutboxState, str | None]]:
    return [(row.label, row.state, row.reason) for row in await outbox_of(database, chat)]
