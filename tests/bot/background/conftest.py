"""A database with one owner, and a clock that only moves when somebody sleeps."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store import users
from bot.store.databases.locations import location_of
from bot.store.postgres.address import Server
from bot.store.seam.source import Store
from tests.bot.background.deliveries import OWNER, Post, Time


@pytest.fixture
def _timedelta(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without this the library warns about its old form of retry_after."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


@pytest.fixture
def path(empty: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(empty, tmp_path))


@pytest_asyncio.fixture
async def database(path: Path, own_server: Server | None) -> AsyncIterator[Store]:
    opened = await location_of(path, own_server).open()
    try:
        await users.see(opened, OWNER, 0)
        yield opened
    finally:
        await opened.close()


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def post(time: Time) -> Post:
    return Post(time)
