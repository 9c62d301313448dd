"""People in chats are answered before pages, which wait for no longer than they would notice."""

import asyncio

import pytest

from bot.telegram.precedence import Precedence
from tests.bot.telegram.passing import PassingTime


@pytest.fixture
def time() -> PassingTime:
    return PassingTime()


@pytest.fixture
def precedence(time: PassingTime) -> Precedence:
    return Precedence(time.clock, 60)


async def is_let_in(precedence: Precedence) -> bool:
    """Whether a page that comes now goes on within the same round of the event loop."""
    waits = asyncio.ensure_future(precedence.after_chats())
    await asyncio.sleep(0)
    is_done = waits.done()
    waits.cancel()
    return is_done


async def test_pages_wait_until_an_answer_goes_out(precedence: Precedence) -> None:
    assert await is_let_in(precedence)
    precedence.begins()
    waits = asyncio.ensure_future(precedence.after_chats())
    assert not await is_let_in(precedence)
    precedence.ends()
    await waits
    assert await is_let_in(precedence)
    precedence.begins()
    assert not await is_let_in(precedence)


async def test_pages_wait_only_for_a_moment(precedence: Precedence, time: PassingTime) -> None:
    precedence.begins()
    time.now += 59
    assert not await is_let_in(precedence)
    time.now += 1
    assert await is_let_in(precedence)


async def test_chats_that_never_rest_do_not_stop_a_page(precedence: Precedence) -> None:
    precedence.most = 0.01
    precedence.begins()
    waits = asyncio.ensure_future(precedence.after_chats())
    while not waits.done():
        # Something comes in each round, and the clock of the chats stands still.
        precedence.begins()
        await asyncio.sleep(0)
