"""The Location of a database in a file of SQLite, which one process uses at a time."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from bot.store.seam import lock
from bot.store.seam.holding import Holding
from bot.store.seam.location import Column, Examination, by_table
from bot.store.seam.migrations import MIGRATIONS, require_current
from bot.store.seam.not_stored import Unusable
from bot.store.seam.source import Source, Store
from bot.store.sqlite import copies
from bot.store.sqlite.database import BUSY_SECONDS, Database
from bot.store.sqlite.files import rescued
from bot.store.sqlite.transaction import Transaction

_COLUMNS: Final = (
    "select t.name, c.name, lower(c.type), c.pk > 0 from sqlite_master t"
    " join pragma_table_info(t.name) c where t.type = 'table' order by t.name, c.cid"
)

BESIDE: Final = (
    "pragma secure_delete = on",
    # Moving the log into the file is left to the bot.
    "pragma wal_autocheckpoint = 0",
)
"""What is set for a connection beside the bot's own."""


@dataclass(frozen=True, slots=True)
class SqliteFile:
    """The Location of a file; `busy_seconds` is how long it waits for another process."""

    path: Path
    busy_seconds: float = BUSY_SECONDS

    def __str__(self) -> str:
        return str(self.path)

    async def open(self) -> Database:
        self._require_not_gone()
        self._require_ours()
        return await Database.open(self.path, MIGRATIONS, busy_seconds=self.busy_seconds)

    async def columns(self, store: Store) -> dict[str, tuple[Column, ...]]:
        return by_table(await store.all(_COLUMNS))

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        with lock.held(self.path):
            yield

    def shared(self) -> AbstractAsyncContextManager[None]:
        return self.held()

    def joined(
        self,
        store: Store,  # noqa: ARG002 - as every Location
        bot_id: int,  # noqa: ARG002 - as every Location
    ) -> AbstractAsyncContextManager[Holding | None]:
        return nullcontext()

    @asynccontextmanager
    async def beside(self) -> AsyncIterator[Source]:
        self._require_not_gone()
        if not self.path.exists():
            raise Unusable(f"{self.path} is not there: the first start of the bot makes it")
        with closing(copies.existing(self.path, self.busy_seconds)) as connection:
            # Each statement commits by itself.
            connection.isolation_level = None
            copies.require_ours(self.path, connection)
            for pragma in BESIDE:
                connection.execute(pragma)
            require_current(*connection.execute("pragma user_version").fetchone())
            transaction = Transaction(connection)
            try:
                yield transaction
            finally:
                transaction.end()

    def is_held(self) -> bool:
        try:
            with lock.held(self.path):
                return False
        except lock.DatabaseInUse:
            return True

    def examine(self) -> Examination | None:
        if not self.path.exists():
            self._require_not_gone()
            return None
        return replace(copies.examine(self.path), size=self.path.stat().st_size)

    def _require_ours(self) -> None:
        """Refuse another program's file before any statement of ours writes to it."""
        if self.path.exists():
            with closing(copies.existing(self.path, self.busy_seconds)) as connection:
                copies.require_ours(self.path, connection)

    def _require_not_gone(self) -> None:
        """Refuse to begin with an empty database where one was taken away and saved (`files`)."""
        saved = rescued(self.path)
        if saved and not self.path.exists():
            raise Unusable(
                f"{self.path} is gone, and {saved} is what was saved of it:"
                f" `sudoku-bot restore {saved}` puts it in place;"
                " to begin anew, move it away"
            )

    def try_writing(self) -> None:
        with closing(sqlite3.connect(self.path, self.busy_seconds)) as connection:
            connection.execute("begin immediate")

    def quarantine(self) -> dict[str, int]:
        return copies.quarantine(self.path) if self.path.exists() else {}
