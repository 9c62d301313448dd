import subprocess
import sys
from pathlib import Path

from bot.store.databases.locations import location_of
from bot.store.postgres.address import Server
from bot.store.sqlite.location import SqliteFile

SERVER = Server("postgresql://ann:hunter2@127.0.0.1/games")


def test_the_server_goes_before_the_file(tmp_path: Path) -> None:
    path = tmp_path / "sudoku.db"
    assert location_of(path, None) == SqliteFile(path)
    found = location_of(path, SERVER)
    assert not isinstance(found, SqliteFile)
    assert str(found) == "postgresql://127.0.0.1/games"


def test_without_the_library_a_server_cannot_be_used_and_a_file_can(tmp_path: Path) -> None:
    program = f"""
import sys
from pathlib import Path

sys.modules["asyncpg"] = None  # as if it were not installed

from bot.store.databases.locations import location_of
from bot.store.postgres.address import Server
from bot.store.seam.not_stored import Unusable

print(location_of(Path({str(tmp_path)!r}) / "sudoku.db", None))
try:
    location_of(Path({str(tmp_path)!r}) / "sudoku.db", Server({SERVER.url!r}))
except Unusable as missing:
    print(missing)
"""
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert told[0].endswith("sudoku.db")
    assert "pip install 'sudoku-bot[postgres]'" in told[1]
