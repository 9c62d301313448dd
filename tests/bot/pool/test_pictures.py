"""The reader of pictures behind its pool, with a real worker process."""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio

from bot.ledger.lane import MOST_CUTS, PLACES
from bot.ledger.ledger import Ledger
from bot.ledger.owner import NOBODY, Owner
from bot.pool import pictures
from bot.pool.engine import AskedTooOften, EngineBusy, OpenFile
from bot.pool.pictures import Pictures
from engine import parse
from engine.photo.reading import Unreadable, Why
from tests.engine.photo.drawn import drawn

pytestmark = pytest.mark.xdist_group("processes")

PATIENT_SECONDS = 2.0
PHOTO = drawn(parse("12.4341221434321"))


def children() -> set[int]:
    return {child.pid for child in multiprocessing.active_children() if child.pid}


def opened(content: bytes) -> OpenFile:
    """A file that can be fetched at any time."""

    @asynccontextmanager
    async def fetched() -> AsyncIterator[bytes]:
        yield content

    return fetched


class Fetching:
    """A file that arrives when a test lets it in; it counts how often it was asked for."""

    def __init__(self, content: bytes = PHOTO) -> None:
        self._content = content
        self.is_let_in = asyncio.Event()
        self.asked = asyncio.Semaphore(0)
        self.count = 0
        self.is_held = False

    @asynccontextmanager
    async def __call__(self) -> AsyncIterator[bytes]:
        self.count += 1
        self.is_held = True
        self.asked.release()
        try:
            await self.is_let_in.wait()
            yield self._content
        finally:
            self.is_held = False


@pytest_asyncio.fixture
async def reader() -> AsyncIterator[Pictures]:
    # On a busy machine the same picture takes several times as much processor time.
    made = Pictures(quick_seconds=PATIENT_SECONDS)
    yield made
    await made.stop()


def test_the_limits_of_pictures_are_those_of_the_pages() -> None:
    """bot/README.md: a worker ends ten minutes after the last photo, a photo takes 5 s at most."""
    assert (pictures.IDLE_SECONDS, pictures.LIMIT.processor) == (600, 5)


async def test_a_reader_that_never_read_has_nothing_to_end() -> None:
    reader = Pictures()
    await reader.stop()
    assert (reader.is_running, reader.is_there) == (False, True)


@pytest.mark.long
async def test_the_first_picture_begins_a_worker_that_stays_for_the_next() -> None:
    reader = Pictures()
    try:
        assert reader.is_there
        assert not reader.is_running
        (reading,) = await reader.read(Owner(1), opened(PHOTO))
        assert str(reading.grid) == "12.4341221434321"
        assert reader.is_running
        before = children()
        await reader.read(Owner(1), opened(PHOTO))
        assert children() == before
    finally:
        await reader.stop()
    assert not reader.is_running


@pytest.mark.long
async def test_the_worker_goes_when_no_pictures_come() -> None:
    reader = Pictures(idle_seconds=0.01)
    others = children()
    await reader.read(Owner(1), opened(PHOTO))
    while reader.is_running or children() - others:
        await asyncio.sleep(0.01)
    (reading,) = await reader.read(Owner(1), opened(PHOTO))
    assert str(reading.grid) == "12.4341221434321"
    await reader.stop()


@pytest.mark.long
async def test_a_worker_that_dies_is_told_and_replaced() -> None:
    reader = Pictures()
    others = children()
    try:
        await reader.read(Owner(1), opened(PHOTO))
        (worker,) = children() - others
        os.kill(worker, signal.SIGSTOP)
        threads = {*threading.enumerate()}
        asked = asyncio.create_task(reader.read(Owner(1), opened(PHOTO)))
        # A separate thread watches the limit as soon as the worker has the picture.
        while {*threading.enumerate()} <= threads:
            await asyncio.sleep(0)
        os.kill(worker, signal.SIGKILL)
        with pytest.raises(Unreadable) as caught:
            await asked
        assert caught.value.why is Why.TOO_HARD
        assert len(await reader.read(Owner(1), opened(PHOTO))) == 1
    finally:
        await reader.stop()


