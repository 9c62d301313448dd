import asyncio
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.background.ticker import Ticker, advance, rewind
from bot.game.place import Place
from bot.game.player import Player
from bot.game.schedule import next_due
from bot.store import games, players, puzzles, subscriptions
from bot.store.outbox import OutboxState
from bot.store.players import NAMES_AT_ONCE
from bot.store.puzzles import Origin
from bot.store.seam.source import Store
from bot.store.subscriptions import Subscription, SubscriptionState
from engine import Geometry, generate
from tests.bot.background.deliveries import (
    MORNING,
    OWNER,
    Post,
    Time,
    rows,
    seconds,
    send_all,
    subscribe,
    tick,
)
from tests.bot.store.rows import seat_many

pytestmark = pytest.mark.usefixtures("_timedelta")


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
    database: Store, time: Time, post: Post, woken: str, sent: list[str]
) -> None:
    await subscribe(database, 10)
    time.now = seconds(woken)
    await tick(database, time)
    await send_all(database, time, post.send)
    assert [label for _, label in post.sent] == sent
    kept = await subscriptions.get(database, 10)
    assert kept is not None
    assert kept.next_due > time.now - 10


def subscribed(due: str, label: str, last: str | None = None, zone: str = "UTC") -> Subscription:
    """A subscription to the daily at 08:00."""
    state = SubscriptionState.ACTIVE
    return Subscription(1, 1, zone, 480, seconds(due), label, last, state)


@pytest.mark.parametrize(
    ("now", "next_label", "label"),
    [
        ("2026-11-21 08:00", "2026-11-22", "2026-11-21"),
        ("2026-11-22 02:59:59", "2026-11-22", "2026-11-21"),
        ("2026-11-22 03:00", "2026-11-22", None),
        ("2026-11-22 07:59:59", "2026-11-22", None),
        ("2026-11-22 08:00", "2026-11-23", "2026-11-22"),
        ("2026-11-25 08:00", "2026-11-26", "2026-11-25"),
        ("2026-11-26 03:00", "2026-11-26", None),
    ],
)
def test_a_label_counts_until_three_in_the_morning(
    now: str, next_label: str, label: str | None
) -> None:
    moved = advance(subscribed("2026-11-21 08:00", "2026-11-21"), seconds(now))
    assert (moved.next_label, moved.label) == (next_label, label)
    assert moved.next_due == seconds(f"{next_label} 08:00")
    last = label or str(datetime.fromtimestamp(moved.expires_at - 86_400, UTC).date())
    assert moved.expires_at - seconds(last) == 27 * 3600


@pytest.mark.parametrize(
    ("last", "due", "kept"),
    [
        (None, "2026-11-21", None),
        ("2026-11-19", "2026-11-21", "2026-11-19"),
        ("2026-11-20", "2026-11-21", "2026-11-20"),
        ("2026-11-21", "2026-11-22", "2026-11-21"),
        ("2031-01-01", "2026-11-22", "2026-11-21"),
    ],
)
def test_after_a_clock_that_ran_ahead_no_daily_comes_twice(
    last: str | None, due: str, kept: str | None
) -> None:
    ahead = subscribed("2031-01-02 08:00", "2031-01-02", last)
    found, last_label = rewind(ahead, seconds("2026-11-21 07:00"))
    assert (found.seconds, found.label) == (seconds(f"{due} 08:00"), due)
    assert last_label == kept


@pytest.mark.parametrize(("ahead", "is_moved"), [(4 * 86_400, False), (4 * 86_400 + 1, True)])
async def test_only_what_is_due_in_more_than_four_days_is_moved_back(
    database: Store,
    time: Time,
    ahead: int,
    is_moved: bool,  # noqa: FBT001 - of a table
) -> None:
    await subscribe(database, 10)
    time.now = MORNING - 3600
    due = MORNING - 3600 + ahead
    await database.all("update subscriptions set next_due = $1", due)
    assert await tick(database, time) == 0
    kept = await subscriptions.get(database, 10)
    assert kept is not None
    assert kept.next_due == (MORNING if is_moved else due)


