"""`sudoku-bot backup FILE`, also while a bot serves."""

import shutil
import sqlite3
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.commands import FAILED, MAY_PASS, MUST_CHANGE, OK, backup
from bot.settings import Settings
from bot.store.postgres.address import Server
from bot.store.seam.migrations import MIGRATIONS, scripts
from tests.bot.process import free_port, names, refusal, said, serving

pytestmark = pytest.mark.xdist_group("processes")


def run(settings: Settings, *words: str) -> int:
    parser = ArgumentParser()
    backup.add_arguments(parser)
    return backup.run(settings, parser.parse_args(words))


def test_a_copy_is_made_once_and_told_of(
    empty: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(database=Path(shutil.copy(empty, tmp_path / "sudoku.db")))
    copy = tmp_path / "copy.db"
    assert run(settings, str(copy)) == OK
    out, err = capsys.readouterr()
    size = f"{copy.stat().st_size / 1_000_000:.1f} MB"
    schema = len(scripts(MIGRATIONS))
    assert (out, err) == (f"{copy}: {size}, schema {schema}, checked and whole.\n", "")
    with closing(sqlite3.connect(settings.database)) as database:
        ((noted,),) = database.execute("select value from facts where name = 'backed_up_at'")
    assert abs(int(noted) - time.time()) < 3600
    before = copy.read_bytes()
    assert run(settings, str(copy)) == FAILED
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"sudoku-bot: {copy} is there already and stays as it is\n")
    assert copy.read_bytes() == before


def test_a_database_of_an_older_program_is_copied_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is what an operator does before the start that brings it up to date."""
    settings = Settings(database=tmp_path / "old.db")
    with closing(sqlite3.connect(settings.database)) as database:
        database.executescript(scripts(MIGRATIONS)[0])
        database.execute("pragma user_version = 1")
    assert run(settings, str(tmp_path / "copy.db")) == OK
    out, err = capsys.readouterr()
    assert "schema 1, checked and whole" in out
    assert err.startswith("sudoku-bot: the bot's metrics will not know of this backup: ")


def spoilt(path: Path) -> None:
    path.write_bytes(b"my shopping list, not a database " * 100)


def of_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("create table invoices (number integer)")


def with_a_fault(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.executescript(scripts(MIGRATIONS)[0])
        database.execute("insert into dailies values ('2026-11-21', 99)")
        database.commit()


def missing(path: Path) -> None:
    path.unlink(missing_ok=True)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (missing, "no backup was made: {} is not there"),
        (spoilt, "no backup of {} was made: the database is damaged"),
        (of_another_program, "no backup of {0} was made: {0} is a database of another program"),
        (with_a_fault, "no backup was made: {} is damaged: dailies refers to"),
    ],
)
def test_of_what_is_no_whole_database_no_copy_is_made(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    make: Callable[[Path], None],
    words: str,
) -> None:
    path = tmp_path / "sudoku.db"
    make(path)
    assert run(Settings(database=path), str(tmp_path / "copy.db")) == MUST_CHANGE
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"sudoku-bot: {words.format(path)}")
    assert set(names(tmp_path)) <= {"sudoku.db"}


def test_what_cannot_be_copied_to_or_is_at_a_server_is_named(
    empty: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = tmp_path / "nowhere"
    server = Server.of("postgresql://ann:hunter2@127.0.0.1/games")
    for settings, target, told in (
        (Settings(database=empty), nowhere / "copy.db", f"there is no folder {nowhere}\n"),
        (Settings(server=server), tmp_path / "copy.db", "postgresql://127.0.0.1/games is copied"),
    ):
        assert run(settings, str(target)) == FAILED
        out, err = capsys.readouterr()
        assert (out, told in err, err.count("\n")) == ("", True, 1)
    assert [*tmp_path.iterdir()] == []


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
from bot.__main__ import main
sys.exit(main())
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")
def test_a_disk_that_takes_no_more_may_pass(empty: Path, tmp_path: Path) -> None:
    shutil.copy(empty, tmp_path / "sudoku.db")
    told = refusal(tmp_path, "backup", "copy.db", program=("-c", LIMITED), status=MAY_PASS)
    assert told.startswith("sudoku-bot: no backup of sudoku.db was made: the disk ")
    assert not [*tmp_path.glob("copy*")]


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
