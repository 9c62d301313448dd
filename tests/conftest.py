"""What starts slowly is started once."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.app import MIGRATIONS
from bot.engine_pool import EnginePool
from bot.store.database import Database


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def engine() -> AsyncIterator[EnginePool]:
    async with EnginePool(1) as pool:
        # From now on it may be asked from the event loop of any test.
        await pool.started()
        yield pool


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which nothing has happened yet, to be copied: to migrate one takes longer."""
    path = tmp_path_factory.mktemp("empty") / "sudoku.db"
    database = await Database.open(path, MIGRATIONS)
    await database.close()
    return path
