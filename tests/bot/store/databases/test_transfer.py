import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.databases.transfer import ROWS_AT_ONCE, Differs, NotEmpty, transfer
from bot.store.postgres.address import Server
from bot.store.postgres.location import PostgresServer
from bot.store.seam.location import Location
from bot.store.sqlite.location import SqliteFile
from tests.bot.store.test_old_schemas import NEWEST, content, make_old


@pytest.fixture
def full(tmp_path: Path) -> SqliteFile:
    """A database with rows in every table; one table has more than are copied in one batch."""
    path = tmp_path / "full.db"
    make_old(path, NEWEST)
    with closing(sqlite3.connect(path)) as connection, connection:
        many = [(f"fact {number}", f"数 '{number}") for number in range(2 * ROWS_AT_ONCE + 1)]
        connection.executemany("insert into facts values (?, ?)", many)
    return SqliteFile(path)


async def rows_of(location: Location) -> int:
    """How many rows there are."""
    store = await location.open()
    tables = await location.columns(store)
    counts = [await store.one(f"select count(*) from {table}") for table in tables]  # noqa: S608
    await store.close()
    return sum(row[0] for row in counts if row)


def require_equal(path: Path, other: Path) -> None:
    """Fails unless each column has the same values, in any order."""
    here, there = content(path), content(other)
    assert here.keys() == there.keys()
    for table, columns in there.items():
        for column, values in columns.items():
            assert sorted(map(repr, here[table][column])) == sorted(map(repr, values))


async def test_a_file_is_copied_whole(full: SqliteFile, path: Path) -> None:
    copied = await transfer(full, SqliteFile(path))
    assert copied == await rows_of(full) > 2 * ROWS_AT_ONCE
    require_equal(path, full.path)


async def test_to_a_server_and_back_nothing_is_lost(
    full: SqliteFile, path: Path, server: Server
) -> None:
    there = PostgresServer(server)
    copied = await transfer(full, there)
    assert copied == await rows_of(there)
    assert await transfer(there, SqliteFile(path)) == copied
    require_equal(path, full.path)


async def test_what_a_server_cannot_keep_counts_as_kept(full: SqliteFile, server: Server) -> None:
    with closing(sqlite3.connect(full.path)) as connection, connection:
        connection.execute("insert into facts values ('odd', ?)", ("a\0b",))
    await transfer(full, PostgresServer(server))
    store = await PostgresServer(server).open()
    assert await store.one("select value from facts where name = 'odd'") == ("a\ufffdb",)
    await store.close()


async def test_what_is_not_empty_is_left_alone(full: SqliteFile, path: Path) -> None:
    target = SqliteFile(path)
    store = await target.open()
    await store.all("insert into facts values ('mine', 'x')")
    await store.close()
    with pytest.raises(NotEmpty, match=r"sudoku\.db is not empty: there are rows in facts"):
        await transfer(full, target)
    assert await rows_of(target) == 1


async def test_a_server_that_is_not_empty_is_left_alone(full: SqliteFile, server: Server) -> None:
    target = PostgresServer(server)
    store = await target.open()
    await store.all("insert into facts values ('mine', 'x')")
    await store.close()
    with pytest.raises(NotEmpty, match="there are rows in facts"):
        await transfer(full, target)
    assert await rows_of(target) == 1


@pytest.mark.long
@pytest.mark.parametrize(
    "deed",
    [
        "update facts set value = 'another' where name = 'fact 7'",
        "delete from facts where name = 'fact 7'",
    ],
)
async def test_a_row_that_is_not_what_was_copied_undoes_the_copy(
    full: SqliteFile, path: Path, deed: str
) -> None:
    """The target does not keep a row as it was given."""
    target = SqliteFile(path)
    store = await target.open()
    await store.all(f"create trigger spoils after insert on facts begin {deed}; end")
    await store.close()
    with pytest.raises(Differs, match="facts"):
        await transfer(full, target)
    assert await rows_of(target) == 0


async def test_other_tables_are_told(full: SqliteFile, path: Path) -> None:
    store = await SqliteFile(path).open()
    await store.all("create table strangers (name text primary key)")
    await store.close()
    with pytest.raises(Differs, match="other tables: strangers"):
        await transfer(full, SqliteFile(path))
