"""`sudoku-bot restore FILE`."""

import shutil
import sqlite3
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path

import pytest

from bot.commands import FAILED, MAY_PASS, OK, restore
from bot.settings import Settings
from bot.store.postgres.address import Server
from bot.store.seam import lock
from bot.store.seam.lock import DatabaseInUse
from bot.store.seam.migrations import MIGRATIONS, scripts
from tests.bot.process import free_port, said, serving

pytestmark = pytest.mark.xdist_group("processes")


def remember(path: Path, value: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("insert into facts values ('test', ?)", (value,))


def remembered(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return [v for (v,) in database.execute("select value from facts where name = 'test'")]


@pytest.fixture
def database(empty: Path, tmp_path: Path) -> Path:
    """An empty database of this program, with a copy beside it."""
    shutil.copy(empty, tmp_path / "copy.db")
    return Path(shutil.copy(empty, tmp_path / "sudoku.db"))


def run(settings: Settings, *words: str) -> int:
    parser = ArgumentParser()
    restore.add_arguments(parser)
    return restore.run(settings, parser.parse_args(words))


def test_a_backup_takes_the_place_and_what_was_there_is_named(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, settings = database.parent, Settings(database=database)
    remember(database, "since then")
    assert run(settings, str(folder / "copy.db")) == OK
    (kept,) = folder.glob("sudoku.db.before-*")
    schema = len(scripts(MIGRATIONS))
    assert capsys.readouterr().out.splitlines() == [
        f"{database} is what {folder / 'copy.db'} was, schema {schema}.",
        f"What was there before is kept as {kept}.",
    ]
    assert (remembered(database), remembered(kept)) == ([], ["since then"])
    database.unlink()
    assert run(settings, str(kept)) == OK
    assert len(capsys.readouterr().out.splitlines()) == 1
    assert remembered(database) == ["since then"]
    assert [*folder.glob("sudoku.db.before-*")] == [kept]


def test_only_a_schema_that_is_known_is_put_in_place(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    newest, backup = len(scripts(MIGRATIONS)), database.with_name("copy.db")
    remember(database, "stays")
    for schema, status in ((newest + 1, FAILED), (newest, OK)):
        with closing(sqlite3.connect(backup)) as copy:
            copy.execute(f"pragma user_version = {schema}")
        assert run(Settings(database=database), str(backup)) == status
        out, err = capsys.readouterr()
        assert (bool(out), bool(err)) == (status == OK, status == FAILED)
        assert remembered(database) == ([] if status == OK else ["stays"])


def test_nothing_changes_while_a_bot_runs_or_without_a_backup(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings, backup = Settings(database=database), str(database.with_name("copy.db"))
    remember(database, "stays")
    with lock.held(database), pytest.raises(DatabaseInUse):
        run(settings, backup)
    nowhere, spoilt = database.with_name("nowhere.db"), database.with_name("spoilt.db")
    spoilt.write_bytes(b"my shopping list, not a database " * 100)
    linked = database.with_name("linked.db")
    linked.symlink_to(database)
    for given, words in (
        (nowhere, f"there is no file {nowhere}"),
        (database.parent, f"there is no file {database.parent}"),
        (spoilt, f"{spoilt} cannot be read: file is not a database"),
        (database, f"{database} is the database itself"),
        (linked, f"{linked} is the database itself"),
    ):
        assert run(settings, str(given)) == FAILED
        assert capsys.readouterr().err == f"sudoku-bot: nothing was changed: {words}\n"
    where = database.with_name("sudoku.db.lock")
    where.symlink_to("/dev/full")
    assert run(settings, backup) == MAY_PASS
    told = capsys.readouterr().err
    assert told.startswith(f"sudoku-bot: nothing was changed: {database}: the disk is full")
    assert str(backup) not in told
    where.unlink(missing_ok=True)
    server = Server.of("postgresql://ann:hunter2@127.0.0.1/games")
    assert run(Settings(database=database, server=server), backup) == FAILED
    assert "is restored with pg_restore" in capsys.readouterr().err
    assert remembered(database) == ["stays"]
    assert not [*database.parent.glob("sudoku.db.before-*")]


@pytest.mark.long
def test_what_was_there_is_kept_and_what_was_saved_is_back(database: Path) -> None:
    folder = database.parent
    assert said(folder, "backup", "saved.db")[0] == 0
    remember(database, "since then")
    status, words = said(folder, "restore", "saved.db")
    assert status == 0
    (kept,) = folder.glob("sudoku.db.before-*")
    assert kept.name in words
    assert (remembered(database), remembered(kept)) == ([], ["since then"])
    assert (folder / "saved.db").exists()
    assert not list(folder.glob("*.lock"))


@pytest.mark.long
def test_it_is_refused_while_a_bot_runs(database: Path) -> None:
    folder = database.parent
    with serving(folder, PORT=str(free_port())) as process:
        status, words = said(folder, "restore", "copy.db")
        assert status == MAY_PASS
        assert f"process {process.pid}" in words
    assert not list(folder.glob("sudoku.db.before-*"))


@pytest.mark.long
def test_a_backup_of_a_newer_program_changes_nothing(database: Path) -> None:
    folder = database.parent
    with closing(sqlite3.connect(folder / "copy.db")) as copy:
        copy.execute("pragma user_version = 9999")
    remember(database, "stays")
    status, words = said(folder, "restore", "copy.db")
    assert status == 1
    assert "nothing was changed: copy.db: " in words
    assert "9999" in words
    assert remembered(database) == ["stays"]


@pytest.mark.long
def test_what_is_not_there_changes_nothing(database: Path) -> None:
    remember(database, "stays")
    status, words = said(database.parent, "restore", "nowhere.db")
    assert (status, "nothing was changed" in words) == (1, True)
    assert remembered(database) == ["stays"]
