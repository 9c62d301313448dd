"""Commits wait for the disk together; the log stays small, and is gone at the end."""

import asyncio
import os
import shutil
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from itertools import count
from pathlib import Path

import pytest

from bot.store.seam.migrations import MIGRATIONS
from bot.store.seam.not_stored import NotStored
from bot.store.sqlite.database import Database
from bot.store.sqlite.write_ahead_log import CHANGES, Checkpoints, LogSync
from tests.bot.process import names


class Disk:
    """A disk whose writes end when a test says so."""

    def __init__(self) -> None:
        self.begun = self.ended = 0
        self.are_apart = True
        self.free = threading.Semaphore(0)

    def __call__(self, file: int) -> None:
        os.fstat(file)
        self.are_apart &= self.begun == self.ended
        self.begun += 1
        assert self.free.acquire(timeout=300)
        self.ended += 1


@pytest.fixture
def database_path(path: Path) -> Path:
    path.with_name(f"{path.name}-wal").write_bytes(b"a log")
    return path


async def turns() -> None:
    """Lets every task run as far as it can without the disk."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_those_that_wait_together_share_one_write(database_path: Path) -> None:
    disk = Disk()
    log = LogSync(database_path, disk)
    waiting = [asyncio.create_task(log.settle()) for _ in range(100)]
    await turns()
    assert not any(task.done() for task in waiting)
    disk.free.release()
    await asyncio.gather(*waiting)
    assert disk.begun == 1
    await log.close()


async def test_a_commit_during_a_write_waits_for_the_next(database_path: Path) -> None:
    disk = Disk()
    log = LogSync(database_path, disk)
    first = asyncio.create_task(log.settle())
    await turns()
    later = [asyncio.create_task(log.settle()) for _ in range(2)]
    await turns()
    disk.free.release()
    await first
    await turns()
    assert not any(task.done() for task in later)
    disk.free.release()
    await asyncio.gather(*later)
    assert disk.begun == 2
    await log.close()


async def test_a_disk_that_fails_is_told_to_all_and_tried_again(database_path: Path) -> None:
    faults = [OSError("the disk is gone")]

    def fails_once(_: int) -> None:
        if faults:
            raise faults.pop()

    log = LogSync(database_path, fails_once)
    told = await asyncio.gather(log.settle(), log.settle(), return_exceptions=True)
    assert [type(error) for error in told] == [NotStored, NotStored]
    await log.settle()
    await log.close()


async def test_nobody_waits_for_ever_where_no_thread_can_write(database_path: Path) -> None:
    log = LogSync(database_path, lambda _: None)
    await log.close()
    with pytest.raises(RuntimeError):
        await log.settle()


async def test_one_that_is_cancelled_takes_nobody_with_it(database_path: Path) -> None:
    disk = Disk()
    log = LogSync(database_path, disk)
    gone, stays = asyncio.create_task(log.settle()), asyncio.create_task(log.settle())
    await turns()
    gone.cancel()
    disk.free.release()
    await stays
    assert gone.cancelled()
    await log.close()


async def test_closing_waits_for_a_write_that_nobody_waits_for_any_more(
    database_path: Path,
) -> None:
    disk = Disk()
    log = LogSync(database_path, disk)
    gone = asyncio.create_task(log.settle())
    await turns()
    gone.cancel()
    closing = asyncio.create_task(log.close())
    await turns()
    assert (gone.cancelled(), closing.done()) == (True, False)
    disk.free.release()
    await closing
    assert disk.ended == 1


LONG = "x" * 3_000
"""A row of this length fills a page."""

FRAME = 4_096 + 24
WRITERS = 20


def without_disk(path: Path) -> LogSync:
    return LogSync(path, lambda _: None)


def beginnings(log: Path) -> int:
    """How often a log was restarted, by its header (sqlite.org/fileformat2.html)."""
    with log.open("rb") as file:
        return int.from_bytes(file.read(16)[12:])


async def test_what_is_written_during_a_checkpoint_does_not_keep_the_log_from_beginning_anew(
    tmp_path: Path,
) -> None:
    path, log = tmp_path / "sudoku.db", tmp_path / "sudoku.db-wal"
    database = await Database.open(path, MIGRATIONS, without_disk)
    await database.all("create table long (number integer primary key, text text)")
    numbers = count()

    async def write() -> None:
        await database.all("insert into long values ($1, $2)", next(numbers), LONG)

    @asynccontextmanager
    async def alone() -> AsyncIterator[None]:
        """A writer that waits for the lock before the checkpoint writes first."""
        await write()
        yield

    checkpoints = Checkpoints(path, alone)
    await write()
    checkpoints.written(CHANGES)
    await asyncio.sleep(0)
    await checkpoints.close()
    before = beginnings(log)
    await write()
    assert beginnings(log) == before + 1
    await database.close()


MOST_ROWS = 40 * CHANGES


@pytest.mark.long
async def test_the_log_begins_anew_under_constant_writing_and_is_gone_at_the_end(
    tmp_path: Path,
) -> None:
    """Writers and checkpoints both wait for the disk, so neither gets far ahead."""
    path, log = tmp_path / "sudoku.db", tmp_path / "sudoku.db-wal"
    database = await Database.open(path, MIGRATIONS)
    await database.all("create table long (number integer primary key, text text)")
    wanted, written = beginnings(log) + 3, 0

    async def write(first: int) -> None:
        nonlocal written
        for number in range(first, MOST_ROWS, WRITERS):
            if beginnings(log) >= wanted:
                return
            await database.all("insert into long values ($1, $2)", number, LONG)
            written += 1

    await asyncio.gather(*map(write, range(WRITERS)))
    assert written < MOST_ROWS
    # Each commit writes at least three pages.
    assert log.stat().st_size < 3 * written * FRAME
    await database.close()
    assert names(tmp_path) == ["sudoku.db"]
    with closing(sqlite3.connect(path)) as found:
        assert found.execute("select count(*) from long").fetchone() == (written,)


@pytest.mark.long
async def test_somebody_who_reads_all_the_time_does_not_stop_the_writing(tmp_path: Path) -> None:
    """A backup keeps the log from shrinking; it shrinks once the backup is finished."""
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


async def test_writes_come_one_after_the_other_and_closing_waits_for_them(
    database_path: Path,
) -> None:
    disk = Disk()
    log = LogSync(database_path, disk)
    first = asyncio.create_task(log.settle())
    while not disk.begun:
        await asyncio.sleep(0.001)
    later = asyncio.create_task(log.settle())
    await turns()
    disk.free.release()
    await first
    while disk.begun < 2:
        await asyncio.sleep(0.001)
    closing = asyncio.create_task(log.close())
    await turns()
    assert not closing.done()
    disk.free.release()
    await asyncio.gather(later, closing)
    assert (disk.begun, disk.ended, disk.are_apart) == (2, 2, True)
