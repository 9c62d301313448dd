from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.store.postgres.address import Server
from bot.store.postgres.connection import Connection, connect
from tests.bot.store.postgres.begun import Watch


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest_asyncio.fixture
async def connection(server: Server) -> AsyncIterator[Connection]:
    made = await connect(server)
    yield made
    made.terminate()
