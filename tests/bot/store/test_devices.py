import asyncio

import pytest

from bot.store import devices
from bot.store.seam.source import Store

pytestmark = pytest.mark.usefixtures("puzzle")

PHONE, LAPTOP = "a-phone-1", "a-laptop-1"


async def test_each_act_counts_once(database: Store, ann: int) -> None:
    assert await devices.last_of(database, ann, PHONE) == 0
    assert await devices.advance(database, ann, PHONE, 3, 5)
    assert not await devices.advance(database, ann, PHONE, 3, 6)
    assert not await devices.advance(database, ann, PHONE, 2, 6)
    assert await devices.advance(database, ann, PHONE, 4, 7)
    assert await devices.last_of(database, ann, PHONE) == 4


async def test_the_same_act_at_the_same_time_counts_once(database: Store, ann: int) -> None:
    taken = await asyncio.gather(*(devices.advance(database, ann, PHONE, 1, 5) for _ in range(5)))
    assert sum(taken) == 1


async def test_devices_and_people_count_by_themselves(database: Store, ann: int, bob: int) -> None:
    for person, device in ((ann, PHONE), (ann, LAPTOP), (bob, PHONE)):
        assert await devices.advance(database, person, device, 1, 5)


async def test_a_device_that_was_not_heard_of_is_forgotten(database: Store, ann: int) -> None:
    await devices.advance(database, ann, PHONE, 3, 5)
    await devices.advance(database, ann, LAPTOP, 8, 9)
    await devices.forget(database, 9)
    assert await devices.last_of(database, ann, PHONE) == 0
    assert await devices.last_of(database, ann, LAPTOP) == 8


async def test_whoever_makes_up_devices_without_end_keeps_the_newest(
    database: Store, ann: int, bob: int
) -> None:
    assert await devices.advance(database, bob, PHONE, 1, 1)
    for number in range(devices.MOST + 5):
        # The last ones come within one second.
        assert await devices.advance(database, ann, f"made-up-{number}", 1, min(number, 9))
    rows = await database.all("select device from devices where user_id = $1", ann)
    kept = {device for (device,) in rows}
    assert len(kept) == devices.MOST
    assert f"made-up-{devices.MOST + 4}" in kept
    assert not kept & {f"made-up-{number}" for number in range(5)}
    assert await devices.last_of(database, bob, PHONE) == 1
