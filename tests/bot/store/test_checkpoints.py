"""The write-ahead log stays small while everybody writes, and is gone at the end."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.checkpoints import CHANGES
from bot.store.database import Database
from bot.store.durable import LogSync
from bot.store.migrate import MIGRATIONS
from tests.bot.process import names

LONG = "x" * 3_000
"""A row of it fills a page."""

FRAME = 4_096 + 24
WRITERS = 20


def without_disk(path: Path) -> LogSync:
    return LogSync(path, lambda _: None)


async def test_the_log_stays_bounded_under_constant_writing_and_is_gone_at_the_end(
    tmp_path: Path,
) -> None:
    path = tmp_path / "sudoku.db"
    database = await Database.open(path, MIGRATIONS, without_disk)
    await database.all("create table long (number integer primary key, text text)")
    pages = 8 * CHANGES

    async def write(first: int) -> None:
        for number in range(first, pages, WRITERS):
            await database.all("insert into long values ($1, $2)", number, LONG)

    await asyncio.gather(*map(write, range(WRITERS)))
    log = (tmp_path / "sudoku.db-wal").stat().st_size
    await database.close()
    # Each commit writes three pages or more, so that the log alone would be half as large again.
    assert log < pages * 2 * FRAME
    assert names(tmp_path) == ["sudoku.db"]
    with closing(sqlite3.connect(path)) as found:
        assert found.execute("select count(*) from long").fetchone() == (pages,)


async def test_somebody_who_reads_all_the_time_does_not_stop_the_writing(tmp_path: Path) -> None:
    """A backup holds the log where it is; it shrinks once the backup is through."""
    path = tmp_path / "sudoku.db"
    database = await Database.open(path, MIGRATIONS, without_disk)
    await database.all("create table long (number integer primary key, text text)")
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("begin")
        assert reader.execute("select count(*) from long").fetchone() == (0,)
        for number in range(2 * CHANGES):
            await database.all("insert into long values ($1, $2)", number, LONG)
        assert reader.execute("select count(*) from long").fetchone() == (0,)
    await database.close()
    assert names(tmp_path) == ["sudoku.db"]


async def test_the_log_of_a_killed_process_begins_anew_with_the_next(tmp_path: Path) -> None:
    path, log = tmp_path / "sudoku.db", tmp_path / "sudoku.db-wal"
    killed = await Database.open(path, MIGRATIONS, without_disk)
    await killed.all("create table long (number integer primary key, text text)")
    for number in range(50):
        await killed.all("insert into long values ($1, $2)", number, LONG)
    left = tmp_path / "left"
    left.mkdir()
    for file in (path, log):
        shutil.copy(file, left)
    size = log.stat().st_size
    await killed.close()
    database = await Database.open(left / path.name, MIGRATIONS, without_disk)
    for number in range(50, 60):
        await database.all("insert into long values ($1, $2)", number, LONG)
    assert await database.one("select count(*) from long") == (60,)
    assert (left / log.name).stat().st_size == size
    await database.close()
