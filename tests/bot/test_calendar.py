"""A whole year of dailies in difficult zones, and with clocks that cannot be trusted."""

import shutil
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

import pytest
import pytest_asyncio

from bot.background.ticker import Ticker
from bot.game.schedule import next_due
from bot.store import outbox, subscriptions, users
from bot.store.seam.migrations import MIGRATIONS
from bot.store.sqlite.database import Database
from tests.bot.store.rows import outbox_of
from tests.fewer import first_cases

CHAT: Final = 1001
BEGIN: Final = datetime(2026, 1, 1, 12, tzinfo=UTC)
STEP: Final = timedelta(minutes=15)
"""Every present offset is a multiple of it."""

ZONES: Final = {
    "Europe/Berlin": 150,
    "Africa/Cairo": 30,
    "Asia/Beirut": 15,
    "Australia/Lord_Howe": 135,
    "Asia/Kathmandu": 480,
    "Pacific/Kiritimati": 0,
    "Etc/GMT+12": 1439,
}
"""Minutes of the day that clocks in these zones skip or show twice when they change."""


LENGTHS: Final = {"Asia/Kathmandu": 40, "Pacific/Kiritimati": 40, "Etc/GMT+12": 40}
"""Days that are enough in zones whose clocks never change."""


class Time:
    def __init__(self) -> None:
        self.now = BEGIN

    def clock(self) -> int:
        return int(self.now.timestamp())

    async def sleep(self, _seconds: float) -> None:
        raise AssertionError("nobody sleeps here")


@pytest.fixture
def time() -> Time:
    return Time()


