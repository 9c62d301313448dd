"""What happens to a database whose files are removed or replaced while it is open."""

import logging
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.seam.not_stored import NotStored
from bot.store.sqlite.database import Database
from bot.store.sqlite.files import FileReplaced, FileWatch, OpenedFiles, rescued
from bot.store.sqlite.location import SqliteFile
from tests.bot.process import names
from tests.bot.telegram.passing import until

pytestmark = pytest.mark.sqlite

SUFFIXES = ("", "-wal", "-shm")


def deletes(path: Path) -> None:
    path.unlink()


def replaces(path: Path) -> None:
    shutil.copy(path, path.with_name("other"))
    path.with_name("other").rename(path)


def moves_away(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))


async def keep(database: Database, name: str) -> None:
    await database.all("insert into facts (name, value) values ($1, 'x')", name)


async def kept(database: Database) -> set[str]:
    return {name for (name,) in await database.all("select name from facts")}


def kept_in(path: Path) -> set[str]:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
        return {name for (name,) in connection.execute("select name from facts")}


def test_files_that_stay_where_they_are_are_in_place(tmp_path: Path) -> None:
    path = tmp_path / "sudoku.db"
    path.write_text("one")
    opened = OpenedFiles(path)
    path.write_text("a longer one")
    opened.require_in_place()


