import asyncio
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import aiohttp
import pytest
from aiohttp.client_reqrep import ConnectionKey
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from bot.background.sender import RATE, Fate, RetryLater, Sender, Withheld, classify
from bot.store import subscriptions
from bot.store.outbox import OutboxRow, OutboxState
from bot.store.seam.migrations import MIGRATIONS
from bot.store.seam.source import Store
from bot.store.sqlite.database import Database
from bot.store.subscriptions import SubscriptionState
from tests.bot.background.deliveries import (
    MORNING,
    Post,
    Time,
    rows,
    seconds,
    send_all,
    subscribe,
    tick,
)

pytestmark = pytest.mark.usefixtures("_timedelta")


async def test_everybody_who_is_due_gets_the_daily_once(
    database: Store, time: Time, post: Post
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


async def test_what_became_of_each_attempt_is_told(database: Store, time: Time, post: Post) -> None:
    told = list[Fate]()
    post.errors = {
        11: [RetryAfter(3)],
        12: [TimedOut()],
        13: [Forbidden("bot was blocked by the user")],
        14: [BadRequest("chat is restricted")],
    }
    await subscribe(database, *range(10, 15))
    await tick(database, time)
    await send_all(database, time, post.send, idle=9, tell=told.append)
    assert Counter(told) == {
        Fate.SENT: 2,
        Fate.RETRY: 1,
        Fate.MAYBE_SENT: 1,
        Fate.UNREACHABLE: 1,
        Fate.FAILED: 1,
    }


@pytest.mark.sqlite
async def test_what_cannot_be_claimed_from_the_start_on_is_logged_ever_more_rarely(
    database: Store, time: Time, post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    sender, rests = Sender(database, post.send, time.clock, time.sleep), 0

    def rest() -> None:
        nonlocal rests
        rests += 1
        if rests == 10:
            sender.stop()

    time.idle = rest
    await database.all("pragma query_only = on")
    await sender.run()
    await database.all("pragma query_only = off")
    told = [record.getMessage()[-9:] for record in caplog.records]
    assert told == [f"failure {count}" for count in (1, 2, 4, 8)]


async def test_no_more_than_the_rate_in_any_second(database: Store, time: Time, post: Post) -> None:
    await subscribe(database, *range(10, 110))
    await tick(database, time)
    await send_all(database, time, post.send)
    assert len(post.called_at) == 100
    for first in post.called_at:
        within = [at for at in post.called_at if first <= at < first + 0.999]
        assert len(within) <= RATE
    assert post.called_at[-1] - post.called_at[0] < 100 / 20


async def test_twenty_five_are_begun_in_a_second(database: Store, time: Time, post: Post) -> None:
    await subscribe(database, *range(10, 61))
    await tick(database, time)
    await send_all(database, time, post.send)
    pauses = [later - earlier for earlier, later in pairwise(post.called_at)]
    assert pauses == pytest.approx([0.04] * 50)


async def test_sixteen_are_on_their_way_at_a_time(database: Store, time: Time) -> None:
    await subscribe(database, *range(10, 40))
    await tick(database, time)
    answer, begun, most = asyncio.Event(), list[int](), list[int]()

    async def send(row: OutboxRow) -> None:
        begun.append(row.chat_id)
        await answer.wait()

    async def sleep(pause: float) -> None:
        if len(most) < 200:
            most.append(len(begun))
        else:
            answer.set()
        await time.sleep(pause)

    sender = Sender(database, send, time.clock, sleep)
    time.idle = sender.stop
    await sender.run()
    assert max(most) == 16
    assert len(begun) == 30


async def test_as_many_are_begun_as_have_arrived(database: Store, time: Time) -> None:
    await subscribe(database, *range(10, 70))
    await tick(database, time)
    on_their_way, most, arrived = set[int](), list[int](), list[int]()

    async def send(row: OutboxRow) -> None:
        on_their_way.add(row.chat_id)
        most.append(len(on_their_way))
        end = time.now + 2
        while time.now < end:
            await asyncio.sleep(0)
        on_their_way.remove(row.chat_id)
        arrived.append(row.chat_id)

    await send_all(database, time, send, idle=5)
    assert len(arrived) == 60
    assert max(most) == 16


async def test_a_daily_that_was_not_sent_is_tried_after_five_seconds_and_then_ever_later(
    database: Store, time: Time, post: Post
) -> None:
    post.errors = {10: [caused(NetworkError("x"), not_connected())] * 8}
    await subscribe(database, 10)
    await tick(database, time)
    await send_all(database, time, post.send, idle=1_500)
    pauses = [later - earlier for earlier, later in pairwise(post.called_at)]
    wanted = [5, 10, 20, 40, 80, 160, 300, 300]
    # A sender that rests looks each second.
    assert [pause - pause % 5 for pause in pauses] == wanted


async def test_a_sender_that_has_nothing_to_do_looks_each_second(
    database: Store, time: Time, post: Post
) -> None:
    slept = list[float]()

    async def sleep(pause: float) -> None:
        slept.append(pause)
        await time.sleep(pause)
        if len(slept) == 3:
            sender.stop()

    sender = Sender(database, post.send, time.clock, sleep)
    await sender.run()
    assert slept == [1.0] * 3


async def test_whoever_is_resting_stops_at_once(database: Store, time: Time, post: Post) -> None:
    resting = asyncio.Event()

    async def sleep(_pause: float) -> None:
        resting.set()
        await asyncio.Event().wait()

    sender = Sender(database, post.send, time.clock, sleep)
    running = asyncio.create_task(sender.run())
    await resting.wait()
    sender.stop()
    await running


@pytest.mark.parametrize(("pause", "seconds"), [(0, 1), (0.4, 1), (7, 8), (7.9, 8)])
def test_telegrams_pause_is_waited_for_to_the_end(pause: float, seconds: int) -> None:
    attempt = classify(RetryAfter(timedelta(seconds=pause)))
    assert (attempt.fate, attempt.seconds) == (Fate.RETRY, seconds)


async def test_a_slow_chat_holds_nobody_up(database: Store, time: Time, post: Post) -> None:
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
    database: Store, time: Time, post: Post
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
    assert settled.count(OutboxState.SENT) == len(post.sent)
    assert OutboxState.SENDING not in settled


@pytest.mark.sqlite
async def test_killed_in_the_middle_nobody_gets_it_twice(
    path: Path, database: Store, time: Time
) -> None:
    """Cancels the sender at ever later moments, and starts it again on the same file."""
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
            assert state in (OutboxState.SENT, OutboxState.MAYBE_SENT)
            assert reason == (None if state is OutboxState.SENT else "interrupted")
            assert arrived[chat] or state is OutboxState.MAYBE_SENT
    finally:
        await again.close()
    assert sum(arrived.values()) > 0


def not_connected() -> aiohttp.ClientConnectorError:
    """aiohttp's error when no server listens."""
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
        (lambda: Withheld("blocked"), Fate.FAILED, None),
    ],
)
def test_only_what_surely_did_not_arrive_is_tried_again(
    make: Callable[[], TelegramError | RetryLater | Withheld], fate: Fate, wait: int | None
) -> None:
    attempt = classify(make())
    assert (attempt.fate, attempt.seconds) == (fate, wait)
    assert attempt.reason


