"""Commits wait for the disk, together."""

import asyncio
import os
import threading
from pathlib import Path

import pytest

from bot.store.durable import LogSync


class Disk:
    """A disk that is done when it is told so."""

    def __init__(self) -> None:
        self.begun = 0
        self.free = threading.Semaphore(0)

    def __call__(self, file: int) -> None:
        os.fstat(file)
        self.begun += 1
        assert self.free.acquire(timeout=30)


@pytest.fixture
def database_path(path: Path) -> Path:
    path.with_name(f"{path.name}-wal").write_bytes(b"a log")
    return path


async def turns() -> None:
    """Lets every task go as far as it can without the disk."""
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
    assert [type(error) for error in told] == [OSError, OSError]
    await log.settle()
    await log.close()


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
