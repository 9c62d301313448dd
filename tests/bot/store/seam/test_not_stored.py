import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.seam.not_stored import Locked, NotStored, StoreError, explained


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("create table notes (text text not null)")
    return path


def refusal(connection: sqlite3.Connection, statement: str) -> StoreError:
    with pytest.raises(sqlite3.Error) as refused:
        connection.execute(statement)
    return explained(refused.value)


def test_a_folder_that_cannot_be_written_is_blamed(notes: Path) -> None:
    with closing(sqlite3.connect(f"{notes.as_uri()}?mode=ro", uri=True)) as connection:
        found = refusal(connection, "insert into notes values ('a')")
    assert isinstance(found, NotStored)
    assert str(found).startswith("the database or its folder cannot be written")


def test_a_disk_without_room_is_blamed(notes: Path) -> None:
    with closing(sqlite3.connect(notes)) as connection:
        connection.execute("pragma max_page_count = 2")
        found = refusal(connection, "insert into notes values (hex(zeroblob(10000)))")
    assert isinstance(found, NotStored)
    assert str(found).startswith("the disk is full")


def test_another_process_is_blamed(notes: Path) -> None:
    with closing(sqlite3.connect(notes, isolation_level=None)) as other:
        other.execute("begin exclusive")
        with closing(sqlite3.connect(notes, timeout=0)) as connection:
            found = refusal(connection, "select * from notes")
    assert isinstance(found, Locked)


def test_a_mistake_of_the_program_is_nobody_elses_fault(notes: Path) -> None:
    with closing(sqlite3.connect(notes)) as connection:
        for wrong in ("select * from nowhere", "insert into notes values (null)"):
            assert not isinstance(refusal(connection, wrong), NotStored)
        own = sqlite3.ProgrammingError("Cannot operate on a closed database.")
        assert not isinstance(explained(own), NotStored)
