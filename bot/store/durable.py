"""Makes what was committed outlive a power cut, many commits at a time."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

SYNC: Final[Callable[[int], None]] = getattr(os, "fdatasync", os.fsync)


class LogSync:
    """The write-ahead log of a database on its way to the disk.

    SQLite with `synchronous = full` waits for the disk in every commit, one after the other. Here
    those that have committed wait together, while others go on: group commit, as in DeWitt et al.,
    "Implementation techniques for main memory database systems", 1984.
    """

    def __init__(self, database: Path, sync: Callable[[int], None] = SYNC) -> None:
        self._path = database.with_name(f"{database.name}-wal")
        self._sync = sync
        self._file: int | None = None
        self._running: asyncio.Task[None] | None = None
        self._next: asyncio.Task[None] | None = None

    async def settle(self) -> None:
        """Returns when all that was committed before the call is on the disk; raises OSError."""
        if self._next is None:
            self._next = asyncio.create_task(self._round(self._running))
        await asyncio.shield(self._next)

    async def close(self) -> None:
        """Ends what runs."""
        if self._next is not None:
            await asyncio.wait([self._next])
        if self._running is not None:
            await asyncio.wait([self._running])
        if self._file is not None:
            os.close(self._file)
            self._file = None

    async def _round(self, before: asyncio.Task[None] | None) -> None:
        """What is committed during a round may be missed by it, and waits for the next."""
        if before is not None:
            await asyncio.wait([before])
        self._running, self._next = self._next, None
        await asyncio.to_thread(self._write)

    def _write(self) -> None:
        if self._file is None:
            # SQLite keeps its locks on other files, so that closing this one frees none of them.
            self._file = os.open(self._path, os.O_RDWR)
        self._sync(self._file)
