"""Statements on the connection to SQLite, run by the task that has it to itself."""

import sqlite3
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext

from bot.store.seam.known import Known
from bot.store.seam.not_stored import explained
from bot.store.seam.source import NEXT_ID, Row, Value


class Transaction:
    """An open transaction: a Source until its block ends; raises RuntimeError afterwards."""

    __slots__ = ("_afterwards", "_connection", "_is_open", "known")

    def __init__(self, connection: sqlite3.Connection, known: Known | None = None) -> None:
        self.known = Known() if known is None else known
        self._connection = connection
        self._is_open = True
        self._afterwards: list[Callable[[], None]] = []

    async def one(self, sql: str, *values: Value) -> Row | None:
        """Run one statement with `values` for $1, $2, ...; its first row."""
        return first(await self.all(sql, *values))

    async def all(self, sql: str, *values: Value) -> list[Row]:
        """Run one statement with `values` for $1, $2, ...; all its rows."""
        if not self._is_open:
            raise RuntimeError("this transaction has ended")
        return run(self._connection, sql, values)

    async def next_id(self, name: str) -> int:
        """A number that was never given out before under this name."""
        rows = await self.all(NEXT_ID, name)
        return int(rows[0][0])

    def transaction(self) -> AbstractAsyncContextManager["Transaction"]:
        """Join this transaction: what is written inside is kept or undone with the rest of it."""
        return nullcontext(self)

    def afterwards(self, told: Callable[[], None]) -> None:
        """Call `told` once what was written here can be read by others; never if it is undone."""
        self._afterwards.append(told)

    async def tell_of_game(self, game_id: int, replica: int) -> None:
        """Does nothing, since there are no other replicas."""

    def has_ended_well(self) -> None:
        """Make the calls that were asked for."""
        for told in self._afterwards:
            told()

    def end(self) -> None:
        """Refuse every further use."""
        self._is_open = False


def run(connection: sqlite3.Connection, sql: str, values: tuple[Value, ...]) -> list[Row]:
    """Runs one statement with `values` for $1, $2, ...; raises StoreError."""
    # To SQLite $1 is a parameter named "1", not the first one.
    numbered = {str(number): value for number, value in enumerate(values, start=1)}
    try:
        return connection.execute(sql, numbered).fetchall()
    except sqlite3.Error as refusal:
        raise explained(refusal) from refusal


def first(rows: list[Row]) -> Row | None:
    """The first row, if there is one."""
    return rows[0] if rows else None
