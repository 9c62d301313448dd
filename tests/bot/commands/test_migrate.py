"""`sudoku-bot migrate`."""

import asyncio
import sqlite3
from argparse import Namespace
from contextlib import closing
from pathlib import Path

import pytest

from bot.commands import MAY_PASS, OK, migrate
from bot.settings import Settings
from bot.store.seam import lock
from bot.store.seam.lock import DatabaseInUse
from bot.store.seam.migrations import MIGRATIONS, scripts
from tests.bot.process import free_port, names, said, serving
from tests.bot.store.test_old_schemas import make_old
from tests.postgres import Cluster

NEWEST = len(scripts(MIGRATIONS))

pytestmark = pytest.mark.xdist_group("processes")


def test_it_says_from_which_schema_to_which_it_went(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "old.db"
    make_old(path, 3)
    for line in (f"went from schema 3 to {NEWEST}.", f"is up to date: schema {NEWEST}."):
        assert migrate.run(Settings(database=path), Namespace()) == OK
        assert capsys.readouterr().out == f"{path} {line}\n"
    new = tmp_path / "new.db"
    assert migrate.run(Settings(database=new), Namespace()) == OK
    assert capsys.readouterr().out == f"{new} went from schema 0 to {NEWEST}.\n"
    assert names(tmp_path) == ["new.db", "old.db"]


def test_what_a_bot_works_on_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "old.db"
    make_old(path, 3)
    before = path.read_bytes()
    with lock.held(path), pytest.raises(DatabaseInUse):
        migrate.run(Settings(database=path), Namespace())
    assert (path.read_bytes(), capsys.readouterr().out) == (before, "")


@pytest.mark.long
def test_it_brings_up_to_date_and_twice_is_once(tmp_path: Path) -> None:
    status, words = said(tmp_path, "migrate")
    assert (status, f"from schema 0 to {NEWEST}" in words) == (0, True)
    status, words = said(tmp_path, "migrate")
    assert (status, f"up to date: schema {NEWEST}" in words) == (0, True)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["log", "sudoku.db"]
    with closing(sqlite3.connect(tmp_path / "sudoku.db")) as database:
        assert database.execute("pragma user_version").fetchone() == (NEWEST,)


@pytest.mark.long
def test_it_waits_for_no_bot_that_runs(tmp_path: Path) -> None:
    with serving(tmp_path, PORT=str(free_port())) as process:
        status, words = said(tmp_path, "migrate")
        assert status == MAY_PASS
        assert f"process {process.pid}" in words


def test_a_database_at_a_server_is_brought_up_to_date_once(
    cluster: Cluster, tmp_path: Path
) -> None:
    server = asyncio.run(cluster.create_anew("template0"))
    status, words = said(tmp_path, "migrate", DATABASE=server.url)
    assert (status, f"{server} went from schema 0 to {NEWEST}" in words) == (0, True)
    status, words = said(tmp_path, "migrate", DATABASE=server.url)
    assert (status, f"{server} is up to date: schema {NEWEST}" in words) == (0, True)
