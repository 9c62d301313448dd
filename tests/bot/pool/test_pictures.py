"""The reader of pictures behind its pool, with a real worker process."""

import asyncio
import multiprocessing
import os
import signal
import threading

import pytest

from bot.operate.limits import OwnAllowance
from bot.pool import pictures
from bot.pool.engine import AskedTooOften, EngineBusy
from bot.pool.pictures import PICTURES_AT_ONCE, WAITING_PLACES, Pictures
from engine import parse
from engine.photo.reading import Unreadable, Why
from tests.engine.photo.drawn import drawn

pytestmark = pytest.mark.xdist_group("processes")

PHOTO = drawn(parse("12.4341221434321"))


class Pauses:
    """An allowance that is spent."""

    def __init__(self, pause: float) -> None:
        self._pause = pause

    async def spend(self, _person: int) -> float:
        return self._pause


@pytest.mark.parametrize(("pause", "seconds"), [(0.1, 1), (1.0, 1), (9.01, 10)])
async def test_who_sends_too_many_is_told_whole_seconds(pause: float, seconds: int) -> None:
    with pytest.raises(AskedTooOften) as caught:
        await Pictures(allowance=Pauses(pause)).admit(1)
    assert caught.value.seconds == seconds
    await Pictures().admit(1)


def test_the_limits_of_pictures_are_those_of_the_pages() -> None:
    """bot/README.md: a worker ends ten minutes after the last photo, a photo takes 5 s at most."""
    assert (pictures.IDLE_SECONDS, pictures.LIMIT.processor) == (600, 5)
    assert (PICTURES_AT_ONCE, pictures.SECONDS_A_PICTURE) == (10, 10)


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
        (reading,) = await reader.read(PHOTO)
        assert str(reading.grid) == "12.4341221434321"
        assert reader.is_running
        before = {child.pid for child in multiprocessing.active_children()}
        await reader.read(PHOTO)
        assert {child.pid for child in multiprocessing.active_children()} == before
    finally:
        await reader.stop()
    assert not reader.is_running


@pytest.mark.long
async def test_the_worker_goes_when_no_pictures_come() -> None:
    reader = Pictures(idle_seconds=0.01)
    others = {child.pid for child in multiprocessing.active_children()}
    await reader.read(PHOTO)
    while reader.is_running or {c.pid for c in multiprocessing.active_children()} - others:
        await asyncio.sleep(0.01)
    (reading,) = await reader.read(PHOTO)
    assert str(reading.grid) == "12.4341221434321"
    await reader.stop()


@pytest.mark.long
async def test_a_worker_that_dies_is_told_and_replaced() -> None:
    reader = Pictures()
    others = {child.pid for child in multiprocessing.active_children()}
    try:
        await reader.read(PHOTO)
        (worker,) = {child.pid for child in multiprocessing.active_children()} - others
        assert worker is not None
        os.kill(worker, signal.SIGSTOP)
        threads = {*threading.enumerate()}
        asked = asyncio.create_task(reader.read(PHOTO))
        # A separate thread watches the limit as soon as the worker has the picture.
        while {*threading.enumerate()} <= threads:
            await asyncio.sleep(0)
        os.kill(worker, signal.SIGKILL)
        with pytest.raises(Unreadable) as caught:
            await asked
        assert caught.value.why is Why.TOO_HARD
        assert len(await reader.read(PHOTO)) == 1
    finally:
        await reader.stop()


async def test_one_person_may_send_so_many_pictures_at_once_and_others_still_may() -> None:
    each = OwnAllowance(PICTURES_AT_ONCE, pictures.SECONDS_A_PICTURE, lambda: 0.0)
    reader = Pictures(allowance=each)
    for _ in range(PICTURES_AT_ONCE):
        await reader.admit(1)
    with pytest.raises(AskedTooOften) as caught:
        await reader.admit(1)
    assert 0 < caught.value.seconds <= pictures.SECONDS_A_PICTURE
    await reader.admit(2)


@pytest.mark.long
async def test_only_so_many_pictures_wait_for_the_worker() -> None:
    reader = Pictures()
    try:
        waiting = [asyncio.create_task(reader.read(b"none")) for _ in range(WAITING_PLACES)]
        await asyncio.sleep(0)
        with pytest.raises(EngineBusy):
            await reader.read(PHOTO)
        for one in waiting:
            with pytest.raises(Unreadable):
                await one
        assert len(await reader.read(PHOTO)) == 1
    finally:
        await reader.stop()
