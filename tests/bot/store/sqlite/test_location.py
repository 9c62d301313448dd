import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store import inbox
from bot.store.seam import lock
from bot.store.seam.holding import Arrival
from bot.store.seam.location import Column
from bot.store.seam.lock import DatabaseInUse
from bot.store.seam.not_stored import Unusable
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


def test_it_is_printed_as_its_path_and_waits_five_seconds_for_others(path: Path) -> None:
    location = SqliteFile(path)
    assert str(location) == str(path)
    assert location == replace(location, busy_seconds=5.0)


def test_a_lock_of_another_database_is_none_of_its_own(location: SqliteFile) -> None:
    with lock.held(location.path.with_name("other.db")):
        assert not location.is_held()
