"""What the functions of the store run their SQL on, the same for SQLite and PostgreSQL.

Every function takes a `Source`: the store itself, where each statement is a transaction of its own,
or a `Transaction` that the caller has opened. So the caller decides what is written together, and
no function of the store knows which database it talks to. `bot/store/sqlite/database.py` implements
the store on SQLite, `bot/store/postgres/database.py` on PostgreSQL; both run the same SQL.
"""

import re
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Protocol

from bot.store.seam.known import Known

Value = str | int | None
Row = tuple[Any, ...]

NEXT_ID: Final = (
    "insert into counters (name, value) values ($1, 1)"
    " on conflict (name) do update set value = counters.value + 1 returning value"
)
PROVE: Final = (
    "insert into counters (name, value) values ('proofs', 1)"
    " on conflict (name) do update set value = counters.value + 1"
)


_CHANGES: Final = re.compile(r"\b(?:insert|update|delete|merge)\b", re.IGNORECASE)


def only_reads(sql: str) -> bool:
    """Whether a statement is sure to write nothing.

    One that begins with `with` is if none of its words is that of a change.
    """
    begin = sql.lstrip()
    return begin.startswith("select") or (begin.startswith("with") and not _changes(sql))


@lru_cache(maxsize=64)
def _changes(sql: str) -> bool:
    return _CHANGES.search(sql) is not None


@dataclass(frozen=True, slots=True)
class Sizes:
    """Bytes of a database, of the log beside it and of the free disk; None where it has none."""

    data: int
    log: int | None = None
    free: int | None = None


class Source(Protocol):
    """Runs statements: the Store, or a Transaction to join."""

    @property
    def known(self) -> Known:
        """What was read or written lately, for everybody who uses the same store."""

    async def one(self, sql: str, *values: Value) -> Row | None:
        """Run one statement with `values` for $1, $2, ...; its first row."""

    async def all(self, sql: str, *values: Value) -> list[Row]:
        """Run one statement with `values` for $1, $2, ...; all its rows."""

    def transaction(self) -> AbstractAsyncContextManager["Transaction"]:
        """Everything inside is written together, or nothing is."""

    def afterwards(self, told: Callable[[], None]) -> None:
        """Call `told` once what was read or written here can be read by others, if that comes.

        Outside of a transaction that is at once; in one that is undone, never.
        """


class Transaction(Source, Protocol):
    """An open transaction; raises RuntimeError once its block has ended."""

    async def next_id(self, name: str) -> int:
        """A number that was never given out before under this name."""

    async def tell_of_game(self, game_id: int, replica: int) -> None:
        """Have the others hear that this `replica` has changed a game, once it is committed."""


class Store(Source, Protocol):
    """An open database, shared by everything in the process for as long as it runs.

    Whatever the database refuses raises StoreError, and NotStored if the program is not to blame.
    """

    @property
    def is_shared(self) -> bool:
        """Whether other processes may work on it at the same time."""

    @property
    def replica(self) -> int | None:
        """Which of the processes that share it this is; None where it works alone."""

    @property
    def unhurried(self) -> Source:
        """A Source whose statements may be lost in a power cut, but not when the process ends."""

    def patient(self, seconds: float) -> Source:
        """A Source that waits so long for what another process has locked.

        Where the database itself limits that wait, nothing changes.
        """

    async def prove(self) -> None:
        """Write something; raises StoreError if that fails, or if what is written would be lost."""

    async def damage(self) -> tuple[str, ...]:
        """What a check of the whole database finds wrong; other statements do not wait for it."""

    async def sizes(self) -> Sizes:
        """How much room the database takes; raises StoreError where that cannot be found."""

    async def erase_traces(self) -> bool:
        """Erase what deleted rows have left in the database's files.

        It does not wait: False where somebody is reading or has locked some of them just now.
        """

    async def close(self) -> None:
        """Wait for what runs, then close the database; a second call is harmless."""
