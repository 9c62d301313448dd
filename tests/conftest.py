"""What starts slowly is started once."""

from collections.abc import AsyncIterator

import pytest_asyncio

from bot.engine_pool import EnginePool


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def engine() -> AsyncIterator[EnginePool]:
    async with EnginePool(1) as pool:
        # From now on it may be asked from the event loop of any test.
        await pool.started()
        yield pool
