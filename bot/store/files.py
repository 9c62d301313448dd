"""The files that a database was opened in, which somebody may take away or replace meanwhile."""

import os
from pathlib import Path


class FileReplaced(RuntimeError):  # noqa: N818 - says what is
    """The file at the database's path is not the one that was opened: what is written is lost."""


class OpenedFiles:
    """A database and its log as they are now.

    On POSIX a file that is deleted or replaced stays open, and everything seems to go on.
    """

    def __init__(self, database: Path) -> None:
        log = database.with_name(f"{database.name}-wal")
        self._files = {path: path.stat() for path in (database, log) if path.exists()}

    def require_in_place(self) -> None:
        """Raises FileReplaced."""
        for path, opened in self._files.items():
            try:
                is_same = os.path.samestat(path.stat(), opened)
            except FileNotFoundError:
                raise FileReplaced(f"{path} was deleted") from None
            if not is_same:
                raise FileReplaced(f"{path} was replaced")
