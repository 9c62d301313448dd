import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.store.postgres.address import Server
from bot.store.postgres.connection import Connection, fetch
from bot.store.postgres.pool import CONNECTIONS, Pool
from bot.store.seam.not_stored import NotStored, StoreError
from tests.postgres import Cluster

PATIENCE = 30.0
"""Seconds; longer than a busy machine takes for anything."""

SHORT = 2.0
"""Seconds; ends soon, although a connection is refused before."""


@pytest_asyncio.fixture
async def pool(server: Server) -> AsyncIterator[Pool]:
    pool = Pool(server, lambda: None)
    yield pool
    # A test that has failed gives no connections back.
    async with asyncio.timeout(PATIENCE):
        await pool.close()


async def test_whoever_relies_on_one_server_hears_of_each_new_connection(server: Server) -> None:
    heard = list[int]()
    pool = Pool(server, lambda: heard.append(1))
    first = await pool.take(PATIENCE)
    pool.give(first)
    pool.give(await pool.take(PATIENCE))
    assert len(heard) == 1
    first.terminate()
    pool.give(await pool.take(PATIENCE))
    assert len(heard) == 2
    await pool.close()


async def session(connection: Connection) -> tuple[int, str]:
    """The number of the server's process for a connection, and the name that it shows."""
    ((number, name),) = await fetch(
        connection,
        "select pid, application_name from pg_stat_activity where pid = pg_backend_pid()",
    )
    return int(number), str(name)


async def test_a_connection_has_one_user_at_a_time(pool: Pool) -> None:
    taken = [await pool.take(PATIENCE) for _ in range(CONNECTIONS)]
    assert len({id(connection) for connection in taken}) == CONNECTIONS
    waiting = asyncio.create_task(pool.take(PATIENCE))
    with pytest.raises(NotStored, match="busy with other statements"):
        await pool.take(0)
    await session(taken[1])
    assert not waiting.done()
    freed = taken[0]
    pool.give(freed)
    assert await waiting is freed
    for connection in taken:
        pool.give(connection)


async def test_a_connection_is_used_again_while_it_is_whole(pool: Pool) -> None:
    connection = await pool.take(PATIENCE)
    first = await session(connection)
    pool.give(connection)
    connection = await pool.take(PATIENCE)
    assert await session(connection) == first
    connection.terminate()
    pool.give(connection)
    connection = await pool.take(PATIENCE)
    assert await session(connection) != first
    pool.give(connection)


async def test_who_waits_while_the_server_is_away_is_told_why(pool: Pool, cluster: Cluster) -> None:
    async with cluster.away():
        with pytest.raises(NotStored, match="PostgreSQL cannot be reached"):
            await pool.take(SHORT)
    pool.give(await pool.take(PATIENCE))


async def test_the_next_connection_has_the_new_name(pool: Pool) -> None:
    pool.give(await pool.take(PATIENCE))
    pool.rename("sudoku-bot replica 5")
    connection = await pool.take(PATIENCE)
    assert (await session(connection))[1] == "sudoku-bot replica 5"
    pool.give(connection)


async def test_closing_waits_for_who_uses_a_connection(pool: Pool) -> None:
    connection = await pool.take(PATIENCE)
    closing = asyncio.create_task(pool.close())
    await session(connection)
    assert not closing.done()
    pool.give(connection)
    await closing
    with pytest.raises(StoreError, match="closed"):
        await pool.take(PATIENCE)
