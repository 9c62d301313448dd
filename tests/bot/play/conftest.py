"""Fixtures: people with a database of their own, without Telegram."""

import shutil
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import pytest_asyncio

from bot.play.services import Services
from bot.play.visit import Visit
from bot.pool.engine_pool import EnginePool
from bot.pool.pictures import Pictures
from bot.store.databases.locations import location_of
from bot.store.postgres.address import Server
from tests.bot.clock import Clock
from tests.bot.play.people import CLUB, MING, People, zone_of


@pytest_asyncio.fixture
async def people(
    engine: EnginePool, empty: Path, tmp_path: Path, own_server: Server | None
) -> AsyncIterator[People]:
    path = Path(shutil.copy(empty, tmp_path / "play.db"))
    database, clock, seeds = await location_of(path, own_server).open(), Clock(), count(1)
    try:
        services = Services(
            database,
            engine,
            b"secret",
            clock,
            lambda: str(next(seeds)),
            zone_of,
            lambda user, _: user.language or "en",
            Pictures(),
        )
        yield People(services, clock, database)
    finally:
        await database.close()


@pytest_asyncio.fixture
async def visit(people: People) -> Visit:
    """Alice, alone with the bot."""
    return await people.visit()


@pytest_asyncio.fixture
async def in_club(people: People) -> Visit:
    """Alice in a group."""
    return await people.visit(chat=CLUB)


@pytest_asyncio.fixture
async def ming(people: People) -> Visit:
    """Ming in the same group."""
    return await people.visit(MING, CLUB)