async def test_a_zone_that_is_gone_is_not_moved_back_either(database: Store, time: Time) -> None:
    await subscribe(database, 10, 11)
    await database.all("update subscriptions set next_due = $1", MORNING + 9 * 86_400)
    await database.all("update subscriptions set zone = 'Mars/Olympus' where chat_id = 10")
    time.now = MORNING - 60
    await tick(database, time)
    found = [await subscriptions.get(database, chat) for chat in (10, 11)]
    assert [one.active for one in found if one] == [False, True]
    assert [one.next_due for one in found if one][1] == MORNING


async def test_a_row_of_the_outbox_is_kept_for_thirty_days(
    database: Store, time: Time, post: Post
) -> None:
    await subscribe(database, 10)
    await tick(database, time)
    await send_all(database, time, post.send)
    await database.all("update outbox set changed_at = $1", MORNING)
    await subscriptions.deactivate(database, 10, MORNING)
    for later, left in ((30 * 86_400, 1), (30 * 86_400 + 1, 0)):
        time.now = MORNING + later
        await tick(database, time)
        assert len(await rows(database, 10)) == left


async def test_names_are_kept_a_day_after_a_game_and_thirty_days_in_one_that_rests(
    database: Store, time: Time
) -> None:
    made = generate(Geometry(2, 2), seed=1)
    puzzle = await puzzles.add(database, made.grid, made.solution, Origin.NEW)
    day, now = 86_400, time.clock()
    for finished, begun, name in (
        (now - day, now - day, "Olga"),
        (now - day - 1, now - 2 * day, None),
        (None, now - 30 * day, "Olga"),
        (None, now - 30 * day - 1, None),
    ):
        game = await games.start(database, Place(-5), puzzle.id, None, begun)
        await database.all(
            "update games set finished_at = $1, acted_at = $2 where id = $3",
            finished,
            begun,
            game.id,
        )
        await players.sit(database, game.id, OWNER, "Olga")
        await Ticker(database, time.clock, time.sleep).tick()
        assert await players.of_game(database, game.id) == (Player(OWNER, 0, name),)


async def test_a_clock_that_jumps_back_repeats_nothing(
    database: Store, time: Time, post: Post
) -> None:
    await subscribe(database, 10)
    for now in (MORNING, MORNING - 7_200, MORNING, MORNING + 60):
        time.now = now
        await tick(database, time)
        await send_all(database, time, post.send)
    assert post.sent == [(10, "2026-11-21")]


async def test_a_zone_that_is_gone_stops_one_subscription_only(
    database: Store, time: Time, post: Post
) -> None:
    await subscribe(database, 10, 11)
    await database.all("update subscriptions set zone = 'Mars/Olympus' where chat_id = 10")
    await tick(database, time)
    await send_all(database, time, post.send)
    assert post.sent == [(11, "2026-11-21")]
    kept = await subscriptions.get(database, 10)
    assert kept is not None
    assert not kept.active


async def test_a_name_behind_many_others_is_forgotten_by_the_next_tick(
    database: Store, time: Time
) -> None:
    made = generate(Geometry(2, 2), seed=1)
    puzzle = await puzzles.add(database, made.grid, made.solution, Origin.NEW)
    crowded = await games.start(database, Place(-5), puzzle.id, None, time.clock())
    over = await games.start(database, Place(-5), puzzle.id, None, 0)
    await seat_many(database, crowded.id, NAMES_AT_ONCE)
    for game in (crowded, over):
        await players.sit(database, game.id, OWNER, "Olga")
    ticker = Ticker(database, time.clock, time.sleep)
    for name in ("Olga", None):
        await ticker.tick()
        assert await players.of_game(database, over.id) == (Player(OWNER, 0, name),)


async def test_the_ticker_ticks_on_each_full_minute_and_survives_an_error(
    database: Store,
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
    assert [state for _, state, _ in await rows(database, 10)] == [OutboxState.PENDING]


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
    kept = Subscription(1, 1, key, minute, due.seconds, due.label, None, SubscriptionState.ACTIVE)
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
