"""Notices that the files of an open database were deleted, moved or replaced.

The problem: on POSIX such a file stays open, and everything seems to go on. What is stored then is
confirmed, and lost with the process.

What holds: a commit is confirmed only if the files were still in place after it (`LogSync`). Once
one is found gone, by a commit or by the check that is made each second, every statement that writes
is refused. What was stored until then is saved beside the database, once for each loss, from the
connection that still has the file. The log is emptied after that, because SQLite would take it for
the log of another file in the same place. When the files come back, writing goes on.

A different file in their place is never written: it may be an older copy, or belong to somebody
else. The bot uses it only when it is started again.

SQLite deletes the log by its name when the last connection is closed, but not if the database file
has moved (`databaseIsUnmoved` in its pager.c). So a log that belongs to another file stays.
"""

import asyncio
import logging
import os
import shutil
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from itertools import count, takewhile
from pathlib import Path
from typing import Final

from bot.store.seam.not_stored import NotStored, StoreError
from bot.store.seam.source import Sizes

SIDE_FILES: Final = ("", "-wal", "-shm")
LOOK_SECONDS: Final = 1.0

log = logging.getLogger(__name__)


class FileReplaced(NotStored):
    """Raised when the file at the database's path is not the opened one: writes would be lost."""


class OpenedFiles:
    """The identity of a database file and its side files at the time of opening."""

    def __init__(self, database: Path) -> None:
        paths = (database.with_name(database.name + suffix) for suffix in SIDE_FILES)
        self._files = tuple((str(path), path.stat()) for path in paths if path.exists())

    def require_in_place(self) -> None:
        """Raises FileReplaced if one of the files is gone or is another one."""
        for path, opened in self._files:
            try:
                found = os.stat(path)  # noqa: PTH116 - for each commit, and half as dear
            except (FileNotFoundError, NotADirectoryError):
                raise FileReplaced(f"{path} was deleted") from None
            except OSError as refusal:
                raise FileReplaced(f"{path} cannot be found ({refusal.strerror})") from refusal
            if found.st_ino != opened.st_ino or found.st_dev != opened.st_dev:
                raise FileReplaced(f"{path} was replaced")


def sizes_of(database: Path) -> Sizes:
    """Bytes of a database file, of its write-ahead log and of the free disk; raises OSError."""
    log = database.with_name(f"{database.name}-wal")
    written = log.stat().st_size if log.exists() else 0
    return Sizes(database.stat().st_size, written, shutil.disk_usage(database.parent).free)


def rescued(database: Path) -> Path | None:
    """The newest file that was saved when a database was taken away; None where there is none."""
    saved = [*takewhile(Path.exists, _names(database))]
    return saved[-1] if saved else None


def _names(database: Path) -> Iterator[Path]:
    yield database.with_name(f"{database.name}.rescued")
    yield from (database.with_name(f"{database.name}.rescued-{number}") for number in count(2))


class FileWatch:
    """Checks each second that a database is where it was opened, and has it saved if it is not.

    `save` copies all that is stored to a new file.
    """

    def __init__(
        self,
        database: Path,
        save: Callable[[Path], Awaitable[None]],
        seconds: float = LOOK_SECONDS,
    ) -> None:
        self._database = database
        self._files = OpenedFiles(database)
        self._save = save
        self._seconds = seconds
        self._is_gone = False
        self._saving: asyncio.Task[bool] | None = None
        self._next_look = asyncio.get_running_loop().call_later(seconds, self._look_again)

    def require_in_place(self) -> None:
        """Raises FileReplaced if the last look found a file gone and it is not back."""
        # Most calls look at nothing: this comes before each statement that writes.
        if self._is_gone:
            self.look()

    def look(self) -> None:
        """Look at the files now; raises FileReplaced."""
        try:
            self._files.require_in_place()
        except FileReplaced as gone:
            self.notice(gone)
            raise
        if self._is_gone:
            self._is_gone = False
            log.warning("%s is back: what comes is stored again", self._database)

    def notice(self, gone: FileReplaced) -> None:
        """Refuse writes from now on, and have what is stored saved."""
        if not self._is_gone:
            self._is_gone = True
            log.error("%s: nothing is stored until it is back", gone)
            self._saving = asyncio.create_task(self._save_beside())

    async def close(self) -> None:
        """Look once more, and wait until what was taken away is saved."""
        self._next_look.cancel()
        with suppress(FileReplaced):
            self.look()
        # Saving failed before. The connection is closed next, so this is the last chance.
        if self._saving and not await self._saving and self._is_gone:
            await self._save_beside()

    def _look_again(self) -> None:
        with suppress(FileReplaced):
            self.look()
        self._next_look = asyncio.get_running_loop().call_later(self._seconds, self._look_again)

    async def _save_beside(self) -> bool:
        try:
            target = next(path for path in _names(self._database) if not path.exists())
            await self._save(target)
        except (StoreError, OSError):
            log.exception("what was stored could not be saved; the end of the bot tries it again")
            return False
        log.warning("what was stored until then is saved as %s", target)
        return True
