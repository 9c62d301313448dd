"""A database in a file of SQLite."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from bot.store import copies, lock
from bot.store.database import Database
from bot.store.location import Examination
from bot.store.migrate import MIGRATIONS


@dataclass(frozen=True, slots=True)
class SqliteFile:
    """The Location of a file."""

    path: Path

    def __str__(self) -> str:
        return str(self.path)

    async def open(self) -> Database:
        return await Database.open(self.path, MIGRATIONS)

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        with lock.held(self.path):
            yield

    def is_held(self) -> bool:
        try:
            with lock.held(self.path):
                return False
        except lock.DatabaseInUse:
            return True

    def examine(self) -> Examination | None:
        if not self.path.exists():
            return None
        return replace(copies.examine(self.path), size=self.path.stat().st_size)

    def quarantine(self) -> dict[str, int]:
        return copies.quarantine(self.path) if self.path.exists() else {}
