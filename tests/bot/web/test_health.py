"""Readiness tells the truth."""

import asyncio
import logging
import os
import signal
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import psutil
import pytest
from telegram.error import NetworkError

from bot import app
from bot.operate.metrics import Metrics
from bot.play.services import Services
from bot.playground import PlaygroundRequest
from bot.pool.engine_pool import EnginePool
from bot.store.outbox import STUCK_SECONDS
from bot.store.seam.source import Store
from bot.telegram.retries import Timer
from bot.web.health import (
    BATCH_SECONDS,
    CHECK_SECONDS,
    CHECK_SHARE,
    CONTACT_SECONDS,
    FINE,
    WATCH_SECONDS,
    Health,
)
from tests.bot.house import NETWORK, House
from tests.bot.telegram.passing import PassingTime
from tests.postgres import Cluster

PARTS = {"database", "engine", "telegram", "updates", "outbox"}


@pytest.fixture
def time() -> PassingTime:
    return PassingTime()


def health_of(house: House, time: PassingTime, services: Services | None = None) -> Health:
    application = app.build(
        services or house.services,
        house.api.token,
        NETWORK,
        lambda: PlaygroundRequest(house.api),
        metrics=Metrics(time.clock),
    )
    return Health(application, Timer(time.clock, time.sleep))


@pytest.fixture
async def health(house: House, time: PassingTime) -> Health:
    await house.engine.started()
    return health_of(house, time)


def figure(health: Health, name: str) -> float:
    text = health.application.metrics.text({}, {}).decode()
    (line,) = [line for line in text.splitlines() if line.startswith(f"{name} ")]
    return float(line.rpartition(" ")[2])


async def wrong(health: Health) -> dict[str, str]:
    """The parts that are not well."""
    found = await health.readiness()
    assert set(found) == PARTS
    return {part: answer for part, answer in found.items() if answer != FINE}


async def test_all_is_well(health: Health) -> None:
    assert await wrong(health) == {}
    assert figure(health, 'sudoku_ready{part="database"}') == 1


