import asyncio
import sqlite3
import threading
from pathlib import Path

import aiosqlite
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store.database import Database
from bot.store.migrate import SchemaTooNew, folder_of, migrate, scripts, statements


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


def test_a_checkout_has_the_scripts_beside_the_package(tmp_path: Path) -> None:
    assert folder_of(tmp_path / "bot") == tmp_path / "migrations"


def test_an_installation_passes_over_what_another_package_brought(
    tmp_path: Path, folder: Path
) -> None:
    installed = tmp_path / "bot" / "migrations"
    installed.mkdir(parents=True)
    (installed / "0001_initial.sql").write_text("create table saucers (name text primary key);")
    assert folder_of(tmp_path / "bot") == installed
    assert scripts(folder_of(tmp_path / "bot")) != scripts(folder)


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


@pytest.mark.parametrize("names", [(), ("0002_b",), ("0001_a", "0003_c"), ("0001_a", "0001_b")])
def test_numbers_have_no_gap_and_no_double(tmp_path: Path, names: tuple[str, ...]) -> None:
    for name in names:
        (tmp_path / f"{name}.sql").touch()
    with pytest.raises(ValueError, match="not numbered"):
        scripts(tmp_path)


@given(st.lists(st.sampled_from(["select ';';", "select 1;", "-- a; b\nselect 2;", "select\n3;"])))
def test_scripts_fall_into_their_statements(parts: list[str]) -> None:
    connection = sqlite3.connect(":memory:")
    try:
        found = [
            row
            for statement in statements("".join(parts))
            for row in connection.execute(statement).fetchall()
        ]
        expected = [row for part in parts for row in connection.execute(part).fetchall()]
    finally:
        connection.close()
    assert found == expected


def test_a_trigger_is_one_statement() -> None:
    trigger = "create trigger t after insert on a begin delete from b; delete from c; end;"
    assert [s.strip() for s in statements(trigger + "\nselect 1;")][:2] == [trigger, "select 1;"]


async def test_the_first_schema_says_why_and_is_portable(migrations: Path) -> None:
    first = scripts(migrations)[0].lower()
    assert first.startswith("-- why")
    for word in ("autoincrement", "without rowid", "strict", "datetime", "real", "blob"):
        assert f" {word}" not in "\n".join(
            line.partition("--")[0] for line in first.splitlines()
        ), word
