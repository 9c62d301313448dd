"""Fixtures: the real Application on a real database and a real engine, without a network."""

import logging
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from bot.pool.engine_pool import EnginePool
from bot.pool.pictures import Pictures
from bot.store.postgres.address import Server
from tests.bot.clock import Clock
from tests.bot.house import House, Talk, open_house
from tests.bot.playground.browsing import chromium


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def database_path(empty: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(empty, tmp_path / "sudoku.db"))


@pytest.fixture
def opening(
    engine: EnginePool,
    pictures: Pictures,
    *,
    clock: Clock,
    database_path: Path,
    own_server: Server | None,
    caplog: pytest.LogCaptureFixture,
) -> Iterator[AbstractAsyncContextManager[House]]:
    """Every test with it proves that no error was logged; one that wants an error clears it."""
    yield open_house(engine, clock, database_path, own_server, pictures)
    records = [*caplog.get_records("setup"), *caplog.get_records("call")]
    assert [r.getMessage() for r in records if r.levelno >= logging.ERROR] == []


@pytest_asyncio.fixture
async def house(opening: AbstractAsyncContextManager[House]) -> AsyncIterator[House]:
    async with opening as house:
        yield house


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def any_browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def browser(any_browser: Browser) -> AsyncIterator[Browser]:
    """A browser in which no page is open and no earlier one has left anything."""
    yield any_browser
    for context in any_browser.contexts:
        await context.close()


@pytest.fixture
def chat(house: House) -> Talk:
    """Alice, who reads English, alone with the bot."""
    return house.alice


@pytest.fixture
def ming(house: House) -> Talk:
    """小明, who reads Chinese, alone with the bot."""
    return house.ming


@pytest.fixture
def club(house: House) -> Talk:
    """Alice in the group."""
    return house.in_club(house.alice)


@pytest.fixture
def ming_in_club(house: House) -> Talk:
    return house.in_club(house.ming)