@pytest_asyncio.fixture
async def database(empty: Path, tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(Path(shutil.copy(empty, tmp_path)), MIGRATIONS)
    try:
        await users.see(opened, CHAT, 0)
        yield opened
    finally:
        await opened.close()


async def subscribe(database: Database, time: Time, zone: str, minute: int) -> None:
    """Subscribes as /subscribe does, also somebody who has a subscription already."""
    before = await subscriptions.get(database, CHAT)
    last = before.last_label if before else None
    due = next_due(minute, ZoneInfo(zone), time.now, last)
    await subscriptions.put(
        database,
        CHAT,
        CHAT,
        zone=zone,
        minute=minute,
        next_due=due.seconds,
        next_label=due.label,
    )


async def ticks(database: Database, time: Time) -> list[str]:
    """The labels that a tick sends."""
    await Ticker(database, time.clock, time.sleep).tick()
    rows = await database.all(
        "update outbox set state = 'sent' where state = 'pending' returning label"
    )
    return [label for (label,) in rows]


async def due(database: Database) -> datetime:
    kept = await subscriptions.get(database, CHAT)
    assert kept is not None
    return datetime.fromtimestamp(kept.next_due, UTC)


def reaches(day: date, minute: int, zone: ZoneInfo) -> datetime:
    """The first instant at which the wall clock has reached that minute of that day."""
    wish = datetime.combine(day, datetime.min.time()) + timedelta(minutes=minute)
    instant = wish.replace(tzinfo=UTC) - timedelta(hours=15)
    while instant.astimezone(zone).replace(tzinfo=None) < wish:
        instant += STEP if minute % 15 == 0 else timedelta(minutes=1)
    return instant


@pytest.mark.parametrize("name", first_cases(1, ZONES))
async def test_every_day_of_a_year_has_one_daily_at_its_hour(
    database: Database, time: Time, name: str
) -> None:
    zone, minute = ZoneInfo(name), ZONES[name]
    await subscribe(database, time, name, minute)
    sent, end = dict[str, datetime](), BEGIN + timedelta(days=LENGTHS.get(name, 365))
    while (instant := await due(database)) < end:
        if _offset(instant, zone) != _offset(instant - timedelta(days=1), zone):
            time.now = instant - timedelta(seconds=1)
            assert await ticks(database, time) == []
        time.now = instant
        (label,) = await ticks(database, time)
        sent[label] = time.now
    assert await ticks(database, time) == []
    days = [date.fromisoformat(label) for label in sent]
    assert len(days) >= (end - BEGIN).days - 1
    assert [later - day for day, later in pairwise(days)] == [timedelta(days=1)] * (len(days) - 1)
    for day in days:
        assert sent[day.isoformat()] == reaches(day, minute, zone), day


def _offset(instant: datetime, zone: ZoneInfo) -> timedelta | None:
    return instant.astimezone(zone).utcoffset()


async def test_a_machine_asleep_for_a_day_sends_what_still_counts(
    database: Database, time: Time
) -> None:
    await subscribe(database, time, "Europe/Berlin", 8 * 60)
    time.now = datetime(2026, 1, 4, 10, tzinfo=UTC)
    assert await ticks(database, time) == ["2026-01-04"]
    assert await due(database) == datetime(2026, 1, 5, 7, tzinfo=UTC)


async def test_moving_around_the_world_on_one_day_repeats_no_label(
    database: Database, time: Time
) -> None:
    sent = list[str]()
    for hour, zone in enumerate(["Pacific/Kiritimati", *ZONES, "Pacific/Kiritimati"]):
        await subscribe(database, time, zone, 60 * hour)
        for _ in range(8):
            time.now += timedelta(hours=3)
            sent += await ticks(database, time)
    assert len(sent) == len(set(sent))
    assert len(sent) >= 7


@pytest.mark.long
@pytest.mark.parametrize("ahead", [timedelta(days=3650), timedelta(days=40), timedelta(days=2)])
@pytest.mark.parametrize("zone", ["Europe/Berlin", "Pacific/Kiritimati", "Etc/GMT+12"])
async def test_a_clock_that_was_far_ahead_ends_no_subscription(
    database: Database, time: Time, zone: str, ahead: timedelta
) -> None:
    await subscribe(database, time, zone, 8 * 60)
    time.now += timedelta(days=1)
    (first,) = await ticks(database, time)
    true = time.now
    time.now += ahead
    wrong = await ticks(database, time)
    time.now = true + timedelta(minutes=1)
    sent = [first, *await ticks(database, time)]
    assert await due(database) <= time.now + timedelta(days=4)
    for _ in range(24 * 6):
        time.now += timedelta(hours=1)
        sent += await ticks(database, time)
    assert len(sent + wrong) == len(set(sent + wrong))
    assert len(sent) >= 3


async def test_a_clock_that_went_back_repeats_nothing(database: Database, time: Time) -> None:
    await subscribe(database, time, "Europe/Berlin", 8 * 60)
    sent = list[str]()
    for back in (timedelta(hours=2), timedelta(days=10)):
        for _ in range(24 * 3):
            time.now += timedelta(hours=1)
            sent += await ticks(database, time)
        time.now -= back
    for _ in range(24 * 14):
        time.now += timedelta(hours=1)
        sent += await ticks(database, time)
    assert len(sent) == len(set(sent))
    assert sent[-1] == time.now.date().isoformat()


async def test_a_row_put_off_by_a_wrong_clock_does_not_wait_for_years(
    database: Database, time: Time
) -> None:
    await subscribe(database, time, "Europe/Berlin", 8 * 60)
    time.now += timedelta(days=1)
    await Ticker(database, time.clock, time.sleep).tick()
    far = time.clock() + 10**8
    await database.all("update outbox set not_before = $1, expires_at = $1 + 10", far)
    await Ticker(database, time.clock, time.sleep).tick()
    (row,) = await outbox_of(database, CHAT)
    assert row.state is outbox.OutboxState.FAILED


async def test_a_zone_that_is_gone_and_far_ahead_stops(database: Database, time: Time) -> None:
    await subscribe(database, time, "Europe/Berlin", 8 * 60)
    await database.all("update subscriptions set zone = 'Atlantis', next_due = next_due * 2")
    await ticks(database, time)
    kept = await subscriptions.get(database, CHAT)
    assert kept is not None
    assert not kept.active
