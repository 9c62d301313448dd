"""`sudoku-bot move FROM TO`."""

from pathlib import Path

import pytest

from bot.commands import WRONG_USAGE
from bot.store.postgres.address import Server
from bot.store.postgres.location import PostgresServer
from tests.bot.process import free_port, names, said, serving
from tests.bot.store.test_old_schemas import make_old

pytestmark = pytest.mark.xdist_group("processes")


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
    assert (status, "stop it first" in words) == (1, True)
    assert "copy.db" not in names(tmp_path)


@pytest.mark.long
def test_what_is_no_database_is_not_copied(tmp_path: Path) -> None:
    status, words = said(tmp_path, "move", "nowhere.db", "copy.db")
    assert (status, "nowhere.db is no database of this program" in words) == (1, True)
    status, words = said(tmp_path, "move", "mysql://ann:hunter2@host/games", "copy.db")
    assert (status, "FROM or TO" in words, "hunter2" in words) == (WRONG_USAGE, True, False)
    assert names(tmp_path) == ["log"]
