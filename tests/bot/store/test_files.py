"""Whether the files of a database are still those that were opened."""

import shutil
from pathlib import Path

import pytest

from bot.store.database import Database
from bot.store.files import FileReplaced, OpenedFiles

pytestmark = pytest.mark.sqlite


def test_files_that_stay_where_they_are_are_in_place(tmp_path: Path) -> None:
    path = tmp_path / "sudoku.db"
    path.write_text("one")
    opened = OpenedFiles(path)
    path.write_text("a longer one")
    opened.require_in_place()


@pytest.mark.parametrize("suffix", ["", "-wal"])
async def test_nothing_is_proven_where_a_file_was_taken_away(
    database: Database, path: Path, suffix: str
) -> None:
    await database.prove()
    taken = path.with_name(f"{path.name}{suffix}")
    shutil.copy(taken, path.with_name("kept"))
    taken.unlink()
    with pytest.raises(FileReplaced, match=f"{taken} was deleted"):
        await database.prove()
    shutil.move(path.with_name("kept"), taken)
    with pytest.raises(FileReplaced, match=f"{taken} was replaced"):
        await database.prove()
