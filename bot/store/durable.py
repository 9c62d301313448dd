"""Makes what was committed outlive a power cut, many commits at a time.

The problem: a commit is safe once the disk has it, and a disk takes a millisecond or more for that.
SQLite with `synchronous = full` waits for the disk within each commit, so that commits wait one
after the other, and everybody else waits for the connection meanwhile.

What is done instead: SQLite runs with `synchronous = normal`, which writes the log but does not
wait. Whoever has committed then calls `settle`, which returns when a write of the log to the disk
that began after the call has ended. All who come while one such write is under way share the next
one. This is group commit, as in DeWitt et al., "Implementation techniques for main memory database
systems", 1984.

What holds: when `settle` returns, everything that was committed before the call is on the disk. A
commit that comes while a write is under way may have been missed by it, and so never counts on
that one. A write that failed is reported to everybody who waited for it, and the next one is tried
as usual.

SQLite itself still waits for the disk at each checkpoint, in the right order, so that the file is
never torn.
"""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

SYNC: Final[Callable[[int], None]] = getattr(os, "fdatasync", os.fsync)


class LogSync:
    """The write-ahead log of one database on its way to the disk."""

    def __init__(self, database: Path, sync: Callable[[int], None] = SYNC) -> None:
        self._path = database.with_name(f"{database.name}-wal")
        self._sync = sync
        self._file: int | None = None
        self._running: asyncio.Task[None] | None = None
        self._next: asyncio.Task[None] | None = None

    async def settle(self) -> None:
        """Wait until all that was committed before the call is on the disk; raises OSError."""
        if self._next is None:
            self._next = asyncio.create_task(self._round(self._running))
        await asyncio.shield(self._next)

    async def close(self) -> None:
        """Wait for the writes that are under way, then close the file."""
        if self._next is not None:
            await asyncio.wait([self._next])
        if self._running is not None:
            await asyncio.wait([self._running])
        if self._file is not None:
            os.close(self._file)
            self._file = None

    async def _round(self, before: asyncio.Task[None] | None) -> None:
        """Write once when the round before has ended; a commit meanwhile waits for the next."""
        if before is not None:
            await asyncio.wait([before])
        self._running, self._next = self._next, None
        await asyncio.to_thread(self._write)

    def _write(self) -> None:
        if self._file is None:
            # SQLite keeps its locks on other files, so that closing this one frees none of them.
            self._file = os.open(self._path, os.O_RDWR)
        self._sync(self._file)