async def test_a_bot_that_starts_is_not_ready_and_asks_nobody(
    house: House, health: Health, time: PassingTime, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    health.is_starting = True
    house.api.fail_next("getMe", NetworkError("gone"))
    for seconds in (0, CONTACT_SECONDS + 1, BATCH_SECONDS + 1):
        time.now += seconds
        assert await wrong(health) == {
            "telegram": "the start waits for its first answer",
            "updates": "none have been taken in since the start",
        }
    # What a start waits for is no fault, but that its database is gone is one.
    assert caplog.messages == []
    await house.database.close()
    await health.readiness()
    assert {line.partition(": ")[0] for line in caplog.messages} == {"database", "outbox"}


async def test_telegram_is_asked_after_a_long_silence(
    house: House, health: Health, time: PassingTime
) -> None:
    house.api.fail_next("getMe", NetworkError("gone"))
    assert await wrong(health) == {}
    time.now += CONTACT_SECONDS + 1
    assert await wrong(health) == {"telegram": "gone"}
    assert await wrong(health) == {}


async def test_updates_that_nobody_takes_in_are_told(health: Health, time: PassingTime) -> None:
    time.now += BATCH_SECONDS + 1
    assert await wrong(health) == {"updates": "the last were taken in 91 s ago"}
    assert figure(health, "sudoku_updates_age_seconds") == BATCH_SECONDS + 1
    health.application.metrics.caught_up()
    assert await wrong(health) == {}


async def test_it_is_not_ready_without_its_database(house: House, health: Health) -> None:
    await house.database.close()
    assert {"database", "outbox"} == set(await wrong(health))


@pytest.mark.sqlite
async def test_a_database_that_cannot_be_written_is_told(house: House, health: Health) -> None:
    await house.database.all("pragma query_only = on")
    (told,) = (await wrong(health)).values()
    assert "readonly" in told
    await house.database.all("pragma query_only = off")
    assert await wrong(health) == {}


@pytest.mark.long
async def test_a_server_that_is_away_is_told_until_it_is_back(
    health: Health, cluster: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    async with cluster.away():
        told = await wrong(health)
    assert set(told) == {"database", "outbox"}
    assert "PostgreSQL cannot be reached" in told["database"]
    assert figure(health, 'sudoku_ready{part="database"}') == 0
    async with asyncio.timeout(60):
        while await wrong(health):
            await asyncio.sleep(0.01)
    caplog.clear()


def damage(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(40_960)
        file.write(b"\xa5" * 40_960)


def content_of(path: Path) -> bytes:
    return path.read_bytes()


def repair(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def delete(path: Path) -> None:
    path.unlink()


def replaced(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(path.read_bytes())
    other.rename(path)


@pytest.mark.sqlite
@pytest.mark.parametrize("change", [delete, replaced])
@pytest.mark.parametrize("suffix", ["", "-wal"])
async def test_a_file_that_is_taken_away_is_noticed(
    health: Health,
    database_path: Path,
    change: Callable[[Path], None],
    suffix: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    path = database_path.with_name(f"{database_path.name}{suffix}")
    change(path)
    (told,) = (await wrong(health)).values()
    assert told == f"{path} was {'deleted' if change is delete else 'replaced'}"
    assert figure(health, 'sudoku_ready{part="database"}') == 0
    caplog.clear()


@pytest.mark.sqlite
async def test_the_watch_notices_within_a_minute_though_nobody_asks(
    health: Health, time: PassingTime, database_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    began = time.clock()
    delete(database_path)
    watching = asyncio.create_task(health.watch())
    async with asyncio.timeout(30):
        while not caplog.messages:
            await asyncio.sleep(0)
    assert time.clock() - began <= 60
    watching.cancel()
    assert "was deleted" in caplog.messages[0]
    caplog.clear()


async def test_the_log_tells_changes_only(
    health: Health, time: PassingTime, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    time.now += BATCH_SECONDS + 1
    for _ in range(5):
        await health.readiness()
    health.application.metrics.caught_up()
    for _ in range(5):
        await health.readiness()
    told = [record for record in caplog.records if record.name == "bot.web.health"]
    assert [record.levelno for record in told] == [logging.WARNING, logging.INFO]


@pytest.fixture
async def pool() -> AsyncIterator[EnginePool]:
    async with EnginePool(1) as pool:
        await pool.started()
        yield pool


@pytest.mark.long
async def test_a_worker_that_has_died_is_told_and_replaced(
    house: House, time: PassingTime, pool: EnginePool
) -> None:
    health = health_of(house, time, replace(house.services, engine=pool))
    assert await wrong(health) == {}
    # Workers are forked by a child of this process.
    family = psutil.Process().children(recursive=True)
    newest = max(family, key=lambda child: child.create_time())
    os.kill(newest.pid, signal.SIGKILL)
    async with asyncio.timeout(30):
        while not pool.lost:
            await asyncio.sleep(0.01)
    # A busy machine may take longer to start a worker than the check waits.
    assert await wrong(health) in (
        {"engine": "1 workers had ended"},
        {"engine": "no answer within 3 s"},
    )
    async with asyncio.timeout(60):
        while "engine" in await wrong(health):
            await asyncio.sleep(0.01)


class Stuck(EnginePool):
    """An engine that never answers."""

    async def ready(self) -> None:
        await asyncio.Event().wait()


@pytest.mark.long
async def test_a_part_that_never_answers_holds_up_nobody_for_long(
    house: House, time: PassingTime
) -> None:
    health = health_of(house, time, replace(house.services, engine=Stuck(1)))
    async with asyncio.timeout(60):
        assert await wrong(health) == {"engine": "no answer within 3 s"}


async def test_dailies_that_do_not_move_are_told(house: House, health: Health) -> None:
    await house.alice.sends("/subscribe 8:00 London")
    now = int(house.clock.seconds())
    await house.database.all(
        "insert into outbox (id, chat_id, label, not_before, expires_at, changed_at)"
        " values (1, $1, '2026-11-20', $2, $3, $2)",
        house.alice.chat_id,
        now,
        now + 86_400,
    )
    assert await wrong(health) == {}
    house.clock.forward(seconds=STUCK_SECONDS + 1)
    assert await wrong(health) == {"outbox": "dailies are due and none goes out"}
    await house.database.all("update outbox set state = 'sending', changed_at = $1", now + 300)
    assert await wrong(health) == {}


class Looked:
    """A database that says whether somebody looks through it, which `may_end` can hold up."""

    def __init__(self, database: Store) -> None:
        self._database = database
        self.looks = self.running = 0
        self.may_end = asyncio.Event()
        self.may_end.set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)

    async def damage(self) -> tuple[str, ...]:
        self.looks += 1
        self.running += 1
        try:
            await self.may_end.wait()
            return await self._database.damage()
        finally:
            self.running -= 1

    async def ends(self) -> None:
        """Waits for a look that was begun."""
        await asyncio.sleep(0)
        while self.running:
            await asyncio.sleep(0.001)


@pytest.fixture
def looked(house: House) -> Looked:
    return Looked(house.database)


@pytest.fixture
async def looking(house: House, time: PassingTime, looked: Looked) -> Health:
    """The health of a bot with that database."""
    await house.engine.started()
    return health_of(house, time, replace(house.services, database=cast("Store", looked)))


async def test_a_look_that_ends_as_it_begins_leaves_no_question_behind(health: Health) -> None:
    looking = asyncio.create_task(health.readiness())
    # The questions are about to be asked.
    await asyncio.sleep(0)
    looking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await looking


@pytest.mark.sqlite
async def test_damage_is_found_and_counted(
    health: Health, time: PassingTime, database_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await health.check()
    assert figure(health, "sudoku_database_damage") == 0
    damage(database_path)
    time.now += CHECK_SECONDS - WATCH_SECONDS
    watching = asyncio.create_task(health.watch())
    async with asyncio.timeout(30):
        while not figure(health, "sudoku_database_damage"):
            await asyncio.sleep(0)
    watching.cancel()
    assert "the database is damaged" in caplog.text
    caplog.clear()


async def test_the_watch_goes_on_while_the_database_is_looked_through(
    looking: Health, looked: Looked, time: PassingTime, caplog: pytest.LogCaptureFixture
) -> None:
    looked.may_end.clear()
    watching = asyncio.create_task(looking.watch())
    async with asyncio.timeout(30):
        while not looked.running:
            await asyncio.sleep(0)
        # The next one would be due meanwhile, and no update has been taken in for so long.
        time.now += 2 * CHECK_SECONDS
        while "updates: the last were taken in" not in caplog.text:
            await asyncio.sleep(0)
        watched = len(time.slept)
        while len(time.slept) < watched + 3:
            await asyncio.sleep(0)
        watching.cancel()
        while looked.running:
            await asyncio.sleep(0)
    assert looked.looks == 1
    caplog.clear()


@pytest.mark.sqlite
async def test_a_check_that_takes_long_is_made_more_rarely(
    *,
    looking: Health,
    looked: Looked,
    time: PassingTime,
    database_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    damage(database_path)
    checked = list[float]()

    def clock() -> float:
        # Whatever is done takes a minute, and so does a check.
        time.now += 60
        if figure(looking, "sudoku_database_damage") > 0:
            checked.append(time.now)
            looking.application.metrics.damage.set(0)
        return time.now

    async def sleep(seconds: float) -> None:
        await looked.ends()
        time.now += 100 * seconds
        if len(checked) == 3:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await Health(looking.application, Timer(clock, sleep)).watch()
    pauses = [later - earlier for earlier, later in pairwise(checked)]
    assert all(60 / CHECK_SHARE < pause < 60 / CHECK_SHARE + 10_000 for pause in pauses)
    caplog.clear()


@pytest.mark.sqlite
async def test_the_whole_database_is_looked_through_after_a_minute_and_then_each_hour(
    *,
    looking: Health,
    looked: Looked,
    time: PassingTime,
    database_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    began, whole = time.now, content_of(database_path)
    damage(database_path)
    told = list[tuple[float, bool]]()

    async def sleep(seconds: float) -> None:
        await looked.ends()
        passed, is_damaged = time.now - began, figure(looking, "sudoku_database_damage") > 0
        told.append((passed, is_damaged))
        if passed == 60:
            repair(database_path, whole)
            time.now = began + 3_600
        if passed > 3_650:
            raise asyncio.CancelledError
        time.now += seconds

    watching = Health(looking.application, Timer(time.clock, sleep))
    with pytest.raises(asyncio.CancelledError):
        await watching.watch()
    assert told == [
        *((0, False), (20, False), (40, False), (60, True)),
        *((3_620, True), (3_640, True), (3_660, False)),
    ]
    caplog.clear()
