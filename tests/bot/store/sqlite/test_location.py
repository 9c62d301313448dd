import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store import blocks, inbox
from bot.store.blocks import Block
from bot.store.seam import lock
from bot.store.seam.holding import Arrival
from bot.store.seam.location import Column, OfAnotherProgram
from bot.store.seam.lock import DatabaseInUse
from bot.store.seam.migrations import MIGRATIONS, SchemaTooNew, SchemaTooOld, scripts
from bot.store.seam.not_stored import Locked, Unusable
from bot.store.sqlite.location import SqliteFile
from tests.bot.process import names

pytestmark = pytest.mark.sqlite


@pytest.fixture
def location(empty: Path, path: Path) -> SqliteFile:
    return SqliteFile(Path(shutil.copy(empty, path)), busy_seconds=0)


async def test_a_file_is_held_by_one_at_a_time(location: SqliteFile) -> None:
    assert not location.is_held()
    for use in (location.held, location.shared):
        async with use():
            assert location.is_held()
            with pytest.raises(DatabaseInUse):
                async with location.held():
                    pytest.fail("two at once")
        assert not location.is_held()
    assert names(location.path.parent) == [location.path.name]


async def test_a_bot_has_its_file_for_itself(location: SqliteFile) -> None:
    store = await location.open()
    async with location.joined(store, 7) as holding:
        assert holding is None
    await store.close()


def test_what_is_not_there_yet_has_nothing_to_examine(path: Path) -> None:
    location = SqliteFile(path)
    assert location.examine() is None
    assert location.quarantine() == {}
    assert names(path.parent) == []


def test_a_file_is_examined_with_its_size(location: SqliteFile) -> None:
    found = location.examine()
    assert found is not None
    assert (found.is_ours, found.faults, found.erasures) == (True, (), 0)
    assert (found.size, found.product) == (location.path.stat().st_size, "SQLite")
    assert found.verdict == "whole"


async def test_nothing_begins_anew_where_something_was_saved(location: SqliteFile) -> None:
    saved = location.path.with_name(f"{location.path.name}.rescued")
    shutil.copy(location.path, saved)
    assert location.examine() is not None
    await (await location.open()).close()
    location.path.unlink()
    with pytest.raises(Unusable, match="what was saved of it"):
        location.examine()
    with pytest.raises(Unusable, match="what was saved of it"):
        await location.open()
    assert names(location.path.parent) == [saved.name]
    saved.unlink()
    await (await location.open()).close()


def test_writing_is_tried_and_nothing_is_left_of_it(location: SqliteFile) -> None:
    before = location.path.read_bytes()
    location.try_writing()
    assert location.path.read_bytes() == before
    with closing(sqlite3.connect(location.path, isolation_level=None)) as other:
        other.execute("begin immediate")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            location.try_writing()
    location.try_writing()


async def test_beside_a_bot_a_statement_is_written_and_survives_it(location: SqliteFile) -> None:
    store = await location.open()
    try:
        async with location.held(), location.beside() as source:
            assert await blocks.add(source, 7, 100)
            assert await blocks.every(store) == (Block(7, 100),)
            await store.all("insert into facts values ('a', 'b')")
            assert await source.one("select value from facts where name = 'a'") == ("b",)
        with pytest.raises(RuntimeError):
            await source.all("select 1")
    finally:
        # Left open, it would keep the process from ending.
        await store.close()
    assert names(location.path.parent) == [location.path.name]
    async with location.beside() as source:
        assert await blocks.remove(source, 7)
    assert names(location.path.parent) == [location.path.name]


async def test_what_is_deleted_beside_a_bot_is_gone_from_the_file(location: SqliteFile) -> None:
    number = 7_123_456_789
    for change in (blocks.remove, None):
        async with location.beside() as source:
            await (change(source, number) if change else blocks.add(source, number, 5))
        is_there = number.to_bytes(6, "big") in location.path.read_bytes()
        assert is_there == (change is None)
    async with location.beside() as source:
        await blocks.remove(source, number)
    assert number.to_bytes(6, "big") not in location.path.read_bytes()


