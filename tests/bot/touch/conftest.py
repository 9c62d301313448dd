"""Fixtures: pages against the real Application."""

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.bot.house import House
from tests.bot.touch.visiting import Page, Pages, pages_of


@pytest_asyncio.fixture
async def pages(house: House) -> AsyncIterator[Pages]:
    async with pages_of(house) as opened:
        yield opened


@pytest_asyncio.fixture
async def page(pages: Pages) -> Page:
    """Alice's page, on an easy game that she plays alone with the bot."""
    await pages.house.alice.sends("/new 4x4 easy")
    page = pages.of(pages.house.alice)
    assert await page.opens() == 200, page.told
    return page
