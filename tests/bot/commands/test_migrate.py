"""`sudoku-bot migrate`."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.commands import MAY_PASS
from bot.store.seam.migrations import MIGRATIONS, scripts
from tests.bot.process import free_port, said, serving
from tests.postgres import Cluster

NEWEST = len(scripts(MIGRATIONS))

pytestmark = pytest.mark.xdist_group("processes")


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
