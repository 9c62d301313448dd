"""What starts slowly is started once."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from hypothesis import settings

from bot.pool.engine_pool import EnginePool
from bot.store.database import Database
from bot.store.migrate import MIGRATIONS

# How long an example takes says nothing on a busy machine.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


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
