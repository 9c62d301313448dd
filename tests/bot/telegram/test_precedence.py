"""People in chats are answered before pages, which wait for no longer than they would notice."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.telegram.precedence import GOING_OUT_SECONDS, Precedence
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


async def test_pages_wait_until_all_is_answered(precedence: Precedence) -> None:
    assert await is_let_in(precedence)
    precedence.begins()
    waits = asyncio.ensure_future(precedence.after_chats())
    assert not await is_let_in(precedence)
    precedence.ends()
    await waits
    assert await is_let_in(precedence)
    precedence.begins()
    assert not await is_let_in(precedence)


async def test_an_answer_that_goes_out_has_a_moment_more(
    precedence: Precedence, time: PassingTime
) -> None:
    precedence.begins()
    waits = asyncio.ensure_future(precedence.after_chats())
    precedence.goes_out()
    assert not await is_let_in(precedence)
    time.now += GOING_OUT_SECONDS
    await waits
    assert await is_let_in(precedence)


async def test_what_comes_while_an_answer_goes_out_is_answered_as_well(
    precedence: Precedence, time: PassingTime
) -> None:
    precedence.begins()
    precedence.goes_out()
    precedence.begins()
    time.now += GOING_OUT_SECONDS
    assert not await is_let_in(precedence)
    precedence.goes_out()
    precedence.ends()
    assert await is_let_in(precedence)


async def test_an_answer_to_what_was_long_ago_holds_nobody_up(
    precedence: Precedence, time: PassingTime
) -> None:
    precedence.begins()
    time.now += 60
    precedence.goes_out()
    assert await is_let_in(precedence)


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


async def rounds_until(waits: Sequence[asyncio.Future[None]], most: int = 50) -> list[int]:
    """In which round of the event loop each page went on, with 0 for none."""
    found = [0] * len(waits)
    for number in range(1, most):
        await asyncio.sleep(0)
        for index, one in enumerate(waits):
            found[index] = found[index] or number * one.done()
    return found


async def test_pages_that_waited_go_on_in_their_order_and_each_in_a_round_of_its_own(
    precedence: Precedence,
) -> None:
    precedence.begins()
    waits = [asyncio.ensure_future(precedence.after_chats()) for _ in range(5)]
    await asyncio.sleep(0)
    precedence.ends()
    rounds = await rounds_until(waits)
    assert rounds == sorted({*rounds})
    assert 0 < rounds[0] < rounds[-1] <= 12


async def test_pages_that_come_at_once_go_on_each_in_a_round_of_its_own(
    precedence: Precedence,
) -> None:
    waits = [asyncio.ensure_future(precedence.after_chats()) for _ in range(5)]
    rounds = await rounds_until(waits)
    assert rounds == sorted({*rounds})
    assert 0 < rounds[0] < rounds[-1] <= 12


async def test_what_comes_while_pages_go_on_is_answered_before_the_rest_of_them(
    precedence: Precedence,
) -> None:
    waits = [asyncio.ensure_future(precedence.after_chats()) for _ in range(5)]
    while not waits[1].done():
        await asyncio.sleep(0)
    precedence.begins()
    rounds = await rounds_until(waits[2:])
    # The next one had its round already.
    assert rounds[1:] == [0, 0]
    precedence.ends()
    await asyncio.gather(*waits)


async def test_a_page_that_has_gone_holds_up_no_other(precedence: Precedence) -> None:
    precedence.begins()
    waits = [asyncio.ensure_future(precedence.after_chats()) for _ in range(3)]
    await asyncio.sleep(0)
    waits[0].cancel()
    precedence.ends()
    async with asyncio.timeout(30):
        await asyncio.gather(*waits[1:])
