"""`sudoku-bot restore FILE`."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.commands import MAY_PASS
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
    assert "nothing was changed" in words
    assert "9999" in words
    assert remembered(database) == ["stays"]


@pytest.mark.long
def test_what_is_not_there_changes_nothing(database: Path) -> None:
    remember(database, "stays")
    status, words = said(database.parent, "restore", "nowhere.db")
    assert (status, "nothing was changed" in words) == (1, True)
    assert remembered(database) == ["stays"]
