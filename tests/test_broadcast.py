"""The short form of the broadcast; `python -m tests.broadcast` is the long one."""

import asyncio
import shutil
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from telegram.error import TimedOut

from bot.background.dailies import send_daily
from bot.background.sender import RATE, Sender
from bot.background.ticker import Ticker
from bot.pool.engine_pool import EnginePool
from bot.store.outbox import OutboxRow
from tests import broadcast
from tests.bot.clock import Clock
from tests.bot.house import House, open_house
from tests.bot.store.rows import daily_labels
from tests.broadcast import Fate, FaultyApi
from tests.crash import BrokenPromiseError
from tests.waits import most_in_a_second

SUBSCRIBERS = 250


@dataclass
class Time:
    """A clock that only moves when somebody sleeps."""

    now: float = field(default_factory=lambda: Clock().seconds())

    def clock(self) -> int:
        return int(self.now)

    async def sleep(self, pause: float) -> None:
        self.now += pause
        await asyncio.sleep(0)


async def lose() -> None:
    raise TimedOut


@dataclass
class Storm:
    """Processes that send the dailies one after another, each killed on the way."""

    house: House
    time: Time
    began: list[float] = field(default_factory=list)

    async def process(self, deliveries: int | None) -> None:
        """Sends until nothing is left, or is killed once this many deliveries have begun."""
        begun, ends = 0, asyncio.Event()

        async def send(row: OutboxRow) -> None:
            nonlocal begun
            begun += 1
            self.began.append(self.time.now)
            if begun == deliveries:
                ends.set()
            await send_daily(self.house.application, row)

        database = self.house.database
        await Ticker(database, self.time.clock, self.time.sleep).tick()
        sender = Sender(database, send, self.time.clock, self.time.sleep)
        running = asyncio.create_task(sender.run())
        if deliveries is None:
            while await database.one("select 1 from outbox where state in ('pending', 'sending')"):
                await asyncio.sleep(0)
            sender.stop()
        else:
            await ends.wait()
            running.cancel()
        with suppress(asyncio.CancelledError):
            await running


@pytest.mark.long
async def test_everybody_has_one_daily_or_an_honest_row(
    engine: EnginePool, empty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    clock, fates = Clock(), broadcast.draw_fates(SUBSCRIBERS, seed=3)
    assert set(fates.values()) == set(Fate)
    async with open_house(engine, clock, Path(shutil.copy(empty, tmp_path))) as house:
        api = FaultyApi(fates, lose, clock=clock.seconds)
        house.api = api
        await house.stops()
        await house.starts()
        await broadcast.subscribe_all(house.database, fates, clock())
        storm = Storm(house, Time())
        for deliveries in (SUBSCRIBERS // 3, SUBSCRIBERS // 3, None):
            await storm.process(deliveries)
        rows = await house.database.all("select chat_id, state from outbox")
        assert len(await daily_labels(house.database)) == 1
    tally = broadcast.check(
        [(chat, state) for chat, state in rows], (chat for _, chat in api.arrivals), fates
    )
    assert tally.states["failed"] == sum(fate is Fate.BLOCKED for fate in fates.values())
    assert 0 < tally.states["maybe_sent"] < SUBSCRIBERS // 10
    assert most_in_a_second(storm.began) <= RATE + 1


def test_two_dailies_and_a_lie_would_be_noticed() -> None:
    fates = {1: Fate.NOTHING}
    for rows, arrived in (
        ([(1, "sent")], [1, 1]),
        ([(1, "sent")], []),
        ([(1, "maybe_sent")], [1, 1]),
        ([(1, "failed")], [1]),
        ([(1, "pending")], []),
        ([], [1]),
    ):
        with pytest.raises(BrokenPromiseError):
            broadcast.check(rows, arrived, fates)
    assert broadcast.check([(1, "maybe_sent")], [1], fates).states == {"maybe_sent": 1}
