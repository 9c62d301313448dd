"""The real Application on a real database and a real engine, without a network."""

import logging
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.pool.engine_pool import EnginePool
from bot.store.server import Server
from tests.bot.clock import Clock
from tests.bot.house import House, Talk, open_house


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def database_path(empty: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(empty, tmp_path / "sudoku.db"))


@pytest_asyncio.fixture
async def house(
    engine: EnginePool,
    clock: Clock,
    database_path: Path,
    own_server: Server | None,
    caplog: pytest.LogCaptureFixture,
) -> AsyncIterator[House]:
    """Every test with it proves that no error was logged; one that wants an error clears it."""
    async with open_house(engine, clock, database_path, own_server) as house:
        yield house
    records = [*caplog.get_records("setup"), *caplog.get_records("call")]
    assert [r.getMessage() for r in records if r.levelno >= logging.ERROR] == []


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
