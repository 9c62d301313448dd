"""Where a database is and what can be done to it there, the same for SQLite and PostgreSQL."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Final, Protocol

from bot.store.seam.holding import Holding
from bot.store.seam.not_stored import Unusable
from bot.store.seam.source import Row, Source, Store

OURS: Final = frozenset({"counters", "users", "games", "turns"})
"""Tables by which a database is known to be of this program."""


class OfAnotherProgram(Unusable):
    """Raised where a database has tables of another program."""

    def __init__(self, place: object) -> None:
        super().__init__(f"{place} is a database of another program, and stays as it is")


def is_foreign(tables: AbstractSet[str]) -> bool:
    """Whether the tables of a database are those of another program; an empty one may be ours."""
    return bool(tables) and not tables >= OURS


@dataclass(frozen=True, slots=True)
class Examination:
    """What was found in a database; `faults` are in the database's own words.

    `is_foreign` says that another program has made it: it has tables, and they are not ours.
    `product` names the database, `size` is in bytes, and `verdict` is what may be said where there
    are no faults. `erasures` counts the deletions that may still have left traces.
    """

    schema: int
    is_ours: bool
    is_foreign: bool
    faults: tuple[str, ...]
    erasures: int = 0
    size: int = 0
    product: str = "SQLite"
    verdict: str = "whole"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table, with the name of its type; `is_key` if the primary key has it."""

    name: str
    kind: str
    is_key: bool


class Location(Protocol):
    """Where a database is; its text form holds no password.

    Whatever fails raises StoreError, sqlite3.Error or OSError. Nothing is written to the database
    of another program: that raises OfAnotherProgram.
    """

    async def open(self) -> Store:
        """Open the database, create it if it is missing, and bring its schema up to date.

        Raises SchemaTooNew for a database of a newer program.
        """

    async def columns(self, store: Store) -> dict[str, tuple[Column, ...]]:
        """The columns of every table, by its name; the database is open as `store`."""

    def held(self) -> AbstractAsyncContextManager[None]:
        """Hold the database for this process alone; raises DatabaseInUse where another uses it."""

    def shared(self) -> AbstractAsyncContextManager[None]:
        """Use the database beside other processes if it can be shared, otherwise as `held`."""

    def joined(self, store: Store, bot_id: int) -> AbstractAsyncContextManager[Holding | None]:
        """Serve a bot with the database, which is open as `store`, beside other replicas.

        Yields None where the process has the database for itself. Raises DatabaseInUse where
        another process holds it, or serves another bot.
        """

    def beside(self) -> AbstractAsyncContextManager[Source]:
        """The database for single statements of a command, also while a bot serves.

        It is neither created nor migrated: raises SchemaTooOld and SchemaTooNew. A statement that
        writes waits for other processes as those of the bot do.
        """

    def is_held(self) -> bool:
        """Whether a process uses the database."""

    def examine(self) -> Examination | None:
        """Examine the database without changing it; None where there is none yet."""

    def try_writing(self) -> None:
        """Begin to write to a database of this program, and leave it as it was.

        Raises what the start of a bot would raise where nothing can be written now.
        """

    def quarantine(self) -> dict[str, int]:
        """How many updates could not be read, by what is wrong with them."""


def by_table(rows: Iterable[Row]) -> dict[str, tuple[Column, ...]]:
    """The columns of each table, from rows of table, column, type and key, ordered by table."""
    return {
        table: tuple(Column(name, kind, bool(is_key)) for _, name, kind, is_key in columns)
        for table, columns in groupby(rows, key=itemgetter(0))
    }
