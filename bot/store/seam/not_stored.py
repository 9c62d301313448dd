"""The errors of a database, each with one line that names the real cause.

A plain StoreError is a fault of this program, such as a wrong statement. A NotStored has its cause
outside of the program, and its kind says what helps: an operator (`Unusable`), waiting (`Locked`)
or another attempt (`Undone`). `Unreachable` is the awkward one: the connection broke, and nobody
knows whether the last statement was carried out.
"""

import asyncio
import errno
import sqlite3
from typing import Final

REASONS: Final = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written, or a quota is used up",
    sqlite3.SQLITE_READONLY: "the database or its folder cannot be written",
    sqlite3.SQLITE_CANTOPEN: "a file of the database cannot be opened or made in its folder",
    sqlite3.SQLITE_PERM: "the database or its folder cannot be written",
    sqlite3.SQLITE_CORRUPT: "the database is damaged; `sudoku-bot restore` puts a backup in place",
    sqlite3.SQLITE_NOTADB: "the database is damaged; `sudoku-bot restore` puts a backup in place",
    sqlite3.SQLITE_BUSY: "another process keeps the database locked",
}

DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

FILE_REASONS: Final = {
    errno.ENOSPC: REASONS[sqlite3.SQLITE_FULL],
    errno.EDQUOT: REASONS[sqlite3.SQLITE_IOERR],
    errno.EFBIG: REASONS[sqlite3.SQLITE_IOERR],
    errno.EIO: REASONS[sqlite3.SQLITE_IOERR],
    errno.EROFS: REASONS[sqlite3.SQLITE_READONLY],
    errno.EACCES: REASONS[sqlite3.SQLITE_PERM],
    errno.EPERM: REASONS[sqlite3.SQLITE_PERM],
}

LASTING: Final = frozenset(
    (
        errno.EACCES,
        errno.EPERM,
        errno.ENOENT,
        errno.ENOTDIR,
        errno.EISDIR,
        errno.ELOOP,
        errno.ENAMETOOLONG,
    )
)
"""Refusals of the operating system that last until somebody changes a setting or a right."""


class StoreError(Exception):
    """Raised where a database refuses a statement; its cause is the database's own error."""


class NotStored(StoreError):  # noqa: N818 - says what is
    """Raised when nothing was stored, for a reason outside of the program.

    `is_explained` tells the log to write one line without a traceback.
    """

    is_explained = True


class Unusable(NotStored):
    """Raised when nothing can be stored until an operator changes something."""


class Locked(NotStored):
    """Raised when another process is in the way for now."""


class Undone(NotStored):
    """Raised when a statement and its transaction were undone, and may be tried again."""


class Unreachable(NotStored):
    """Raised when there is no connection to the database; what was sent last may have arrived."""


class LeaseLost(asyncio.CancelledError):
    """Raised where a replica tries to write after others have ended it.

    It is a CancelledError, so that its task ends silently: another replica has the work.
    """


def explained(error: sqlite3.Error) -> StoreError:
    """The StoreError for an error of SQLite; a NotStored where the program is not to blame."""
    # The low byte is the primary result code; errors of the sqlite3 module itself have none.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code not in REASONS:
        return StoreError(str(error))
    kind = Locked if code == sqlite3.SQLITE_BUSY else NotStored
    if code in DAMAGED:
        kind = Unusable
    return kind(f"{REASONS[code]} ({error})")


def explained_file(error: OSError) -> NotStored:
    """The NotStored for what the operating system refuses to do with a file of the database."""
    reason = FILE_REASONS.get(error.errno or 0, REASONS[sqlite3.SQLITE_CANTOPEN])
    kind = Unusable if error.errno in LASTING else NotStored
    return kind(f"{reason} ({error})")
