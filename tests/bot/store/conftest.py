"""Fixtures: an open database in a file of its own, and a puzzle to play in it."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from bot.store import puzzles, users
from bot.store.postgres.address import Server
from bot.store.puzzles import Origin, PuzzleRow
from bot.store.seam.migrations import MIGRATIONS
from bot.store.seam.source import Store
from bot.store.sqlite.database import Database
from engine.board.geometry import Geometry
from engine.board.grid import Grid

ANN: Final = 7_106_504_530
BOB: Final = 6_020_201_003
GROUP: Final = -1_002_003_004_005


@pytest.fixture
def migrations() -> Path:
    return MIGRATIONS


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sudoku.db"


@pytest_asyncio.fixture
async def sqlite(empty: Path, path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(Path(shutil.copy(empty, path)), MIGRATIONS)
    try:
        yield opened
    finally:
        await opened.close()


@pytest.fixture
def database(request: pytest.FixtureRequest, own_server: Server | None) -> Store:
    """An open database of the kind on which the test runs."""
    opened: Store = request.getfixturevalue("sqlite" if own_server is None else "postgres")
    return opened


@pytest.fixture
def solution() -> Grid:
    return Grid(Geometry(2, 2), bytes([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]))


@pytest_asyncio.fixture
async def puzzle(database: Store, solution: Grid) -> PuzzleRow:
    """A stored 4x4 puzzle; Ann and Bob are known users."""
    await users.see(database, ANN, 0)
    await users.see(database, BOB, 0)
    blanked = solution.with_values(dict.fromkeys(range(10), 0))
    return await puzzles.add(database, blanked, solution, Origin.NEW, symmetry="none", seed="s")


@pytest.fixture
def ann() -> int:
    return ANN


@pytest.fixture
def bob() -> int:
    return BOB


@pytest.fixture
def group() -> int:
    return GROUP
