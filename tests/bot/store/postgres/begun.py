"""Replicas for tests, on a clock that the test moves."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from bot.store.postgres import replicas
from bot.store.postgres.address import Server
from bot.store.postgres.database import Postgres
from bot.store.postgres.replica import Replica
from bot.store.postgres.replicas import LEASE_SECONDS
from bot.store.postgres.shared_inbox import Holder

BOT: Final = 7


class Watch:
    """A process's clock, which a test moves."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


async def begins(postgres: Postgres, watch: Watch) -> Replica:
    """A replica that hears nothing from others by itself; the store is shared and has no fence.

    It counts as alive until a test says otherwise, however slow the machine is.
    """
    number = await replicas.join(postgres, BOT, "host:1")
    await postgres.all("update replicas set until = until + 3600000 where id = $1", number)
    return Replica(postgres, Holder(number, BOT), watch() + LEASE_SECONDS, watch, news_seconds=60)


@asynccontextmanager
async def alive(replica: Replica, server: Server) -> AsyncIterator[None]:
    """Has the replica say that it is alive while the block runs."""
    running = asyncio.create_task(replica.life.run(server))
    try:
        yield
    finally:
        running.cancel()
        await asyncio.wait([running])


async def expires(postgres: Postgres, replica: Replica) -> None:
    await postgres.all("update replicas set until = 0 where id = $1", replica.number)
