"""A lock that lets one process at a time use a database, released however the process ends.

It is a lock of the operating system on a file beside the database, and so a process that is killed
cannot leave it behind. The file itself is removed at the end. Between those two lies a trap: a
process may open the file just before its holder removes it, and then lock a file that has no name,
while a third process makes a new file and locks that one. So whoever gets the lock looks whether
the path still leads to the locked file, and otherwise begins again.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.store.seam.not_stored import explained_file

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class DatabaseInUse(RuntimeError):  # noqa: N818 - says what is
    """Raised when another process works on the database."""

    def __init__(self, database: object, holder: str = "") -> None:
        process = f" (process {holder})" if holder.isdecimal() else ""
        super().__init__(f"another bot{process} runs on {database}: stop it first")


@contextmanager
def held(database: Path) -> Iterator[None]:
    """Hold the database for this process; raises DatabaseInUse without waiting if another does.

    The lock is on a file beside the database, which is removed at the end. Raises NotStored where
    that file cannot be written.
    """
    path = database.with_name(f"{database.name}.lock")
    try:
        descriptor = _take(path, database)
    except OSError as refusal:
        raise explained_file(refusal) from refusal
    try:
        _sign(descriptor)
        yield
    finally:
        _release(path, descriptor)


def _sign(descriptor: int) -> None:
    """Writes the number of this process into the locked file, for the message of others."""
    name = str(os.getpid()).encode()
    try:
        os.write(descriptor, name)
        os.truncate(descriptor, len(name))
    except OSError as refusal:
        raise explained_file(refusal) from refusal


def _take(path: Path, database: Path) -> int:
    while True:
        # Not truncated here: while another process holds the lock, its number stands in the file.
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(descriptor)
        except OSError:
            holder = os.read(descriptor, 20).decode("ascii", "replace")
            os.close(descriptor)
            raise DatabaseInUse(database, holder) from None
        if _is_at(path, descriptor):
            return descriptor
        # The last holder removed the file after it was opened here.
        os.close(descriptor)


def _is_at(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _lock(descriptor: int) -> None:
    if sys.platform == "win32":
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _release(path: Path, descriptor: int) -> None:
    if sys.platform == "win32":
        # Windows does not remove a file that is open.
        os.close(descriptor)
        path.unlink(missing_ok=True)
    else:
        # If the folder was replaced meanwhile, the file at this path is another process's lock.
        if _is_at(path, descriptor):
            path.unlink()
        os.close(descriptor)