@pytest.mark.parametrize("change", [deletes, replaces, moves_away])
@pytest.mark.parametrize("suffix", SUFFIXES)
async def test_nothing_is_stored_and_what_was_is_saved(
    database: Database,
    path: Path,
    change: Callable[[Path], None],
    suffix: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await keep(database, "before")
    taken = path.with_name(f"{path.name}{suffix}")
    change(taken)
    with pytest.raises(FileReplaced):
        await database.prove()
    told = f"{taken} was {'replaced' if change is replaces else 'deleted'}"
    for _ in range(3):
        for attempt in (keep(database, "after"), keep_together(database), database.prove()):
            with pytest.raises(NotStored, match=told):
                await attempt
        with pytest.raises(NotStored, match=told):
            await database.unhurried.all("delete from facts")
    assert await kept(database) == {"before"}
    await database.close()
    saved = path.with_name("sudoku.db.rescued")
    assert kept_in(saved) == {"before"}
    assert saved.stat().st_mode & 0o077 == 0
    levels = [record.levelno for record in caplog.records]
    assert levels == [logging.ERROR, logging.WARNING]
    assert str(saved) in caplog.messages[1]


async def keep_together(database: Database) -> None:
    async with database.transaction() as transaction:
        await transaction.all("insert into facts (name, value) values ('after', 'x')")


async def test_what_is_committed_behind_the_last_look_is_not_confirmed(
    database: Database, path: Path
) -> None:
    async def keeps() -> None:
        async with database.transaction() as transaction:
            await transaction.all("insert into facts (name, value) values ('late', 'x')")
            deletes(path)

    with pytest.raises(FileReplaced):
        await keeps()
    await database.close()
    assert kept_in(path.with_name("sudoku.db.rescued")) == {"late"}


async def test_a_database_that_comes_back_goes_on(database: Database, path: Path) -> None:
    await keep(database, "before")
    moves_away(path)
    with pytest.raises(FileReplaced):
        await database.prove()
    await until(path.with_name("sudoku.db.rescued").exists)
    path.with_name("elsewhere").rename(path)
    await keep(database, "after")
    await database.close()
    assert kept_in(path) == {"before", "after"}
    assert kept_in(path.with_name("sudoku.db.rescued")) == {"before"}


async def test_each_loss_is_saved_and_nothing_is_written_over(
    database: Database, path: Path
) -> None:
    path.with_name("sudoku.db.rescued").write_text("mine")
    await keep(database, "before")
    moves_away(path)
    with pytest.raises(FileReplaced):
        await database.prove()
    await database.close()
    assert path.with_name("sudoku.db.rescued").read_text() == "mine"
    assert kept_in(path.with_name("sudoku.db.rescued-2")) == {"before"}
    assert rescued(path) == path.with_name("sudoku.db.rescued-2")


async def test_a_folder_that_is_moved_away_and_back_has_lost_nothing(
    empty: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    database = await SqliteFile(Path(shutil.copy(empty, folder / "sudoku.db"))).open()
    await keep(database, "before")
    folder.rename(tmp_path / "elsewhere")
    with pytest.raises(FileReplaced, match=r"sudoku\.db was deleted"):
        await database.prove()
    await until(lambda: "the end of the bot tries it again" in caplog.text)
    (tmp_path / "elsewhere").rename(folder)
    await keep(database, "after")
    await database.close()
    assert names(folder) == ["sudoku.db"]
    assert kept_in(folder / "sudoku.db") == {"before", "after"}


def contents(path: Path) -> list[bytes]:
    return [path.with_name(path.name + suffix).read_bytes() for suffix in SUFFIXES]


async def test_another_database_in_its_place_keeps_what_is_its_own(
    database: Database, path: Path, tmp_path: Path, empty: Path
) -> None:
    """With a log of its own, which has commits that its file does not have yet."""
    await keep(database, "ours")
    folder = tmp_path / "strange"
    folder.mkdir()
    strange = Path(shutil.copy(empty, folder / "sudoku.db"))
    with closing(sqlite3.connect(strange, isolation_level=None)) as other:
        other.execute("pragma journal_mode = wal")
        other.execute("insert into facts (name, value) values ('theirs', 'x')")
        for suffix in SUFFIXES:
            shutil.copy(f"{strange}{suffix}", path.with_name(f"copy{suffix}"))
    for suffix in SUFFIXES:
        path.with_name(f"copy{suffix}").rename(path.with_name(f"{path.name}{suffix}"))
    before = contents(path)
    with pytest.raises(FileReplaced, match="was replaced"):
        await database.prove()
    assert await database.erase_traces()
    assert await kept(database) == {"ours"}
    await database.close()
    assert contents(path) == before
    assert kept_in(path.with_name("sudoku.db.rescued")) == {"ours"}
    assert kept_in(path) == {"theirs"}


async def test_a_backup_put_in_its_place_does_not_get_what_lies_in_our_log(
    database: Database, path: Path, empty: Path
) -> None:
    """SQLite takes a log beside a file for the file's own, whatever file it was written for."""
    await keep(database, "ours")
    shutil.copy(empty, path.with_name("backup"))
    path.with_name("backup").rename(path)
    await database.close()
    assert kept_in(path) == set()
    assert kept_in(path.with_name("sudoku.db.rescued")) == {"ours"}


async def test_what_cannot_be_saved_is_saved_at_the_end(
    database: Database, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await keep(database, "before")
    in_the_way = path.with_name("sudoku.db.rescued.part")
    in_the_way.mkdir()
    deletes(path)
    with pytest.raises(FileReplaced):
        await database.prove()
    await until(lambda: "the end of the bot tries it again" in caplog.text)
    in_the_way.rmdir()
    await database.close()
    assert kept_in(path.with_name("sudoku.db.rescued")) == {"before"}


async def test_nobody_need_write_for_it_to_be_noticed(tmp_path: Path) -> None:
    path, saved = tmp_path / "sudoku.db", list[Path]()
    path.write_text("one")

    async def save(target: Path) -> None:
        saved.append(target)

    watch = FileWatch(path, save, seconds=0)
    deletes(path)
    await until(lambda: saved)
    await watch.close()
    assert saved == [tmp_path / "sudoku.db.rescued"]


async def test_the_next_start_does_not_begin_anew_where_something_was_saved(
    database: Database, path: Path
) -> None:
    deletes(path)
    await database.close()
    location = SqliteFile(path)
    words = rf"is gone, and {path}\.rescued is what was saved of it: `sudoku-bot restore"
    with pytest.raises(NotStored, match=words):
        await location.open()
    with pytest.raises(NotStored, match=words):
        location.examine()
    path.with_name("sudoku.db.rescued").rename(path)
    await (await location.open()).close()
