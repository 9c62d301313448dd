"""The connections of one process to a PostgreSQL server; each has one user at a time.

A connection that broke while it was idle is replaced. A task that asks for one while the server
restarts waits until it is back.

Why not asyncpg's own pool: it asks the server to reset the connection after each use, which takes
as long as most statements, and it leaves no choice of what is tried again.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from bot.store.postgres.address import Server
from bot.store.postgres.connection import PROGRAM, Connection, connect
from bot.store.seam.not_stored import NotStored, StoreError, Unreachable

CONNECTIONS: Final = 10
RETRY_SECONDS: Final = 0.1


class Pool:
    """At most CONNECTIONS to one server, made when they are needed.

    `connected` is called for each new one: it may lead to another server than those before.
    """

    def __init__(self, server: Server, connected: Callable[[], None]) -> None:
        self._server = server
        self._connected = connected
        self._name = PROGRAM
        self._idle: list[Connection] = []
        self._slots = asyncio.Semaphore(CONNECTIONS)
        self._refused: Unreachable | None = None
        self._is_open = True

    def rename(self, name: str) -> None:
        """Make connections under another name from now on, and close those that are idle."""
        self._name = name
        self._give_up_idle()

    async def take(self, patience: float) -> Connection:
        """A connection that nobody else uses until it is given back.

        Raises NotStored if there is none within `patience` seconds, and StoreError once the pool is
        closed.
        """
        try:
            async with asyncio.timeout(patience):
                await self._slots.acquire()
                try:
                    return await self._ready()
                except BaseException:
                    self._slots.release()
                    raise
        except TimeoutError:
            raise self.not_in_time() from None

    def give(self, connection: Connection) -> None:
        """Take a connection back, also one that broke."""
        if connection.is_closed():
            self._give_up_idle()
        else:
            self._idle.append(connection)
        self._slots.release()

    async def close(self) -> None:
        """Wait until no connection is in use, then close all of them."""
        self._is_open = False
        for _ in range(CONNECTIONS):
            await self._slots.acquire()
        for connection in self._idle:
            with suppress(Exception):
                await connection.close(timeout=1)
        # Tasks that still wait for a slot get one, and are told that the pool is closed.
        for _ in range(CONNECTIONS):
            self._slots.release()

    def not_in_time(self) -> NotStored:
        """The error for a task that has waited too long: why no connection could be made, if so."""
        return NotStored(str(self._refused or "PostgreSQL was busy with other statements too long"))

    async def _ready(self) -> Connection:
        if not self._is_open:
            raise StoreError("the database is closed")
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_closed():
                return connection
        # The patience of `take` ends this loop.
        while True:
            try:
                connection = await connect(self._server, self._name)
            except Unreachable as refusal:
                self._refused = refusal
            else:
                self._refused = None
                self._connected()
                return connection
            await asyncio.sleep(RETRY_SECONDS)

    def _give_up_idle(self) -> None:
        """Drop all idle connections: what breaks one often breaks all, which shows only in use."""
        while self._idle:
            self._idle.pop().terminate()
