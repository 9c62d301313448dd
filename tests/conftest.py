"""Fixtures for what is slow to start: it is started once for a run."""

import asyncio
import gc
import os
from collections.abc import AsyncIterator, Generator, Iterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from hypothesis import settings

from bot.operate.process import leave_to_the_end
from bot.pool.engine_pool import EnginePool
from bot.pool.pictures import Pictures
from bot.store.postgres.address import Server
from bot.store.postgres.database import Postgres
from bot.store.postgres.location import PostgresServer
from bot.store.seam.migrations import MIGRATIONS
from bot.store.sqlite.database import Database
from tests.bot.process import COMPILED
from tests.ending import pytest_configure, pytest_runtest_call
from tests.postgres import Cluster, meets_postgres, runs_on_postgres, started

# These are hooks of pytest.
__all__ = ["pytest_configure", "pytest_runtest_call"]

# The workers, and the processes that they start, share one cache of compiled bytecode.
os.environ.update(COMPILED)

# How long an example takes says nothing on a busy machine.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

EMPTY: Final = "empty"
LONGEST_ID: Final = 300


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def engine() -> AsyncIterator[EnginePool]:
    # On a busy machine a question that takes a second here may take a minute.
    async with EnginePool(1, patience=90.0) as pool:
        # After this, tests may ask it from the event loop of any test.
        await pool.started()
        yield pool


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def pictures() -> AsyncIterator[Pictures]:
    """Its worker starts with the first picture of any test."""
    reader = Pictures()
    yield reader
    await reader.stop()


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Names long parameters by their length.

    Each xdist worker sends the names of all tests, which otherwise hold bodies of many megabytes.
    """
    if isinstance(val, str | bytes) and len(val) > LONGEST_ID:
        return f"{argname} of {len(val)}"
    return None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keeps the garbage collector from what is collected, which lives as long as the run."""
    gc.disable()
    try:
        return (yield)
    finally:
        leave_to_the_end()
        gc.enable()


@pytest.fixture
def _thawed() -> Iterator[None]:
    """Has the garbage collector list all objects, those made before the tests among them."""
    gc.unfreeze()
    yield
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--postgres",
        action="store_true",
        help="run on PostgreSQL, started for the run, what runs on both databases",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what needs PostgreSQL unless it was asked for, and puts what takes long last.

    It comes before pytest's own hook, which chooses by marks.
    """
    if config.getoption("--postgres"):
        for item in filter(meets_postgres, items):
            item.add_marker("postgres")
    else:
        left_out = [item for item in items if "cluster" in getattr(item, "fixturenames", ())]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    items.sort(key=lambda item: item.get_closest_marker("long") is not None)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server with a migrated, empty database to be copied."""
    with started() as running:
        asyncio.run(_fill(running))
        yield running


async def _fill(running: Cluster) -> None:
    await running.create(EMPTY)
    database = await PostgresServer(running.server(EMPTY)).open()
    await database.close()


@pytest_asyncio.fixture
async def server(cluster: Cluster) -> AsyncIterator[Server]:
    """An empty, migrated database of the test's own, deleted with the test.

    Deleting all of them together at the end takes longer than a test may take.
    """
    made = await cluster.create_anew(EMPTY)
    try:
        yield made
    finally:
        await cluster.drop(made)


@pytest_asyncio.fixture
async def postgres(server: Server) -> AsyncIterator[Postgres]:
    opened = await PostgresServer(server).open()
    # Some tests stop and start the server, which takes seconds on a busy machine.
    opened.patience = 60.0
    try:
        yield opened
    finally:
        await opened.close()


@pytest.fixture
def own_server(request: pytest.FixtureRequest) -> Server | None:
    """The `server` if the test runs on PostgreSQL, otherwise None."""
    if not runs_on_postgres(request.node):
        return None
    found: Server = request.getfixturevalue("server")
    return found


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated, empty database to be copied, which is faster than migrating one for each test."""
    path = tmp_path_factory.mktemp("empty") / "sudoku.db"
    database = await Database.open(path, MIGRATIONS)
    await database.close()
    return path
