"""How a replica stays alive, and how it knows that nobody else has its work.

A replica puts its end off twice a second, on a connection of its own. On the same connection it
listens for notifications: that something was stored for it, or that another replica has left. A
notification only saves time, since every replica also looks by itself within a second. So a pooler
that does not pass on NOTIFY costs that second and nothing else.

The problem is a process that was frozen and goes on. It can no longer write, because its row is
gone. But a call to Telegram needs no row. So each call first waits until the replica is sure
(`is_sure`): nobody has ended it, and nobody can end it for a while. It knows that by its own clock,
counted from before its last renewal began. So only the calls that were under way may come twice.
While the server cannot be reached no replica is sure, and calls wait.

A replica that could not put its end off in time does not end others in that round. After an outage
of the server all of them are late, and the first to come back would end all others.

The process of a replica that was ended ends as well, and its supervisor starts another one. To go
on as a new replica within the process, it would have to find all that is left of the old one in
memory.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from bot.store.postgres import replicas
from bot.store.postgres.address import Server
from bot.store.postgres.connection import (
    GAMES,
    Connection,
    PostgresTransaction,
    connect,
    listen,
)
from bot.store.postgres.database import Postgres
from bot.store.postgres.replicas import LEASE_SECONDS
from bot.store.postgres.shared_inbox import TOLD
from bot.store.seam.holding import ReplicaEnded
from bot.store.seam.not_stored import LeaseLost, StoreError

RENEW_SECONDS: Final = 0.5
RENEWAL_SECONDS: Final = 1.0
"""How long the server may take to renew before another connection is tried."""

CALL_SECONDS: Final = 1.0
"""How long before its end a replica begins no more calls, so that they end before others begin."""

ALL: Final = "sudoku_replicas"
"""The channel on which all replicas hear that there may be something for them."""

NOTIFY: Final = "select pg_notify($1, '')"

ENDED: Final = "this process (replica {}) was not heard of for too long: others have its work"

log = logging.getLogger(__name__)


class Lifeline:
    """Keeps a replica alive, and listens for it.

    `hears` is called when something was stored for this replica, `hears_of_all` when there may be
    something for any of them.
    """

    def __init__(
        self,
        store: Postgres,
        number: int,
        sure_until: float,
        clock: Callable[[], float],
        *,
        hears: Callable[[], None],
        hears_of_all: Callable[[], None],
    ) -> None:
        self.number = number
        self._store = store
        self._sure_until = sure_until
        self._clock = clock
        self._hears = hears
        self._hears_of_all = hears_of_all
        self.hears_of_games: Callable[[int | None], None] = lambda _: None
        """Called with each game that another replica has changed, or with None for all games."""

        self._renewed = asyncio.Condition()
        self._end = asyncio.Event()

    async def is_sure(self) -> None:
        """Wait until no other replica can be doing the work of this one; raises LeaseLost."""
        if not self._is_decided():
            async with self._renewed:
                await self._renewed.wait_for(self._is_decided)
        if self._end.is_set():
            raise LeaseLost

    async def ended(self) -> None:
        """Wait for the end of this replica, then raise ReplicaEnded."""
        await self._end.wait()
        raise ReplicaEnded(ENDED.format(self.number))

    async def keep(self, connection: Connection) -> None:
        """Put the end off, then end replicas that did not; raises StoreError and TimeoutError."""
        # Taken before the request: the server counts from later on, so it ends nobody too early.
        began = self._clock()
        was_sure = began < self._sure_until
        # Each statement is a transaction of its own here.
        source = PostgresTransaction(connection)
        async with asyncio.timeout(RENEWAL_SECONDS):
            are_others_late = await replicas.renew(source, self.number)
        await self._decide(began, is_alive=are_others_late is not None)
        if are_others_late and was_sure and (fenced := await replicas.fence(source, self.number)):
            log.warning("not heard of for long and ended: %s", ", ".join(map(str, fenced)))
            self._hears_of_all()

    async def run(self, server: Server) -> None:
        """Keep this replica alive until it is cancelled, or others have ended it."""
        while not self._end.is_set():
            try:
                await self._keep_on(server)
            except Exception as error:  # noqa: BLE001 - nothing may end the trying
                reason = str(error) or "no answer in time"
                log.warning("replica %d cannot say that it is alive: %s", self.number, reason)
                await asyncio.sleep(RENEW_SECONDS / 2)

    async def is_gone(self) -> bool:
        """Whether others have ended this replica; False if the server cannot be asked."""
        if not self._end.is_set():
            with suppress(StoreError):
                return not await replicas.is_there(self._store, self.number)
        return self._end.is_set()

    async def leave(self) -> None:
        """End this replica, which frees all that it still holds."""
        with suppress(StoreError, LeaseLost):
            await replicas.leave(self._store, self.number)
            await self._store.one(NOTIFY, ALL)

    def _hear_of_game(self, told: str) -> None:
        game, teller = map(int, told.split())
        # Here its watchers were told at the commit, and would read the same state again.
        if teller != self.number:
            self.hears_of_games(game)

    async def _keep_on(self, server: Server) -> None:
        connection = await connect(server)
        try:
            await listen(connection, ALL, lambda _: self._hears_of_all())
            await listen(connection, f"{TOLD}{self.number}", lambda _: self._hears())
            await listen(connection, GAMES, self._hear_of_game)
            # Nobody heard anything while there was no connection.
            self.hears_of_games(None)
            while not self._end.is_set():
                await self.keep(connection)
                await asyncio.sleep(RENEW_SECONDS)
        finally:
            connection.terminate()

    async def _decide(self, began: float, *, is_alive: bool) -> None:
        if is_alive:
            self._sure_until = began + LEASE_SECONDS
        else:
            self._end.set()
        async with self._renewed:
            self._renewed.notify_all()

    def _is_decided(self) -> bool:
        return self._end.is_set() or self._clock() < self._sure_until - CALL_SECONDS