async def test_whoever_writes_beside_a_bot_waits_for_others_and_readers_do_not(
    location: SqliteFile,
) -> None:
    with closing(sqlite3.connect(location.path, isolation_level=None)) as other:
        other.execute("pragma journal_mode = wal")
        other.execute("begin immediate")
        async with location.beside() as source:
            with pytest.raises(Locked, match="another process keeps the database locked"):
                await blocks.add(source, 7, 100)
            assert await blocks.every(source) == ()
            other.execute("rollback")
            assert await blocks.add(source, 7, 100)


async def test_beside_a_bot_no_file_is_made_and_none_is_migrated(location: SqliteFile) -> None:
    newest = len(scripts(MIGRATIONS))
    for schema, refusal in ((newest - 1, SchemaTooOld), (newest + 1, SchemaTooNew)):
        with closing(sqlite3.connect(location.path)) as other:
            other.execute(f"pragma user_version = {schema}")
        before = location.path.read_bytes()
        with pytest.raises(refusal):
            await location.beside().__aenter__()
        assert location.path.read_bytes() == before
    location.path.unlink()
    with pytest.raises(Unusable, match="is not there: the first start of the bot makes it"):
        await location.beside().__aenter__()
    assert names(location.path.parent) == []


@pytest.mark.parametrize(
    ("table", "schema"), [("invoices", 0), ("invoices", 5), ("invoices", 9_999), ("users", 1)]
)
async def test_the_file_of_another_program_is_left_as_it_is(
    path: Path, table: str, schema: int
) -> None:
    """Also where one of its tables is called as one of ours."""
    location = SqliteFile(path)
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"create table {table} (number integer primary key autoincrement)")
        other.execute(f"pragma user_version = {schema}")
    before = location.path.read_bytes()
    with pytest.raises(OfAnotherProgram, match=f"{path} is a database of another program"):
        await location.open()
    with pytest.raises(OfAnotherProgram):
        await location.beside().__aenter__()
    found = location.examine()
    assert found is not None
    assert (found.is_foreign, found.is_ours) == (True, False)
    assert (location.path.read_bytes(), names(path.parent)) == (before, [path.name])


@pytest.mark.parametrize("script", ["", scripts(MIGRATIONS)[0] + "; pragma user_version = 1"])
async def test_an_empty_file_and_an_older_one_become_ours(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as database:
        # Even an empty database has a table of SQLite's own once somebody has analyzed it.
        database.executescript(f"{script}; pragma journal_mode = delete; analyze")
        (tables,) = database.execute("select count(*) from sqlite_master").fetchone()
    assert tables > 0
    await (await SqliteFile(path).open()).close()
    found = SqliteFile(path).examine()
    assert found is not None
    assert (found.is_foreign, found.is_ours) == (False, True)


async def test_updates_that_could_not_be_read_are_counted(location: SqliteFile) -> None:
    store = await location.open()
    await inbox.receive(store, 1, [Arrival(5, None, None, "", "KeyError in Poll")], 100)
    await store.close()
    assert location.quarantine() == {"KeyError in Poll": 1}


async def test_the_columns_of_every_table_are_told_with_their_keys(location: SqliteFile) -> None:
    store = await location.open()
    found = await location.columns(store)
    (tables,) = await store.all("select count(*) from sqlite_master where type = 'table'")
    assert len(found) == tables[0]
    assert found["facts"] == (
        Column("name", "text", is_key=True),
        Column("value", "text", is_key=False),
    )
    keys = [column.name for column in found["results"] if column.is_key]
    assert keys == ["user_id", "game_id"]
    await store.close()


def test_it_is_printed_as_its_path_and_waits_three_seconds_for_others(path: Path) -> None:
    location = SqliteFile(path)
    assert str(location) == str(path)
    assert location == replace(location, busy_seconds=3.0)


def test_a_lock_of_another_database_is_none_of_its_own(location: SqliteFile) -> None:
    with lock.held(location.path.with_name("other.db")):
        assert not location.is_held()
