"""One connection to a PostgreSQL server: how it is made, and what is run on it.

Every error of asyncpg leaves this module as a StoreError. A connection that may still be busy with
a statement, because its task was cancelled or the answer did not come, is closed and never used
again.

A text in PostgreSQL cannot hold the character U+0000, which people can send. It is stored as
U+FFFD.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager, nullcontext, suppress
from typing import Final, TypeAlias

import asyncpg

from bot.store.postgres.address import Server
from bot.store.postgres.refused import explained
from bot.store.postgres.replicas import FAILED, fenced
from bot.store.seam.known import Known
from bot.store.seam.not_stored import LeaseLost, StoreError, Unreachable, Unusable
from bot.store.seam.source import NEXT_ID, Row, Value

CONNECT_SECONDS: Final = 5.0
STATEMENT_SECONDS: Final = 10.0
"""How long the server may take for a statement before the connection counts as broken."""

PREPARED: Final = 300
"""Statements that a connection keeps prepared; the store has about 200."""

PROGRAM: Final = "sudoku-bot"
GAMES: Final = "sudoku_games"
"""The channel on which replicas hear which game has changed, and at which replica."""

LOCKED: Final = "55P03"
"""The SQLSTATE of a lock that could not be had."""

# Only its stubs are generic.
Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"


async def connect(server: Server, name: str = PROGRAM) -> Connection:
    """Open a connection, which the server lists under `name`.

    Raises Unreachable, and Unusable where the server does not let this program in or holds texts
    in another encoding than UTF-8.
    """
    connecting = asyncio.ensure_future(
        asyncpg.connect(
            server.url,
            timeout=CONNECT_SECONDS,
            command_timeout=STATEMENT_SECONDS,
            statement_cache_size=PREPARED,
            server_settings={"application_name": name},
        )
    )
    try:
        connection = await asyncio.shield(connecting)
    except asyncio.CancelledError:
        # Cancelled while it connects, asyncpg leaves an error that nobody retrieves. So it goes on,
        # and is closed when it is done.
        connecting.add_done_callback(_give_up)
        raise
    except Exception as refusal:
        raise explained(refusal) from refusal
    encoding = connection.get_settings().server_encoding
    if encoding != "UTF8":
        connection.terminate()
        raise Unusable(f"the database must have the encoding UTF8, not {encoding}")
    return connection


def _give_up(connecting: "asyncio.Future[Connection]") -> None:
    if not connecting.cancelled() and connecting.exception() is None:
        connecting.result().terminate()


async def fetch(connection: Connection, sql: str, *values: Value) -> list[Row]:
    """Run one statement with `values` for $1, $2, ...; all its rows. Raises StoreError."""
    with _explaining(connection):
        rows = await connection.fetch(sql, *map(_storable, values))
    return [tuple(row) for row in rows]


async def fetch_fenced(connection: Connection, replica: int, sql: str, *values: Value) -> list[Row]:
    """As `fetch`, behind the fence of a replica. Raises StoreError, and LeaseLost if it ended."""
    try:
        return await fetch(connection, fenced(sql, replica), *values)
    except StoreError as error:
        if getattr(error.__cause__, "sqlstate", None) == FAILED:
            raise LeaseLost from error
        raise


async def execute(connection: Connection, sql: str, seconds: float | None = None) -> str:
    """Run statements without values; the status of the last one. Raises StoreError."""
    with _explaining(connection):
        return await connection.execute(sql, timeout=seconds)


async def commit(connection: Connection, last: Sequence[str] = ()) -> None:
    """Run the `last` statements, which have no values, and commit, in one message to the server.

    Raises StoreError where a statement of the transaction had failed.
    """
    # The commit of a failed transaction raises nothing: the server rolls back and says so.
    if await execute(connection, "; ".join([*last, "commit"])) != "COMMIT":
        raise StoreError("a statement of this transaction had failed, so nothing was written")


async def roll_back(connection: Connection) -> None:
    """Undo the transaction; a broken connection has undone it by itself."""
    if not connection.is_closed():
        with suppress(StoreError):
            await execute(connection, "rollback")


async def vacuum(connection: Connection, tables: str, seconds: float) -> bool:
    """Free the space of deleted rows; False where a table was locked, and skipped.

    Raises StoreError.
    """
    skipped = list[str]()

    def hear(_: object, told: asyncpg.PostgresLogMessage) -> None:
        # The server only warns of a table that it skips, with the code of a lock.
        if told.sqlstate == LOCKED:
            skipped.append(told.message)

    connection.add_log_listener(hear)
    try:
        await execute(connection, f"vacuum (skip_locked) {tables}", seconds)
    finally:
        if not connection.is_closed():
            connection.remove_log_listener(hear)
    return not skipped


async def listen(connection: Connection, channel: str, told: Callable[[str], None]) -> None:
    """Call `told` with the text of each notification on the channel. Raises StoreError."""
    with _explaining(connection):
        await connection.add_listener(channel, lambda *told_of: told(str(told_of[-1])))


class PostgresTransaction:
    """An open transaction: a Source until its block ends; raises RuntimeError afterwards."""

    __slots__ = ("_afterwards", "_connection", "_is_open", "known", "last")

    def __init__(self, connection: Connection, known: Known | None = None) -> None:
        self.known = Known() if known is None else known
        self.last: list[str] = []
        """Statements without values, for `commit` to run."""

        self._connection = connection
        self._is_open = True
        self._afterwards: list[Callable[[], None]] = []

    async def one(self, sql: str, *values: Value) -> Row | None:
        """Run one statement with `values` for $1, $2, ...; its first row."""
        rows = await self.all(sql, *values)
        return rows[0] if rows else None

    async def all(self, sql: str, *values: Value) -> list[Row]:
        """Run one statement with `values` for $1, $2, ...; all its rows."""
        if not self._is_open:
            raise RuntimeError("this transaction has ended")
        return await fetch(self._connection, sql, *values)

    async def next_id(self, name: str) -> int:
        """A number that was never given out before under this name."""
        ((number,),) = await self.all(NEXT_ID, name)
        return int(number)

    def transaction(self) -> AbstractAsyncContextManager["PostgresTransaction"]:
        """Join this transaction: what is written inside is kept or undone with the rest of it."""
        return nullcontext(self)

    def afterwards(self, told: Callable[[], None]) -> None:
        """Call `told` once what was written here can be read by others; never if it is undone."""
        self._afterwards.append(told)

    async def tell_of_game(self, game_id: int, replica: int) -> None:
        """Have the others hear that this `replica` has changed a game, once it is committed."""
        self.last.append(f"notify {GAMES}, '{game_id:d} {replica:d}'")

    def has_ended_well(self) -> None:
        """Make the calls that were asked for."""
        for told in self._afterwards:
            told()

    def end(self) -> None:
        """Refuse every further use."""
        self._is_open = False


async def damage_of(ask: Callable[[str], Awaitable[list[Row]]]) -> tuple[str, ...]:
    """What a server has found damaged, by its count of the pages that it has read."""
    rows = await ask(
        "select checksum_failures from pg_stat_database where datname = current_database()"
    )
    counts = [count for (count,) in rows if count]
    return tuple(f"PostgreSQL has read {count} pages with a wrong checksum" for count in counts)


@contextmanager
def _explaining(connection: Connection) -> Iterator[None]:
    """Turns errors into StoreError, and closes a connection that may still run a statement."""
    try:
        yield
    except Exception as refusal:
        told = explained(refusal)
        if isinstance(told, Unreachable):
            connection.terminate()
        raise told from refusal
    except BaseException:
        # The task was cancelled, and the server may still be busy with the statement.
        connection.terminate()
        raise


def _storable(value: Value) -> Value:
    return value.replace("\0", "\ufffd") if isinstance(value, str) and "\0" in value else value
