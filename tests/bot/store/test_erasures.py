import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import belongings, erasures, users
from bot.store.seam.migrations import MIGRATIONS
from bot.store.seam.source import Store
from bot.store.sqlite.database import Database


def traces(path: Path, person: int) -> list[str]:
    """The files of the database that contain a person's number."""
    files = sorted(path.parent.glob(f"{path.name}*"))
    return [file.name for file in files if person.to_bytes(6, "big") in file.read_bytes()]


@pytest.mark.sqlite
async def test_what_a_reader_holds_is_remembered_and_erased_after_it(
    database: Store, path: Path, ann: int
) -> None:
    await users.see(database, ann, 0)
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("begin")
        assert reader.execute("select count(*) from users").fetchone() == (1,)
        for _ in range(2):
            assert not await belongings.delete_user(database, ann, 9)
        assert not await erasures.finish(database)
        assert await erasures.unfinished(database) == 2
        assert traces(path, ann) == ["sudoku.db-wal"]
        assert await users.get(database, ann) is None
    assert await erasures.finish(database)
    assert await erasures.unfinished(database) == 0
    assert traces(path, ann) == []


@pytest.mark.sqlite
async def test_nothing_is_left_where_nobody_reads(database: Store, path: Path, ann: int) -> None:
    await users.see(database, ann, 0)
    assert await belongings.delete_user(database, ann, 9)
    assert await erasures.unfinished(database) == 0
    assert await erasures.finish(database)
    assert traces(path, ann) == []


@pytest.mark.long
async def test_the_next_process_goes_on_with_it(path: Path, ann: int) -> None:
    database = await Database.open(path, MIGRATIONS)
    await users.see(database, ann, 0)
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("begin")
        reader.execute("select count(*) from users").fetchone()
        assert not await belongings.delete_user(database, ann, 9)
        await database.close()
        database = await Database.open(path, MIGRATIONS)
        assert await erasures.unfinished(database) == 1
    assert await erasures.finish(database)
    assert traces(path, ann) == []
    await database.close()
