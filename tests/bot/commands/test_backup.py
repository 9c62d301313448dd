"""`sudoku-bot backup FILE`, also while a bot serves."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.bot.process import free_port, said, serving

pytestmark = pytest.mark.xdist_group("processes")


@pytest.mark.long
def test_a_backup_while_a_bot_serves_is_whole(tmp_path: Path) -> None:
    copy = tmp_path / "copies" / "today.db"
    copy.parent.mkdir()
    with serving(tmp_path, PORT=str(free_port())):
        status, words = said(tmp_path, "backup", str(copy))
        assert (status, "checked and whole" in words) == (0, True)
        again, words = said(tmp_path, "backup", str(copy))
    assert again == 1
    assert f"{copy} is there already" in words
    assert [file.name for file in copy.parent.iterdir()] == ["today.db"]
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)
        assert database.execute("select count(*) from dailies").fetchone() is not None


@pytest.mark.long
def test_postgres_is_left_to_its_own_tools(tmp_path: Path) -> None:
    """The server is not contacted, so it need not exist."""
    url = "postgresql://ann:hunter2@127.0.0.1/games"
    for command, tool in (("backup", "pg_dump"), ("restore", "pg_restore")):
        status, words = said(tmp_path, command, "copy.db", DATABASE=url)
        assert status == 1
        assert "postgresql://127.0.0.1/games is" in words
        assert tool in words
        assert "hunter2" not in words


@pytest.mark.long
def test_where_there_is_no_database_nothing_is_made(tmp_path: Path) -> None:
    status, words = said(tmp_path, "backup", "copy.db")
    assert status == 1
    assert "no backup of sudoku.db" in words
    assert [file.name for file in tmp_path.iterdir()] == ["log"]
