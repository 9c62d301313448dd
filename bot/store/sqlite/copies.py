"""Backups of a database file: taken while it is in use, checked, and put in its place.

A copy must never be taken for complete when it is not, whatever ends the process meanwhile. So it
is written to a file of its own beside the target, checked, brought to the disk, and only then given
its name; the entry in the folder is brought to the disk after that. The file is made with rights
for this user alone, before SQLite opens it: the copy holds what people wrote.

A backup is taken in steps, so that it can say how far it is. SQLite begins a backup in steps anew
whenever somebody else writes meanwhile, and beside a busy bot it would never end. So the copying
connection holds a reading transaction: the bot goes on writing to the log, and all steps see the
one instant at which the first began. The log is not emptied until the last step.

The check is `integrity_check`, which compares every index with its table. The quick check is
faster, but it passes a file whose indexes miss rows, and such a file answers wrongly. The same
function decides whether a backup may be restored.
"""

import errno
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from bot.store.inbox import QUARANTINED
from bot.store.seam.location import OURS, Examination, OfAnotherProgram, is_foreign
from bot.store.seam.migrations import SchemaTooNew
from bot.store.seam.not_stored import StoreError, explained_file
from bot.store.sqlite.files import SIDE_FILES

MOST_FAULTS: Final = 10

AT_ONCE: Final = 4096
"""Pages that are copied in one step, usually 16 megabytes."""


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
        tables = tables_of(database)
        erasures = 0
        # Older schemas have no such table.
        if "erasures" in tables:
            (erasures,) = database.execute("select count(*) from erasures").fetchone()
    return Examination(schema, tables >= OURS, is_foreign(tables), tuple(faults), erasures)


def require_ours(path: Path, database: sqlite3.Connection) -> None:
    """Raises OfAnotherProgram where the file at `path` has tables that are not ours."""
    if is_foreign(tables_of(database)):
        raise OfAnotherProgram(path)


def tables_of(database: sqlite3.Connection) -> set[str]:
    """The names of all tables but those that SQLite makes for itself."""
    found = database.execute("select name from sqlite_master where type = 'table'")
    return {name for (name,) in found if not name.startswith("sqlite_")}


def quarantine(path: Path) -> dict[str, int]:
    """How many updates in a file could not be read, by what is wrong with them."""
    with closing(existing(path)) as database:
        known = {name for (name,) in database.execute("select name from sqlite_master")}
        # Older schemas have no quarantine.
        return dict(database.execute(QUARANTINED)) if "inbox_fault" in known else {}


def copy(source: Path, target: Path, told: Callable[[float], None] = lambda _: None) -> Examination:
    """Copy `source` as it is at one instant, also while it is in use; what the check has found.

    `told` is called after each step with the share that is copied. The target appears only when it
    is complete. Raises FileExistsError where it is there already, BadCopy where the copy has
    faults, OfAnotherProgram, and sqlite3.Error where the source cannot be read.
    """
    _require_none(target)
    with closing(existing(source)) as reading, _beside(target) as part:
        # The first statement begins the instant, and the transaction keeps it.
        reading.execute("begin")
        require_ours(source, reading)
        _fill(part, reading, AT_ONCE, told)
        found = _sound(part, source)
        _name(part, target)
    return found


def save(reading: sqlite3.Connection, target: Path) -> None:
    """Copy the database of a connection, even if its file was deleted meanwhile.

    The target appears only when it is complete. Raises FileExistsError where it is there already,
    and sqlite3.Error where nothing can be read or written.
    """
    _require_none(target)
    with _beside(target) as part:
        _fill(part, reading)
        _name(part, target)


def _require_none(target: Path) -> None:
    if target.exists():
        raise FileExistsError(target)


def _fill(
    part: Path,
    reading: sqlite3.Connection,
    pages: int = -1,
    told: Callable[[float], None] = lambda _: None,
) -> None:
    """Copy what a connection reads, so many pages at once, or all of them."""

    def step(_: int, remaining: int, total: int) -> None:
        told(1 - remaining / max(total, 1))

    with closing(sqlite3.connect(part)) as writing:
        reading.backup(writing, pages=pages, progress=step)
        # The copy needs no log beside it, so it can be opened where nothing can be written.
        writing.execute("pragma journal_mode = delete")


def _name(part: Path, target: Path) -> None:
    """Bring a copy to the disk and give it its name."""
    _sync(part)
    # Unlike a rename, a link never replaces a file that has appeared at the target meanwhile.
    os.link(part, target)
    _sync(target.parent)


def replace(database: Path, backup: Path, kept: Path, newest: int) -> Examination:
    """Put a copy of `backup` in place of a database that nobody uses, which is renamed to `kept`.

    Raises BadCopy where the backup is not a complete database of this program, and SchemaTooNew
    where its schema is above `newest`, both with nothing changed.
    """
    try:
        found = _sound(backup, backup)
    except (StoreError, sqlite3.Error) as unreadable:
        raise BadCopy(f"{backup} cannot be read: {unreadable}") from unreadable
    if found.schema > newest:
        raise SchemaTooNew(found.schema, newest)
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
    return found


def _sound(path: Path, named: Path) -> Examination:
    """What was found in a file that is whole; raises BadCopy, with the name of what it is of."""
    found = examine(path)
    if not found.is_ours:
        raise BadCopy(f"{named} is no database of this program")
    if found.faults:
        raise BadCopy(f"{named} is damaged: {found.faults[0]}")
    return found


def existing(path: Path, busy_seconds: float = 5.0) -> sqlite3.Connection:
    """A connection to a file that has been read from; raises sqlite3.Error where there is none.

    Raises NotStored where SQLite would have to make a file on a file system that is read-only.
    """
    # Unlike a plain path, mode=rw does not create the file where there is none.
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", busy_seconds, uri=True)
    try:
        connection.execute("pragma schema_version")
    except sqlite3.Error as refusal:
        connection.close()
        # SQLite says only that it cannot open a file.
        if path.exists() and is_read_only(path.parent):
            reason = OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
            raise explained_file(reason) from refusal
        raise
    return connection


def is_read_only(folder: Path) -> bool:
    """Whether the file system of a folder is mounted so that nothing can be written."""
    return sys.platform != "win32" and bool(os.statvfs(folder).f_flag & os.ST_RDONLY)


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
