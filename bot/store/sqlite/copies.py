"""Backups of a database file: taken while it is in use, checked, and put in its place.

A copy must never be taken for complete when it is not, whatever ends the process meanwhile. So it
is written to a file of its own beside the target, checked, brought to the disk, and only then given
its name; the entry in the folder is brought to the disk after that. The file is made with rights
for this user alone, before SQLite opens it: the copy holds what people wrote.
"""

import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from bot.store.inbox import QUARANTINED
from bot.store.seam.location import OURS, Examination
from bot.store.sqlite.files import SIDE_FILES

MOST_FAULTS: Final = 10


class BadCopy(RuntimeError):  # noqa: N818 - says what is
    """Raised when a file is not a complete database of this program."""


def examine(path: Path) -> Examination:
    """Check every page and every foreign key of a file, which may be in use.

    Raises sqlite3.Error where the file is missing or is no database.
    """
    with closing(existing(path)) as database:
        (schema,) = database.execute("pragma user_version").fetchone()
        rows = database.execute("pragma integrity_check").fetchall()
        faults = [str(row[0]) for row in rows if row[0] != "ok"]
        dangling = database.execute("pragma foreign_key_check").fetchall()
        faults += [f"{table} refers to what is not in {parent}" for table, _, parent, _ in dangling]
        tables = {name for (name,) in database.execute("select name from sqlite_master")}
        erasures = 0
        # Older schemas have no such table.
        if "erasures" in tables:
            (erasures,) = database.execute("select count(*) from erasures").fetchone()
    return Examination(schema, tables >= OURS, tuple(faults), erasures)


def quarantine(path: Path) -> dict[str, int]:
    """How many updates in a file could not be read, by what is wrong with them."""
    with closing(existing(path)) as database:
        known = {name for (name,) in database.execute("select name from sqlite_master")}
        # Older schemas have no quarantine.
        return dict(database.execute(QUARANTINED)) if "inbox_fault" in known else {}


def quick_check(path: Path) -> tuple[str, ...]:
    """What is wrong with the pages of a file, which may be in use, in SQLite's words.

    Unlike `examine` it does not compare indexes with their tables. Raises sqlite3.OperationalError
    where the file cannot be opened or read.
    """
    try:
        with closing(existing(path)) as database:
            rows = database.execute(f"pragma quick_check({MOST_FAULTS})").fetchall()
    except sqlite3.OperationalError:
        # It is a DatabaseError as well, but says nothing about the pages.
        raise
    except sqlite3.DatabaseError as damaged:
        return (str(damaged),)
    return tuple(str(row[0]) for row in rows if row[0] != "ok")


def copy(source: Path, target: Path) -> None:
    """Copy `source` as it is at one instant, also while it is in use.

    The target appears only when it is complete. Raises FileExistsError where it is there already,
    BadCopy where the copy has faults, and sqlite3.Error where the source cannot be read.
    """
    with closing(existing(source)) as reading:
        save(reading, target, _require_sound)


def save(
    reading: sqlite3.Connection, target: Path, check: Callable[[Path], None] = lambda _: None
) -> None:
    """Copy the database of a connection, even if its file was deleted meanwhile.

    The target appears only when it is complete and `check` has not raised. Raises FileExistsError
    where it is there already, and sqlite3.Error where nothing can be read or written.
    """
    if target.exists():
        raise FileExistsError(target)
    with _beside(target) as part:
        with closing(sqlite3.connect(part)) as writing:
            reading.backup(writing)
            # The copy needs no log beside it, so it can be opened where nothing can be written.
            writing.execute("pragma journal_mode = delete")
        check(part)
        _sync(part)
        # Unlike a rename, a link never replaces a file that has appeared at the target meanwhile.
        os.link(part, target)
    _sync(target.parent)


def replace(database: Path, backup: Path, kept: Path) -> None:
    """Put a copy of `backup` in place of a database that nobody uses, which is renamed to `kept`.

    Raises BadCopy, with nothing changed, where the backup is not a complete database of this
    program.
    """
    _require_sound(backup)
    with _beside(database) as part:
        with closing(existing(backup)) as reading, closing(sqlite3.connect(part)) as writing:
            reading.backup(writing)
        _sync(part)
        # The log goes too: SQLite would apply it to the file that takes the old one's place.
        for suffix in SIDE_FILES:
            old = database.with_name(database.name + suffix)
            if old.exists():
                old.rename(kept.with_name(kept.name + suffix))
        part.rename(database)
    _sync(database.parent)


def _require_sound(path: Path) -> None:
    found = examine(path)
    if not found.is_ours:
        raise BadCopy(f"{path} is no database of this program")
    if found.faults:
        raise BadCopy(f"{path} is damaged: {found.faults[0]}")


def existing(path: Path, busy_seconds: float = 5.0) -> sqlite3.Connection:
    """A connection to a file; raises sqlite3.OperationalError where there is none."""
    # Unlike a plain path, mode=rw does not create the file where there is none.
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", busy_seconds, uri=True)


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A new file that only this user may read, removed at the end with SQLite's side files."""
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield part
    finally:
        for suffix in (*SIDE_FILES, "-journal"):
            part.with_name(part.name + suffix).unlink(missing_ok=True)


def _sync(path: Path) -> None:
    # Windows cannot open a folder to bring it to the disk.
    if path.is_dir() and sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
