"""Where a database is, and what can be done to it there, whatever database it is."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

from bot.store.source import Store


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


class Location(Protocol):
    """Where a database is; as text it holds no password.

    What cannot be done raises StoreError, sqlite3.Error or OSError.
    """

    async def open(self) -> Store:
        """Open the database, make it if need be, and bring its schema up to date.

        Raises SchemaTooNew for a database of a newer program.
        """

    def held(self) -> AbstractAsyncContextManager[None]:
        """Hold the database for this process; raises DatabaseInUse where another one does."""

    def is_held(self) -> bool:
        """Whether a process holds the database."""

    def examine(self) -> Examination | None:
        """What is there, looked at without changing it; None where nothing is there yet."""

    def quarantine(self) -> dict[str, int]:
        """How many updates nobody could read, by what is wrong with them."""
