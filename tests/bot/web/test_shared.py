"""What many ask for is made once."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from bot.web.shared import FRESH_SECONDS, MOST_WAITING, Shared, TooManyWait


@dataclass
class Page:
    """Something that is made slowly; `ready` lets it end."""

    now: float = 100.0
    made: int = 0
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    fault: Exception | None = None

    def clock(self) -> float:
        return self.now

    async def make(self) -> int:
        self.made += 1
        await self.ready.wait()
        if self.fault:
            raise self.fault
        return self.made


@pytest.fixture
def page() -> Page:
    return Page()


@pytest.fixture
def shared(page: Page) -> Shared[int]:
    return Shared(page.make, page.clock)


async def asked(shared: Shared[int], readers: int) -> list[asyncio.Task[int]]:
    """Readers who have all asked."""
    tasks = [asyncio.create_task(shared.get()) for _ in range(readers)]
    for _ in range(3):
        await asyncio.sleep(0)
    return tasks


async def until(told: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not told():
            await asyncio.sleep(0)


async def test_all_who_ask_meanwhile_get_what_is_made_once(page: Page, shared: Shared[int]) -> None:
    readers = await asked(shared, MOST_WAITING)
    page.ready.set()
    assert await asyncio.gather(*readers) == [1] * MOST_WAITING
    page.now += FRESH_SECONDS / 2
    assert [await shared.get() for _ in range(100)] == [1] * 100


async def test_what_is_old_is_made_anew(page: Page, shared: Shared[int]) -> None:
    page.ready.set()
    assert await shared.get() == 1
    page.now += FRESH_SECONDS
    assert await shared.get() == 2


async def test_what_takes_long_is_fresh_from_its_end(page: Page, shared: Shared[int]) -> None:
    (reader,) = await asked(shared, 1)
    page.now += 10 * FRESH_SECONDS
    page.ready.set()
    assert [await reader, await shared.get()] == [1, 1]


async def test_who_would_wait_on_top_of_many_is_told_at_once(
    page: Page, shared: Shared[int]
) -> None:
    readers = await asked(shared, MOST_WAITING)
    with pytest.raises(TooManyWait):
        await shared.get()
    readers.pop().cancel()
    (late,) = await asked(shared, 1)
    page.ready.set()
    assert await asyncio.gather(*readers, late) == [1] * MOST_WAITING


async def test_who_leaves_takes_it_from_nobody(page: Page, shared: Shared[int]) -> None:
    first, second = await asked(shared, 2)
    first.cancel()
    page.ready.set()
    assert await second == 1


async def test_an_error_is_shared_and_then_it_is_tried_again(
    page: Page, shared: Shared[int]
) -> None:
    page.fault = OSError("no disk")
    page.ready.set()
    for _ in range(3):
        with pytest.raises(OSError, match="no disk"):
            await shared.get()
    assert page.made == 1
    page.fault = None
    page.now += FRESH_SECONDS
    assert await shared.get() == 2


async def test_the_end_waits_for_nobody(shared: Shared[int]) -> None:
    await shared.stop()
    (reader,) = await asked(shared, 1)
    await shared.stop()
    await until(reader.done)
    assert reader.cancelled()
    assert asyncio.all_tasks() == {asyncio.current_task()}
