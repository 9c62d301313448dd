"""The quick check of a database that is in use, which gives way to everybody.

It reads each page of the file: half a minute of processor time with four gigabytes. People must not
notice, so its thread has a lower priority than those that answer them. And a bot that stops must
not wait for it, since whatever stops a bot kills it after some seconds: who no longer waits for the
answer ends the check.

Unlike `examine` in `bot/store/sqlite/copies.py` it does not compare indexes with their tables.
"""

import asyncio
import os
import sqlite3
import threading
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from bot.store.sqlite.copies import MOST_FAULTS, existing

NICENESS: Final = 10
"""How much nicer its thread is than the bot; the kernel knows nothing nicer than 19."""

AGAIN_SECONDS: Final = 0.02
THREAD: Final = "quick-check"


async def quick_check(path: Path) -> tuple[str, ...]:
    """What is wrong with the pages of a file, in SQLite's words.

    Raises sqlite3.OperationalError where the file cannot be opened or read.
    """
    check = _Check(path)
    threads = ThreadPoolExecutor(1, THREAD, _give_way)
    found = threads.submit(check.run)
    threads.shutdown(wait=False)
    try:
        return await asyncio.wrap_future(found)
    finally:
        if not found.done():
            threading.Thread(target=check.end, args=(found,), daemon=True).start()


def _give_way() -> None:
    # Linux has a priority for each thread. Elsewhere there is no process of that number.
    with suppress(OSError):
        thread = threading.get_native_id()
        niceness = os.getpriority(os.PRIO_PROCESS, thread) + NICENESS
        os.setpriority(os.PRIO_PROCESS, thread, niceness)


class _Check:
    """One check, which another thread can end."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._opened: sqlite3.Connection | None = None

    def run(self) -> tuple[str, ...]:
        try:
            with closing(existing(self._path)) as database:
                return self._faults(database)
        except sqlite3.OperationalError:
            # It is a DatabaseError as well, but says nothing about the pages.
            raise
        except sqlite3.DatabaseError as damaged:
            return (str(damaged),)

    def end(self, found: Future[tuple[str, ...]]) -> None:
        """Ends the check, and returns once it has ended."""
        # SQLite forgets that it is interrupted where no statement is running yet.
        while wait([found], AGAIN_SECONDS).not_done:
            with self._lock:
                if self._opened is not None:
                    self._opened.interrupt()

    def _faults(self, database: sqlite3.Connection) -> tuple[str, ...]:
        self._opened = database
        try:
            rows = database.execute(f"pragma quick_check({MOST_FAULTS})").fetchall()
        finally:
            with self._lock:
                self._opened = None
        return tuple(str(row[0]) for row in rows if row[0] != "ok")