@pytest.mark.sqlite
async def test_what_became_of_a_row_is_said_later_where_it_cannot_be_said(
    database: Store, time: Time, post: Post
) -> None:
    await subscribe(database, 10, 11)
    await tick(database, time)
    await database.all(
        "create trigger refuses before update on outbox when new.state = 'sent' and"
        " new.chat_id = 10 begin select raise(abort, 'no'); end"
    )
    await send_all(database, time, post.send, idle=3)
    states = [row[1] for chat in (10, 11) for row in await rows(database, chat)]
    assert states == [OutboxState.MAYBE_SENT, OutboxState.SENT]
    assert Counter(chat for chat, _ in post.sent) == {10: 1, 11: 1}


async def test_each_error_has_its_consequence(database: Store, time: Time, post: Post) -> None:
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
        10: (OutboxState.SENT, None),
        11: (OutboxState.SENT, None),
        12: (OutboxState.MAYBE_SENT, "TimedOut"),
        13: (OutboxState.FAILED, "bot was blocked by the user"),
        14: (OutboxState.FAILED, "message is too long"),
        15: (OutboxState.MAYBE_SENT, "RuntimeError"),
        16: (OutboxState.SENT, None),
    }
    active = {s.chat_id for s in await subscriptions.due(database, MORNING * 2, 100)}
    assert active == {10, 11, 12, 14, 15, 16}
    blocked = await subscriptions.get(database, 13)
    assert blocked is not None
    assert blocked.state is SubscriptionState.UNREACHABLE


async def test_waiting_is_as_long_as_telegram_asked_and_longer_each_time_otherwise(
    database: Store, time: Time, post: Post
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
    database: Store, time: Time, post: Post
) -> None:
    await subscribe(database, 10)
    await tick(database, time)
    time.now = seconds("2026-11-22 03:00")
    await tick(database, time)
    await send_all(database, time, post.send)
    assert post.sent == []
    assert await rows(database, 10) == [("2026-11-21", OutboxState.FAILED, "expired")]
