"""What the functions of the store run their SQL on, whatever database is behind it.

Every function takes a `Source`: the store itself, where its statement is a transaction of its own,
or a `Transaction` that the caller has open. So a caller decides what is written together, and no
function of the store knows which database it talks to. `bot/store/sqlite/database.py` is the one on
SQLite, `bot/store/postgres/database.py` the one on PostgreSQL; both run the same SQL.
"""

from contextlib import AbstractAsyncContextManager
from typing import Any, Final, Protocol

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


def only_reads(sql: str) -> bool:
    """Whether a statement of the store writes nothing."""
    return sql.lstrip().startswith("select")


class Source(Protocol):
    """What runs statements: the Store, or a Transaction to join."""

    async def one(self, sql: str, *values: Value) -> Row | None:
        """Run one statement with `values` for $1, $2, ...; its first row."""

    async def all(self, sql: str, *values: Value) -> list[Row]:
        """Run one statement with `values` for $1, $2, ...; all its rows."""

    def transaction(self) -> AbstractAsyncContextManager["Transaction"]:
        """Everything inside is written, or nothing is."""


class Transaction(Source, Protocol):
    """A transaction that is open; RuntimeError once its block has ended."""

    async def next_id(self, name: str) -> int:
        """A number that was never given out before under this name."""


class Store(Source, Protocol):
    """An open database that everything shares for as long as the process runs.

    Whatever a database refuses raises StoreError, and NotStored where the program is not to blame.
    """

    @property
    def is_shared(self) -> bool:
        """Whether other processes may work on it meanwhile."""

    @property
    def replica(self) -> int | None:
        """Which of the processes that share it this is; None where it works alone."""

    @property
    def unhurried(self) -> Source:
        """A Source whose statements may be lost in a power cut, but not when the process ends."""

    async def prove(self) -> None:
        """Write something; raises where nothing can be written, or where it would not last."""

    async def damage(self) -> tuple[str, ...]:
        """What a look at the whole database finds wrong; nobody waits for it meanwhile."""

    async def erase_traces(self) -> bool:
        """Make sure that nothing deleted can still be read in the database's files.

        It waits for nobody: False where somebody reads them just now.
        """

    async def close(self) -> None:
        """Wait for what runs, then close the database; again is harmless."""
