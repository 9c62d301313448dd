import asyncio
import shutil
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import aiohttp
import pytest
import pytest_asyncio
from aiohttp.client_reqrep import ConnectionKey
from hypothesis import given
from hypothesis import strategies as st
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

import bot
from bot.delivery import RATE, Fate, RetryLater, Sender, Ticker, advance, classify
from bot.game.schedule import next_due
from bot.store import outbox, subscriptions, users
from bot.store.database import Database
from bot.store.outbox import OutboxRow
from bot.store.outbox import State as Row
from bot.store.subscriptions import State, Subscription

MIGRATIONS = Path(bot.__file__).parents[1] / "migrations"
OWNER = 1


def seconds(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


MORNING = seconds("2026-11-21 08:00")


@dataclass
class Time:
    """A clock that only moves when somebody sleeps; `idle` is called for each idle second."""

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
    """A Telegram that answers each chat with the errors it was given for it, then with success."""

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


@pytest.fixture(autouse=True)
def _timedelta(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library warns about its old form of retry_after otherwise."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


@pytest.fixture
def path(empty: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(empty, tmp_path))


@pytest_asyncio.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(path, MIGRATIONS)
    try:
        await users.see(opened, OWNER, 0)
        yield opened
    finally:
        await opened.close()


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def post(time: Time) -> Post:
    return Post(time)


async def subscribe(database: Database, *chats: int, zone: str = "UTC", minute: int = 480) -> None:
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


async def tick(database: Database, time: Time) -> int:
    return await Ticker(database, time.clock, time.sleep).tick()


async def send_all(
    database: Database, time: Time, send: Callable[[OutboxRow], Awaitable[None]], idle: int = 1
) -> None:
    """Runs a sender until it has had nothing to do for some seconds."""
    sender = Sender(database, send, time.clock, time.sleep)
    left = [idle]

    def stop_at_last() -> None:
        left[0] -= 1
        if left[0] <= 0:
            sender.stop()

    time.idle = stop_at_last
    await sender.run()


async def rows(database: Database, chat: int) -> list[tuple[str, Row, str | None]]:
    return [(row.label, row.state, row.reason) for row in await outbox.of_chat(database, chat)]


async def test_everybody_who_is_due_gets_the_daily_once(
    database: Database, time: Time, post: Post
) -> None:
    chats = range(10, 260)
    await subscribe(database, *chats)
    await subscribe(database, 5, minute=481)
    assert await tick(database, time) == 250
    assert await tick(database, time) == 0
    await send_all(database, time, post.send)
    assert Counter(post.sent) == {(chat, "2026-11-21"): 1 for chat in chats}
    time.now = MORNING + 24 * 3600 + 60
    assert await tick(database, time) == 251
    await send_all(database, time, post.send)
    days = Counter(chat for chat, _ in post.sent)
    assert days == {**dict.fromkeys(chats, 2), 5: 1}


async def test_no_more_than_the_rate_in_any_second(
    database: Database, time: Time, post: Post
) -> None:
    await subscribe(database, *range(10, 110))
    await tick(database, time)
    await send_all(database, time, post.send)
    assert len(post.called_at) == 100
    for first in post.called_at:
        within = [at for at in post.called_at if first <= at < first + 0.999]
        assert len(within) <= RATE
    assert post.called_at[-1] - post.called_at[0] < 100 / 20


async def test_a_slow_chat_holds_nobody_up(database: Database, time: Time, post: Post) -> None:
    await subscribe(database, *range(10, 60))
    await tick(database, time)
    answer = asyncio.Event()

    async def send(row: OutboxRow) -> None:
        if row.chat_id == 10:
            await answer.wait()
        await post.send(row)
        if len(post.sent) == 49:
            answer.set()

    await send_all(database, time, send)
    assert post.sent[-1][0] == 10
    assert len(post.sent) == 50


async def test_stopping_lets_what_is_in_flight_arrive(
    database: Database, time: Time, post: Post
) -> None:
    await subscribe(database, 10, 11)
    await tick(database, time)
    begun, answer = asyncio.Event(), asyncio.Event()

    async def send(row: OutboxRow) -> None:
        begun.set()
        await answer.wait()
        await post.send(row)

    sender = Sender(database, send, time.clock, time.sleep)
    running = asyncio.create_task(sender.run())
    await begun.wait()
    sender.stop()
    answer.set()
    await running
    settled = [state for chat in (10, 11) for _, state, _ in await rows(database, chat)]
    assert settled.count(Row.SENT) == len(post.sent)
    assert Row.SENDING not in settled


async def test_killed_in_the_middle_nobody_gets_it_twice(
    path: Path, database: Database, time: Time
) -> None:
    """Cancels the sender at ever later moments, and starts again on the same file."""
    chats = range(10, 50)
    await subscribe(database, *chats)
    await tick(database, time)
    arrived: Counter[int] = Counter()

    async def send(row: OutboxRow) -> None:
        await asyncio.sleep(0)
        arrived[row.chat_id] += 1
        await asyncio.sleep(0)

    for steps in range(0, 200, 7):
        sender = Sender(database, send, time.clock, time.sleep)
        running = asyncio.create_task(sender.run())
        for _ in range(steps):
            await asyncio.sleep(0)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    await database.close()
    again = await Database.open(path, MIGRATIONS)
    try:
        await send_all(again, time, send)
        assert max(arrived.values()) == 1
        for chat in chats:
            ((_, state, reason),) = await rows(again, chat)
            assert state in (Row.SENT, Row.MAYBE_SENT)
            assert reason == (None if state is Row.SENT else "interrupted")
            assert arrived[chat] or state is Row.MAYBE_SENT
    finally:
        await again.close()
    assert sum(arrived.values()) > 0


def not_connected() -> aiohttp.ClientConnectorError:
    """What aiohttp raises where nobody listens."""
    key = ConnectionKey("127.0.0.1", 1, False, True, None, None, None)  # noqa: FBT003
    return aiohttp.ClientConnectorError(key, ConnectionRefusedError("x"))


def caused(error: TelegramError, cause: Exception) -> TelegramError:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("make", "fate", "wait"),
    [
        (lambda: RetryAfter(timedelta(seconds=7)), Fate.RETRY, 8),
        (lambda: RetryLater(3, "engine"), Fate.RETRY, 3),
        (lambda: caused(NetworkError("x"), not_connected()), Fate.RETRY, None),
        (lambda: caused(TimedOut(), aiohttp.ConnectionTimeoutError("x")), Fate.RETRY, None),
        (lambda: caused(TimedOut(), aiohttp.SocketTimeoutError("x")), Fate.MAYBE_SENT, None),
        (lambda: caused(NetworkError("x"), aiohttp.ClientOSError("x")), Fate.MAYBE_SENT, None),
        (lambda: caused(NetworkError("x"), aiohttp.ClientPayloadError()), Fate.MAYBE_SENT, None),
        (
            lambda: caused(NetworkError("x"), aiohttp.ServerDisconnectedError()),
            Fate.MAYBE_SENT,
            None,
        ),
        (lambda: NetworkError("Bad Gateway"), Fate.MAYBE_SENT, None),
        (lambda: Forbidden("bot was blocked by the user"), Fate.UNREACHABLE, None),
        (lambda: BadRequest("Chat not found"), Fate.UNREACHABLE, None),
        (lambda: BadRequest("can't parse entities"), Fate.FAILED, None),
        (lambda: ChatMigrated(-5), Fate.FAILED, None),
    ],
)
def test_only_what_surely_did_not_arrive_is_tried_again(
    make: Callable[[], TelegramError | RetryLater], fate: Fate, wait: int | None
) -> None:
    outcome = classify(make())
    assert (outcome.fate, outcome.seconds) == (fate, wait)
    assert outcome.reason


async def test_each_error_has_its_consequence(database: Database, time: Time, post: Post) -> None:
    post.errors = {
        10: [RetryAfter(timedelta(seconds=30))],
        11: [caused(NetworkError("x"), not_connected())] * 3,
        12: [caused(TimedOut(), aiohttp.SocketTimeoutError("x"))],
        13: [Forbidden("bot was blocked by the user")],
        14: [BadRequest("message is too long")],
        15: [RuntimeError("a bug after sending?")],
    }
    await subscribe(database, *range(10, 17))
    await tick(database, time)
    await send_all(database, time, post.send, idle=60)
    assert sorted(chat for chat, _ in post.sent) == [10, 11, 16]
    assert {chat: (await rows(database, chat))[0][1:] for chat in range(10, 17)} == {
        10: (Row.SENT, None),
        11: (Row.SENT, None),
        12: (Row.MAYBE_SENT, "TimedOut"),
        13: (Row.FAILED, "bot was blocked by the user"),
        14: (Row.FAILED, "message is too long"),
        15: (Row.MAYBE_SENT, "RuntimeError"),
        16: (Row.SENT, None),
    }
    active = {s.chat_id for s in await subscriptions.due(database, MORNING * 2, 100)}
    assert active == {10, 11, 12, 14, 15, 16}
    blocked = await subscriptions.get(database, 13)
    assert blocked is not None
    assert blocked.state is State.UNREACHABLE


async def test_waiting_is_as_long_as_telegram_asked_and_longer_each_time_otherwise(
    database: Database, time: Time, post: Post
) -> None:
    refused = caused(NetworkError("x"), not_connected())
    post.errors = {10: [RetryAfter(timedelta(seconds=30)), *[refused] * 8]}
    await subscribe(database, 10)
    await tick(database, time)
    await send_all(database, time, post.send, idle=2_000)
    times = post.called_at
    pauses = [later - earlier for earlier, later in pairwise(times)]
    assert pauses[0] >= 30
    assert pauses[1:] == sorted(pauses[1:])
    assert pauses[1] >= 10
    assert 300 <= pauses[-1] < 303
    assert post.sent == [(10, "2026-11-21")]


async def test_a_daily_that_cannot_be_sent_all_day_is_given_up(
    database: Database, time: Time, post: Post
) -> None:
    await subscribe(database, 10)
    await tick(database, time)
    time.now = seconds("2026-11-22 03:00")
    await tick(database, time)
    await send_all(database, time, post.send)
    assert post.sent == []
    assert await rows(database, 10) == [("2026-11-21", Row.FAILED, "expired")]


@pytest.mark.parametrize(
    ("woken", "sent"),
    [
        ("2026-11-21 20:00", ["2026-11-21"]),
        ("2026-11-22 02:59", ["2026-11-21"]),
        ("2026-11-22 07:59", []),
        ("2026-11-25 09:00", ["2026-11-25"]),
    ],
)
async def test_after_a_long_sleep_only_what_still_counts_is_sent(
    database: Database, time: Time, post: Post, woken: str, sent: list[str]
) -> None:
    await subscribe(database, 10)
    time.now = seconds(woken)
    await tick(database, time)
    await send_all(database, time, post.send)
    assert [label for _, label in post.sent] == sent
    kept = await subscriptions.get(database, 10)
    assert kept is not None
    assert kept.next_due > time.now - 10


async def test_a_clock_that_jumps_back_repeats_nothing(
    database: Database, time: Time, post: Post
) -> None:
    await subscribe(database, 10)
    for now in (MORNING, MORNING - 7_200, MORNING, MORNING + 60):
        time.now = now
        await tick(database, time)
        await send_all(database, time, post.send)
    assert post.sent == [(10, "2026-11-21")]


async def test_a_zone_that_is_gone_stops_one_subscription_only(
    database: Database, time: Time, post: Post
) -> None:
    await subscribe(database, 10, 11)
    await database.all("update subscriptions set zone = 'Mars/Olympus' where chat_id = 10")
    await tick(database, time)
    await send_all(database, time, post.send)
    assert post.sent == [(11, "2026-11-21")]
    kept = await subscriptions.get(database, 10)
    assert kept is not None
    assert not kept.active


async def test_the_ticker_ticks_on_each_full_minute_and_survives_an_error(
    database: Database,
) -> None:
    time = Time(MORNING - 90)
    ticks: list[int] = []
    broken = [True]

    def clock() -> int:
        if broken.pop() if broken else False:
            raise OSError("no clock")
        return time.clock()

    async def sleep(pause: float) -> None:
        await time.sleep(pause)
        ticks.append(time.clock())
        if len(ticks) == 3:
            raise asyncio.CancelledError

    await subscribe(database, 10)
    with pytest.raises(asyncio.CancelledError):
        await Ticker(database, clock, sleep).run()
    assert ticks == [MORNING - 60, MORNING, MORNING + 60]
    assert [state for _, state, _ in await rows(database, 10)] == [Row.PENDING]


ZONES = ["Europe/Berlin", "Africa/Cairo", "Asia/Beirut", "Australia/Lord_Howe", "Asia/Kathmandu"]
ZONES += ["Pacific/Kiritimati", "Etc/GMT+12", "America/Nuuk"]


@given(
    st.sampled_from(ZONES),
    st.integers(0, 1439),
    st.integers(seconds("2026-01-01"), seconds("2027-01-01")),
    st.integers(0, 4 * 24 * 3600),
)
def test_a_due_subscription_moves_past_now_to_later_labels(
    key: str, minute: int, start: int, asleep: int
) -> None:
    zone = ZoneInfo(key)
    due = next_due(minute, zone, datetime.fromtimestamp(start, UTC))
    now = due.seconds + asleep
    kept = Subscription(1, 1, key, minute, due.seconds, due.label, None, State.ACTIVE)
    onward = advance(kept, now)
    assert onward.next_due > now
    assert onward.next_label > due.label
    following = next_due(minute, zone, datetime.fromtimestamp(now, UTC))
    assert (onward.next_due, onward.next_label) == (following.seconds, following.label)
    if onward.label:
        assert due.label <= onward.label < onward.next_label
        assert now < onward.expires_at
    if not asleep:
        assert onward.label == due.label
