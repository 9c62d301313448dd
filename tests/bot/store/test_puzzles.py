import asyncio
import shutil
from pathlib import Path

import pytest

from bot.store import hints, puzzles, results
from bot.store.postgres.address import Server
from bot.store.postgres.database import Postgres
from bot.store.puzzles import Origin, PuzzleRow
from bot.store.seam.source import Store
from bot.store.sqlite.database import Database
from engine.board.geometry import Geometry
from engine.board.grid import Grid


async def test_a_puzzle_comes_back_as_it_was_put(database: Store, puzzle: PuzzleRow) -> None:
    assert (puzzle.symmetry, puzzle.seed, puzzle.origin) == ("none", "s", Origin.NEW)
    assert await puzzles.get(database, puzzle.id) == puzzle
    assert await puzzles.get(database, puzzle.id + 1) is None


async def test_the_same_givens_are_one_puzzle(database: Store, puzzle: PuzzleRow) -> None:
    again = await puzzles.add(database, puzzle.grid, puzzle.solution, Origin.IMPORT, seed="t")
    assert again == puzzle
    fewer = puzzle.grid.with_values({15: 0})
    other = await puzzles.add(database, fewer, puzzle.solution, Origin.IMPORT)
    assert other.id != puzzle.id


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (4, 4), (5, 5)])
async def test_every_shape_and_digit_is_kept(database: Store, shape: tuple[int, int]) -> None:
    geometry = Geometry(*shape)
    size = geometry.size
    values = bytes(cell * 7 % (size + 1) for cell in range(geometry.cell_count))
    grid = Grid(geometry, values)
    stored = await puzzles.add(database, grid, grid, Origin.NEW)
    assert await puzzles.get(database, stored.id) == stored
    assert stored.grid is grid


async def test_equal_givens_in_another_shape_are_another_puzzle(database: Store) -> None:
    blank = [Grid.blank(Geometry(2, 4)), Grid.blank(Geometry(4, 2))]
    flat, tall = [await puzzles.add(database, grid, grid, Origin.NEW) for grid in blank]
    assert flat.id != tall.id
    assert await puzzles.get(database, tall.id) == tall


@pytest.fixture
def earlier(migrations: Path, tmp_path: Path) -> Path:
    """The scripts of schema 5."""
    folder = tmp_path / "earlier"
    folder.mkdir()
    for script in sorted(migrations.glob("*.sql"))[:5]:
        shutil.copy(script, folder)
    return folder


async def test_results_from_before_difficulty_are_kept_and_can_be_graded(
    path: Path, migrations: Path, earlier: Path
) -> None:
    """A file of schema 5, with a solved game in it and a hint, is opened by this program."""
    old = await Database.open(path, earlier)
    try:
        await old.all("insert into users (id, created_at, seen_at) values (7, 0, 0)")
        await old.all(
            "insert into puzzles (id, box_rows, box_columns, givens, solution, origin)"
            " values (1, 2, 2, '1234341221434...', '1234341221434321', 'new')"
        )
        await old.all(
            "insert into games (id, chat_id, puzzle_id, started_at, state)"
            " values (1, 7, 1, 0, 'solved')"
        )
        await old.all("insert into hints (game_id, state, stage) values (1, 'state', 2)")
        await results.add(old, 7, 1, seconds=30, mistakes=2, finished_at=30)
    finally:
        await old.close()
    for _ in range(2):
        database = await Database.open(path, migrations)
        try:
            (result,) = await results.of_user(database, 7)
            assert (result.seconds, result.mistakes, result.hints) == (30, 2, 1)
            assert result.difficulty is None
            found = await puzzles.ungraded(database)
            assert found is not None
            assert found.id == 1
            assert await hints.told(database, 1, "state") == 2
        finally:
            await database.close()


async def test_two_processes_that_store_the_same_givens_at_once_have_one_puzzle(
    postgres: Postgres, server: Server, solution: Grid
) -> None:
    other, blanked = Postgres(server), solution.with_values({0: 0, 5: 0})
    async with other.transaction() as transaction:
        first = await puzzles.add(transaction, blanked, solution, Origin.NEW, seed="1")
        adding = asyncio.create_task(puzzles.add(postgres, blanked, solution, Origin.DAILY))
        waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock'"
        while not await postgres.one(f"{waiting} and datname = current_database()"):
            await asyncio.sleep(0.01)
    assert await adding == first
    await other.close()