@pytest.mark.long
async def test_a_picture_is_fetched_in_its_turn_and_ten_of_an_account_wait(
    reader: Pictures,
) -> None:
    files = [Fetching() for _ in range(PLACES + 2)]
    mine, refused, other = files[:PLACES], files[PLACES], files[-1]
    asked = [asyncio.create_task(reader.read(Owner(1, chat), f)) for chat, f in enumerate(mine)]
    await mine[0].asked.acquire()
    with pytest.raises(AskedTooOften) as caught:
        await reader.read(Owner(1), refused)
    assert caught.value.seconds == PLACES * PATIENT_SECONDS
    theirs = asyncio.create_task(reader.read(Owner(2), other))
    await asyncio.sleep(0)
    assert [one.count for one in files] == [1] + [0] * (PLACES + 1)
    other.is_let_in.set()
    mine[0].is_let_in.set()
    assert len(await theirs) == 1
    assert sum(one.count > 0 for one in mine) <= 2, "the other account came before the rest"
    for one in mine:
        one.is_let_in.set()
    assert [len(found) for found in await asyncio.gather(*asked)] == [1] * PLACES
    assert refused.count == 0


@pytest.mark.long
async def test_a_slow_picture_is_cut_off_for_those_of_newcomers_and_then_told_busy(
    reader: Pictures,
) -> None:
    slow = Fetching()
    asked = asyncio.create_task(reader.read(Owner(1), slow))
    for newcomer in range(2, 2 + MOST_CUTS + 1):
        await slow.asked.acquire()
        assert len(await reader.read(Owner(newcomer), opened(PHOTO))) == 1
        assert not slow.is_held or slow.count > newcomer - 1
    with pytest.raises(EngineBusy):
        await asked
    assert (slow.count, slow.is_held) == (1 + MOST_CUTS, False)


@pytest.mark.long
async def test_a_picture_that_was_cut_off_is_fetched_again_and_read(reader: Pictures) -> None:
    slow = Fetching()
    asked = asyncio.create_task(reader.read(Owner(1), slow))
    await slow.asked.acquire()
    assert len(await reader.read(Owner(2), opened(PHOTO))) == 1
    slow.is_let_in.set()
    assert len(await asked) == 1
    assert slow.count == 2


@pytest.mark.long
async def test_a_cancelled_picture_makes_way_for_the_next(reader: Pictures) -> None:
    slow, waiting = Fetching(), Fetching()
    asked = asyncio.create_task(reader.read(Owner(1), slow))
    await slow.asked.acquire()
    other = asyncio.create_task(reader.read(Owner(1), waiting))
    await asyncio.sleep(0)
    for one in (other, asked):
        one.cancel()
        with pytest.raises(asyncio.CancelledError):
            await one
    assert len(await reader.read(NOBODY, opened(PHOTO))) == 1
    assert (slow.is_held, waiting.count) == (False, 0)


@pytest.mark.long
async def test_a_picture_that_is_cancelled_while_it_is_cut_off_does_not_come_back(
    reader: Pictures,
) -> None:
    slow = Fetching()
    asked = asyncio.create_task(reader.read(Owner(1), slow))
    await slow.asked.acquire()
    newcomer = asyncio.create_task(reader.read(Owner(2), opened(PHOTO)))
    # It has been cut off, and its asker has not heard of that yet.
    while slow.is_held:
        await asyncio.sleep(0)
    asked.cancel()
    await asyncio.wait([asked, newcomer], timeout=300)
    assert asked.cancelled()
    assert slow.count == 1
    assert len(await newcomer) == 1


@pytest.mark.long
async def test_a_worker_whose_start_nobody_waits_for_any_more_serves_the_next_picture(
    reader: Pictures,
) -> None:
    others = children()
    asked = asyncio.create_task(reader.read(Owner(1), opened(PHOTO)))
    while not reader.is_running:
        await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert len(await reader.read(Owner(2), opened(PHOTO))) == 1
    assert len(children() - others) == 1
    again = Pictures()
    asked = asyncio.create_task(again.read(Owner(1), opened(PHOTO)))
    while not again.is_running:
        await asyncio.sleep(0)
    asked.cancel()
    await again.stop()
    assert len(children() - others) == 1
    assert asked.cancelled()


@pytest.mark.long
async def test_what_opening_raises_is_raised_and_the_next_picture_is_read(
    reader: Pictures,
) -> None:
    @asynccontextmanager
    async def away() -> AsyncIterator[bytes]:
        raise ConnectionError
        yield b""

    with pytest.raises(ConnectionError):
        await reader.read(Owner(1), away)
    assert len(await reader.read(Owner(1), opened(PHOTO))) == 1


@pytest.mark.long
async def test_the_ledger_is_told_who_took_the_time_of_the_reader() -> None:
    ledger = Ledger()
    reader = Pictures(ledger=ledger)
    try:
        await reader.read(Owner(1, -5), opened(PHOTO))
    finally:
        await reader.stop()
    (load,) = ledger.largest(1)
    assert load.owner == Owner(1, -5)
