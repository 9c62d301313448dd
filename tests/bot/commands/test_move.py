"""`sudoku-bot move FROM TO`."""

import sqlite3
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path

import pytest

from bot.commands import FAILED, MAY_PASS, MUST_CHANGE, OK, WRONG_USAGE, move
from bot.settings import Settings
from bot.store.postgres.address import Server
from bot.store.postgres.location import PostgresServer
from bot.store.seam import lock
from tests.bot.process import free_port, names, said, serving
from tests.bot.store.test_old_schemas import make_old

pytestmark = pytest.mark.xdist_group("processes")


def run(*words: str | Path) -> int:
    parser = ArgumentParser()
    move.add_arguments(parser)
    return move.run(Settings(), parser.parse_args([*map(str, words)]))


def rows_of(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute("select * from turns").fetchall()


def test_all_rows_are_copied_into_a_new_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    make_old(old, 3)
    assert run(old, new) == OK
    assert capsys.readouterr().out.startswith(f"{new} has all ")
    assert rows_of(new) == rows_of(old) != []
    assert run(old, new) == FAILED
    assert capsys.readouterr().err.startswith("sudoku-bot: nothing was copied: ")
    assert names(tmp_path) == ["new.db", "old.db"]


def test_nothing_is_copied_from_what_is_no_database_or_in_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new, notes = (tmp_path / name for name in ("old.db", "new.db", "notes.db"))
    make_old(old, 3)
    with closing(sqlite3.connect(notes)) as other:
        other.execute("create table songs (name text)")
    for source, words in (
        (notes, "is no database of this program"),
        (tmp_path / "nowhere.db", "is not there"),
    ):
        assert run(source, new) == FAILED
        assert capsys.readouterr() == ("", f"sudoku-bot: {source} {words}\n")
    assert run(old, notes) == MUST_CHANGE
    told = f"sudoku-bot: nothing was copied: {notes} is a database of another program"
    assert capsys.readouterr().err.startswith(told)
    for held in (old, new):
        with lock.held(held):
            assert run(old, new) == MAY_PASS
            assert "stop it first" in capsys.readouterr().err
    assert run("mysql://ann:hunter2@host/games", new) == WRONG_USAGE
    assert capsys.readouterr().err.startswith("sudoku-bot: FROM or TO: ")
    assert run(old, tmp_path / "." / "old.db") == WRONG_USAGE
    assert capsys.readouterr() == ("", f"sudoku-bot: FROM and TO are both {old}\n")
    assert names(tmp_path) == ["notes.db", "old.db"]


def test_a_database_moves_to_a_server_and_back(tmp_path: Path, server: Server) -> None:
    make_old(tmp_path / "old.db", 3)
    status, words = said(tmp_path, "move", "old.db", server.url)
    assert (status, f"{server} has all" in words) == (0, True)
    found = PostgresServer(server).examine()
    assert (found.is_ours, found.faults) == (True, ())
    status, words = said(tmp_path, "move", server.url, "back.db")
    assert (status, "back.db has all" in words) == (0, True)
    status, words = said(tmp_path, "move", "back.db", server.url)
    assert (status, f"{server} is not empty" in words) == (1, True)
    assert names(tmp_path) == ["back.db", "log", "old.db"]


@pytest.mark.long
def test_what_a_bot_works_on_is_not_moved(tmp_path: Path) -> None:
    with serving(tmp_path, PORT=str(free_port())):
        status, words = said(tmp_path, "move", "sudoku.db", "copy.db")
    assert (status, "stop it first" in words) == (MAY_PASS, True)
    assert "copy.db" not in names(tmp_path)


@pytest.mark.long
def test_what_is_no_database_is_not_copied(tmp_path: Path) -> None:
    status, words = said(tmp_path, "move", "nowhere.db", "copy.db")
    assert (status, "nowhere.db is not there" in words) == (1, True)
    status, words = said(tmp_path, "move", "mysql://ann:hunter2@host/games", "copy.db")
    assert (status, "FROM or TO" in words, "hunter2" in words) == (WRONG_USAGE, True, False)
    assert names(tmp_path) == ["log"]
