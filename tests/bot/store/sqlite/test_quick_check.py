"""The quick check of a database that a bot has open."""

import asyncio
import os
import sqlite3
import sys
import threading
from contextlib import closing, suppress
from pathlib import Path

import pytest

from bot.store import users
from bot.store.sqlite.database import Database
from bot.store.sqlite.quick_check import NICENESS, THREAD, quick_check
from tests.bot.store.sqlite.test_copies import damage

pytestmark = pytest.mark.sqlite

# SQLite checks each row, which takes a tenth of a second, and so minutes for all of them.
SLOW = """
pragma ignore_check_constraints = on;
create table slow (number integer check (length(hex(zeroblob(50000000 + number))) > 0));
insert into slow with recursive n(x) as (select 1 union all select x + 1 from n limit 3000)
    select x from n;
"""


async def test_damage_is_found_while_the_database_is_in_use(database: Database, path: Path) -> None:
    await users.see(database, 1, 0)
    assert await quick_check(path) == ()
    damage(path)
    assert await quick_check(path)


async def test_what_is_no_database_at_all_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database at all, but long enough to look at\n" * 40)
    assert await quick_check(path) == ("file is not a database",)


async def test_what_cannot_be_opened_is_not_called_damaged(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError):
        await quick_check(tmp_path / "nowhere.db")


@pytest.mark.long
async def test_a_check_gives_way_and_ends_with_the_one_who_waits_for_it(tmp_path: Path) -> None:
    path = tmp_path / "slow.db"
    with closing(sqlite3.connect(path)) as made:
        made.executescript(SLOW)
    waiting = asyncio.create_task(quick_check(path))
    async with asyncio.timeout(60):
        while not (thread := checking()):
            await asyncio.sleep(0.01)
        if sys.platform == "linux":
            nicer = min(os.getpriority(os.PRIO_PROCESS, 0) + NICENESS, 19)
            # A thread has begun a little before it has stepped back.
            while os.getpriority(os.PRIO_PROCESS, thread.native_id or 0) < nicer:
                await asyncio.sleep(0.01)
    waiting.cancel()
    with suppress(asyncio.CancelledError):
        await waiting
    await asyncio.to_thread(thread.join, 120)
    assert not thread.is_alive()


def checking() -> threading.Thread | None:
    return next((each for each in threading.enumerate() if each.name.startswith(THREAD)), None)
