"""Backups of a database: taken while it is in use, and put in its place."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import facts, inbox, users
from bot.store.seam.holding import Arrival
from bot.store.sqlite import copies
from bot.store.sqlite.copies import BadCopy
from bot.store.sqlite.database import Database

pytestmark = pytest.mark.sqlite


def people(path: Path) -> set[int]:
    with closing(sqlite3.connect(path)) as database:
        return {number for (number,) in database.execute("select id from users")}


def damage(path: Path) -> None:
    """Overwrites the content of the second half of the pages."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 2)
        file.write(b"\xa5" * (size - size // 2))


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


@pytest.mark.long
async def test_a_copy_of_an_open_database_is_of_one_instant(
    database: Database, path: Path, tmp_path: Path
) -> None:
    await users.see(database, 1, 0)
    async with database.transaction() as transaction:
        await users.see(transaction, 2, 0)
        copies.copy(path, tmp_path / "copy.db")
    await users.see(database, 3, 0)
    assert people(tmp_path / "copy.db") == {1}
    assert (tmp_path / "copy.db").stat().st_mode & 0o077 == 0
    assert [name for name in names(tmp_path) if not name.startswith(path.name)] == ["copy.db"]
    assert await users.get(database, 3)


@pytest.mark.long
async def test_a_copy_of_many_steps_ends_though_somebody_writes_at_each(
    database: Database, path: Path, tmp_path: Path
) -> None:
    """SQLite would begin it anew after each write, and no step would be the last one."""
    for number in range(25):
        await facts.put(database, str(number), "x" * 2_000_000)
    shares: list[float] = []
    with closing(sqlite3.connect(path)) as other:

        def write(share: float) -> None:
            shares.append(share)
            assert len(shares) < 20
            other.execute("insert into facts (name, value) values (?, 'later')", (f"s{share}",))
            other.commit()

        copies.copy(path, tmp_path / "copy.db", write)
    assert len(shares) > 2
    assert (shares, shares[-1]) == (sorted(shares), 1)
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copied:
        assert copied.execute("select count(*) from facts").fetchone() == (25,)
    assert await facts.get(database, f"s{shares[0]}") == "later"


async def test_a_file_that_is_there_is_never_written_over(
    database: Database, path: Path, tmp_path: Path
) -> None:
    await users.see(database, 1, 0)
    (tmp_path / "mine").write_text("keep")
    with pytest.raises(FileExistsError):
        copies.copy(path, tmp_path / "mine")
    assert (tmp_path / "mine").read_text() == "keep"


@pytest.mark.long
async def test_what_is_damaged_is_found_and_not_copied(
    database: Database, path: Path, tmp_path: Path
) -> None:
    for number in range(500):
        await users.see(database, number, 0)
    await database.close()
    assert copies.examine(path).faults == ()
    damage(path)
    with pytest.raises((BadCopy, sqlite3.DatabaseError)):
        copies.copy(path, tmp_path / "copy.db")
    assert names(tmp_path) == [path.name]


async def test_a_database_is_replaced_and_kept(
    database: Database, path: Path, tmp_path: Path
) -> None:
    await users.see(database, 1, 0)
    copies.copy(path, tmp_path / "copy.db")
    await users.see(database, 2, 0)
    await database.close()
    copies.replace(path, tmp_path / "copy.db", tmp_path / "kept.db", 99)
    assert (people(path), people(tmp_path / "kept.db")) == ({1}, {1, 2})
    assert names(tmp_path) == ["copy.db", "kept.db", path.name]


async def test_what_a_killed_process_had_not_moved_into_the_file_is_kept_too(
    database: Database, path: Path, tmp_path: Path
) -> None:
    await users.see(database, 1, 0)
    copies.copy(path, tmp_path / "copy.db")
    await users.see(database, 2, 0)
    # As after a kill: the log is beside the file. The open database stands for the dead process.
    fallen = tmp_path / "fallen"
    fallen.mkdir()
    for suffix in ("", "-wal"):
        content = path.with_name(path.name + suffix).read_bytes()
        (fallen / f"sudoku.db{suffix}").write_bytes(content)
    copies.replace(fallen / "sudoku.db", tmp_path / "copy.db", fallen / "kept.db", 99)
    assert people(fallen / "sudoku.db") == {1}
    assert people(fallen / "kept.db") == {1, 2}


def other_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("create table songs (name text)")


def nothing(path: Path) -> None:
    path.write_bytes(b"")


def shopping_list(path: Path) -> None:
    path.write_bytes(b"my shopping list, not a database " * 100)


@pytest.mark.parametrize("write", [other_program, nothing, shopping_list])
def test_what_is_no_backup_changes_nothing(tmp_path: Path, write: object) -> None:
    assert callable(write)
    write(tmp_path / "backup")
    (tmp_path / "sudoku.db").write_bytes(os.urandom(64))
    before = (tmp_path / "sudoku.db").read_bytes()
    with pytest.raises((BadCopy, sqlite3.DatabaseError)):
        copies.replace(tmp_path / "sudoku.db", tmp_path / "backup", tmp_path / "kept.db", 99)
    assert (tmp_path / "sudoku.db").read_bytes() == before
    assert names(tmp_path) == ["backup", "sudoku.db"]


def lose_an_entry(path: Path) -> None:
    """Damages one entry of an index, so that its row can no longer be found by it."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("insert into outbox values (1, 1, 'x', 'sent', 0, 0, 0, 0, null, null)")
        database.commit()
        database.execute("pragma wal_checkpoint(truncate)")
        found = "select rootpage from sqlite_master where name = 'outbox_due'"
        (page,) = database.execute(found).fetchone()
        (size,) = database.execute("pragma page_size").fetchone()
    with path.open("r+b") as file:
        file.seek(page * size - 2)
        file.write(b"\x55\x55")


def lose_a_row(path: Path) -> None:
    """Removes a row to which another one refers."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("insert into dailies values ('2026-11-21', 99)")
        database.commit()


@pytest.fixture
def sound(empty: Path, path: Path) -> Path:
    """A database with a subscription, which nobody has open."""
    shutil.copy(empty, path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("insert into users (id, created_at, seen_at) values (1, 0, 0)")
        subscribed = "insert into subscriptions (chat_id, zone, minute, next_due, next_label)"
        database.execute(f"{subscribed} values (1, 'UTC', 0, 0, 'x')")
        database.commit()
    return path


@pytest.mark.parametrize("spoil", [lose_an_entry, lose_a_row])
def test_a_copy_that_opens_and_is_not_whole_is_neither_made_nor_put_back(
    sound: Path, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    """SQLite itself copies such a file without an error."""
    content = sound.read_bytes()
    broken = tmp_path / "broken.db"
    broken.write_bytes(content)
    spoil(broken)
    with closing(sqlite3.connect(broken)) as opened:
        assert opened.execute("select count(*) from subscriptions").fetchone() == (1,)
    with pytest.raises(BadCopy, match="is damaged"):
        copies.copy(broken, tmp_path / "copy.db")
    with pytest.raises(BadCopy, match="is damaged"):
        copies.replace(sound, broken, tmp_path / "kept.db", 99)
    assert sound.read_bytes() == content
    assert {name for name in names(tmp_path) if "copy" in name or "kept" in name} == set()


async def test_quarantine_is_counted_while_the_database_is_in_use(
    database: Database, path: Path
) -> None:
    assert copies.quarantine(path) == {}
    arrivals = [Arrival(n, None, None, "", "KeyError in Poll") for n in range(3)]
    await inbox.receive(database, 1, arrivals, 100)
    assert copies.quarantine(path) == {"KeyError in Poll": 3}


def test_a_file_of_an_earlier_schema_has_no_quarantine(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as old:
        old.execute("create table inbox (payload text)")
    assert copies.quarantine(path) == {}
