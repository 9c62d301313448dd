"""Where a database is, and what can be done to it there, whatever database it is."""

from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Final, Protocol

from bot.store.seam.holding import Holding
from bot.store.seam.source import Row, Store

OURS: Final = frozenset({"counters", "users", "games", "turns"})
"""Tables by which a database is known to be of this program."""


@dataclass(frozen=True, slots=True)
class Examination:
    """What was found in a database; `faults` are in the database's own words.

    `product` and `size` in bytes say what it is, `verdict` how well where there are no faults.
    `erasures` counts the deletions of which there may be traces still.
    """

    schema: int
    is_ours: bool
    faults: tuple[str, ...]
    erasures: int = 0
    size: int = 0
    product: str = "SQLite"
    verdict: str = "whole"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table, with the name of its type; `is_key` where it is of the primary key."""

    name: str
    kind: str
    is_key: bool


class Location(Protocol):
    """Where a database is; as text it holds no password.

    What cannot be done raises StoreError, sqlite3.Error or OSError.
    """

    async def open(self) -> Store:
        """Open the database, make it if need be, and bring its schema up to date.

        Raises SchemaTooNew for a database of a newer program.
        """

    async def columns(self, store: Store) -> dict[str, tuple[Column, ...]]:
        """The columns of every table of the database, which is open as `store`."""

    def held(self) -> AbstractAsyncContextManager[None]:
        """Hold the database for this process; raises DatabaseInUse where another one uses it."""

    def shared(self) -> AbstractAsyncContextManager[None]:
        """Use the database beside others where it can be shared, otherwise as `held`."""

    def joined(self, store: Store, bot_id: int) -> AbstractAsyncContextManager[Holding | None]:
        """Begin to serve a bot with the database, open as `store`, beside others if need be.

        None where the process has the database for itself. Raises DatabaseInUse where another one
        holds it, or serves another bot.
        """

    def is_held(self) -> bool:
        """Whether a process uses the database."""

    def examine(self) -> Examination | None:
        """What is there, looked at without changing it; None where nothing is there yet."""

    def try_writing(self) -> None:
        """Begin to write to a database of this program, and write nothing.

        Raises where nothing could be written now, as at a start.
        """

    def quarantine(self) -> dict[str, int]:
        """How many updates nobody could read, by what is wrong with them."""


def by_table(rows: Iterable[Row]) -> dict[str, tuple[Column, ...]]:
    """The columns that rows of a catalogue tell, each behind the name of its table."""
    return {
        table: tuple(Column(name, kind, bool(is_key)) for _, name, kind, is_key in columns)
        for table, columns in groupby(rows, key=itemgetter(0))
    }
