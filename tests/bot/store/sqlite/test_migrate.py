import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import aiosqlite
import pytest

from bot.store.seam.migrations import SchemaTooNew
from bot.store.sqlite.database import Database
from bot.store.sqlite.migrate import migrate


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "migrations"
    made.mkdir()
    (made / "0001_initial.sql").write_text(
        "-- why; because\ncreate table cups (name text primary key);"
        " insert into cups values ('a;b');"
    )
    return made


def contents(path: Path) -> bytes:
    return path.read_bytes()


async def opened(path: Path, folder: Path, sql: str) -> list[tuple[object, ...]]:
    database = await Database.open(path, folder)
    try:
        return await database.all(sql)
    finally:
        await database.close()


async def test_later_scripts_run_once_and_keep_the_data(path: Path, folder: Path) -> None:
    assert await opened(path, folder, "pragma user_version") == [(1,)]
    (folder / "0002_more.sql").write_text(
        "alter table cups add column size integer not null default 3;\nupdate cups set size = 5;"
    )
    for _ in range(2):
        assert await opened(path, folder, "select name, size from cups") == [("a;b", 5)]
    assert await opened(path, folder, "pragma user_version") == [(2,)]


async def test_a_slower_process_does_not_migrate_again(path: Path, folder: Path) -> None:
    """Another connection migrates between this one's look at the version and its turn to write."""
    waits = threading.Event()
    faster = sqlite3.connect(path, isolation_level=None)
    slower = await aiosqlite.connect(path, isolation_level=None)
    try:
        await slower.set_trace_callback(lambda sql: waits.set() if "begin" in sql else None)
        faster.execute("begin immediate")
        migrating = asyncio.create_task(migrate(slower, folder))
        await asyncio.to_thread(waits.wait)
        faster.execute("create table cups (name text primary key)")
        faster.execute("pragma user_version = 1")
        faster.execute("commit")
        await migrating
        assert list(await slower.execute_fetchall("select count(*) from cups")) == [(0,)]
    finally:
        faster.close()
        await slower.close()


async def test_a_script_that_fails_leaves_the_schema_before_it(path: Path, folder: Path) -> None:
    await opened(path, folder, "select 1")
    later = folder / "0002_more.sql"
    later.write_text("create table jugs (name text); insert into jugs values (1); oops;")
    with pytest.raises(sqlite3.OperationalError):
        await opened(path, folder, "select 1")
    later.write_text("create table jugs (name text);")
    assert await opened(path, folder, "select count(*) from jugs") == [(0,)]


async def test_a_script_may_rebuild_a_table_but_not_leave_references_dangling(
    path: Path, folder: Path
) -> None:
    (folder / "0002_more.sql").write_text(
        "create table sips (cup text not null references cups (name) on delete cascade);"
        "insert into sips values ('a;b');"
    )
    await opened(path, folder, "select 1")
    rebuild = (
        "create table new_cups (name text primary key, size integer);"
        "{copy}drop table cups;alter table new_cups rename to cups;"
    )
    later = folder / "0003_rebuild.sql"
    later.write_text(rebuild.format(copy=""))
    with pytest.raises(sqlite3.IntegrityError, match="sips"):
        await opened(path, folder, "select 1")
    later.write_text(rebuild.format(copy="insert into new_cups select name, 1 from cups;"))
    assert await opened(path, folder, "select cup from sips") == [("a;b",)]
    assert await opened(path, folder, "pragma foreign_keys") == [(1,)]


async def test_a_script_that_moves_no_row_does_not_read_all_of_them(
    path: Path, folder: Path
) -> None:
    """A reference that was dangling before shows whether they are read."""
    (folder / "0002_more.sql").write_text("create table sips (cup text references cups (name));")
    await opened(path, folder, "select 1")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("insert into sips values ('gone')")
        connection.commit()
    (folder / "0003_add.sql").write_text(
        "-- why; because\ncreate table jugs (name text);\n"
        "alter table sips add column size integer; -- its own\ncreate index sips_cup on sips(cup);"
    )
    assert await opened(path, folder, "pragma user_version") == [(3,)]
    (folder / "0004_change.sql").write_text(
        "create table pots (name text); update cups set name = 'b';"
    )
    with pytest.raises(sqlite3.IntegrityError, match="sips"):
        await opened(path, folder, "select 1")


async def test_a_newer_database_is_refused_and_left_alone(path: Path, folder: Path) -> None:
    later = folder / "0002_more.sql"
    later.write_text("create table jugs (name text);")
    await opened(path, folder, "select 1")
    before = contents(path)
    later.unlink()
    with pytest.raises(SchemaTooNew, match=r"schema 2.*up to 1") as refused:
        await opened(path, folder, "select 1")
    assert (refused.value.found, refused.value.known) == (2, 1)
    assert contents(path) == before
