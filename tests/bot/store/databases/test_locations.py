import sys
from pathlib import Path

import pytest

from bot.store.databases.locations import location_of
from bot.store.postgres.address import Server
from bot.store.seam.not_stored import Unusable
from bot.store.sqlite.location import SqliteFile

SERVER = Server("postgresql://ann:hunter2@127.0.0.1/games")


def test_the_server_goes_before_the_file(tmp_path: Path) -> None:
    path = tmp_path / "sudoku.db"
    assert location_of(path, None) == SqliteFile(path)
    found = location_of(path, SERVER)
    assert not isinstance(found, SqliteFile)
    assert str(found) == "postgresql://127.0.0.1/games"


def test_without_the_library_a_server_cannot_be_used_and_a_file_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "bot.store.postgres.location", None)
    with pytest.raises(Unusable, match=r"pip install 'sudoku-bot\[postgres\]'"):
        location_of(tmp_path / "sudoku.db", SERVER)
    assert location_of(tmp_path / "sudoku.db", None) == SqliteFile(tmp_path / "sudoku.db")
