"""One of several processes that serve the bot (`bot/store/replicas.py` says what holds).

A replica puts its end off twice a second, on a connection of its own that also hears what others
say: that there is something for it, or that one has left. Who misses that finds it within a second,
so a pooler that passes no NOTIFY on costs only that time.

What a frozen process may do when it goes on: nothing to the database, for its row is gone. A call
to Telegram needs no row, so each waits until it is sure that nobody has ended this replica
(`is_sure`) and nobody can for a while: by its own clock, counted from before it last put its end
off. So at most those calls come twice that were under way. Where the server cannot be reached
nobody is sure, and calls wait.

A replica that could not put its end off in time ends nobody else at once. After an outage of the
server all of them would be late, and the first to come back would end all others.

The process of a replica that was ended ends as well, and its supervisor starts another one. To
begin anew within the process would have to find all that is left of the old one in memory.
"""

import asyncio
import logging
import os
import socket
from collections.abc import (
    AsyncIterator,
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager, contextmanager, suppress
from time import monotonic
from typing import Final

from bot.store import replicas, replies, shared_inbox
from bot.store.holding import Arrival, Left, Received, ReplicaEnded
from bot.store.not_stored import LeaseLost, StoreError
from bot.store.postgres import Postgres
from bot.store.postgres_connection import Connection, PostgresTransaction, connect, listen
from bot.store.replicas import LEASE_SECONDS
from bot.store.server import Server
from bot.store.shared_inbox import TOLD, Owner, chat_of
from bot.store.source import Source

RENEW_SECONDS: Final = 0.5
RENEWAL_SECONDS: Final = 1.0
"""How long the server may take to renew before another connection is tried."""

CALL_SECONDS: Final = 1.0
"""How long before its end a replica begins no more calls, so that they end before others begin."""

NEWS_SECONDS: Final = 1.0
REST_SECONDS: Final = 0.3
"""How long the others may take to claim their part of what is free."""

IDLE_SECONDS: Final = 60.0
"""A chat without an update for so long may go to another replica."""

MOST_FREED: Final = 1000
"""Chats that one statement frees."""

ALL: Final = "sudoku_replicas"

ENDED: Final = "this process (replica {}) was not heard of for too long: others have its work"

log = logging.getLogger(__name__)


class Replica:
    """The Holding of one of several processes; what is not to overlap is said with it."""

    def __init__(
        self,
        store: Postgres,
        owner: Owner,
        sure_until: float,
        clock: Callable[[], float] = monotonic,
        news_seconds: float = NEWS_SECONDS,
    ) -> None:
        self.number = owner.replica
        self._store = store
        self._owner = owner
        self._clock = clock
        self._news_seconds = news_seconds
        self._sure_until = sure_until
        self._renewed = asyncio.Condition()
        self._has_news = asyncio.Event()
        self._is_told = self._is_more = False
        self._looked_at = clock()
        self._end = asyncio.Event()
        self._held: dict[int, float] = {}
        self._taken_over: set[int] | None = set()
        """The chats whose kept replies nobody here has counted; None where those may be any."""
        self._freed_at = clock()
        self._rest_at: float | None = None
        self._arriving: set[asyncio.Future[None]] = set()
        self.is_leaving = False

    async def receive(self, arrivals: Sequence[Arrival], now: int) -> Received:
        with self._arrival():
            held = {chat for chat in map(chat_of, arrivals) if chat in self._held}
            self._touch(held)
            kept = await shared_inbox.receive(self._store, self._owner, arrivals, held, now)
        holders = {one.holder for one in kept if not one.is_taken}
        if None in holders:
            self._hear_of_all()
        if self.number in holders:
            self._hear()
        if holders & {None, self.number} and self.is_leaving:
            await self._tell(ALL)
        return Received(
            frozenset(one.update_id for one in kept),
            frozenset(one.update_id for one in kept if one.is_taken),
        )

    async def waiting(self, update_ids: Collection[int]) -> frozenset[int]:  # noqa: ARG002 - as every Holding
        """None: whoever holds their chats takes them in, as all else."""
        return frozenset()

    async def take_in(self, *, again: bool) -> tuple[Left, ...]:
        """As every Holding; not while chats are freed, or one could be freed and taken in."""
        if self.is_leaving:
            return ()
        if not again and self._is_told and not self._may_have_more():
            return await self._take_in_told()
        return await self._take_in_all(again=again)

    @property
    def takes_in_again(self) -> bool:
        return True

    async def replies_found(self) -> Mapping[int, int]:
        new = self._taken_over
        if new is not None and not new:
            return {}
        found = await replies.waiting(self._store, self.number)
        self._taken_over = set()
        return {chat: count for chat, count in found.items() if new is None or chat in new}

    async def _take_in_all(self, *, again: bool) -> tuple[Left, ...]:
        owner = self._owner
        self._is_told = self._is_more = False
        self._looked_at = self._clock()
        if not again and not await shared_inbox.is_waiting(self._store, owner):
            self._rest_at = None
            return ()
        # Behind a commit of which nobody is told, chats are held that nobody here knows of.
        known, self._taken_over = self._taken_over, None
        async with self._store.transaction() as transaction:
            gained, is_rest_left = await self._claim(transaction)
            chats, found = await shared_inbox.take_in(transaction, owner, again=again)
        self._taken_over = None if known is None else known | gained
        self._touch(gained | chats)
        if not is_rest_left:
            self._rest_at = None
        elif self._rest_at is None:
            self._rest_at = self._clock() + REST_SECONDS
            await self._tell(ALL)
        return found

    def _may_have_more(self) -> bool:
        """Whether there may be other news than that others have stored something for it."""
        look_at = self._looked_at + self._news_seconds if self._rest_at is None else self._rest_at
        return self._is_more or self._clock() >= look_at

    async def _take_in_told(self) -> tuple[Left, ...]:
        """With fewer questions than `take_in` has, for it happens with each update elsewhere."""
        self._is_told = False
        chats, found = await shared_inbox.take_in_told(self._store, self._owner)
        self._touch(chats)
        return found

    def _hear(self) -> None:
        self._is_told = True
        self._has_news.set()

    def _hear_of_all(self) -> None:
        self._is_more = True
        self._has_news.set()

    async def _claim(self, source: Source) -> tuple[frozenset[int], bool]:
        """Takes its part of the free chats, or all that others have left; whether some are."""
        if self._rest_at is None or self._clock() < self._rest_at:
            return await shared_inbox.claim_part(source, self._owner)
        return await shared_inbox.claim_waiting(source, self._owner), False

    async def news(self) -> None:
        seconds = self._news_seconds if self._rest_at is None else REST_SECONDS
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._has_news.wait()
        self._has_news.clear()

    async def free_idle(self, is_busy: Callable[[int], bool]) -> None:
        # To look at each chat with every update that comes from elsewhere would take too long.
        if self._clock() < self._freed_at + self._news_seconds:
            return
        self._freed_at = self._clock()
        since = self._freed_at - IDLE_SECONDS
        idle = [chat for chat, at in self._held.items() if at < since and not is_busy(chat)]
        for chat in idle[:MOST_FREED]:
            # What comes from now on is not taken in at once.
            del self._held[chat]
        if idle:
            freed = await replicas.free(self._store, self.number, idle[:MOST_FREED])
            self._touch(set(idle[:MOST_FREED]) - freed)

    async def stop(self, busy: Collection[int]) -> bool:
        self.is_leaving = True
        self._held.clear()
        if self._arriving:
            await asyncio.wait(set(self._arriving))
        is_last = await replicas.free_all(self._store, self.number, busy)
        await self._tell(ALL)
        return is_last

    async def is_sure(self) -> None:
        if not self._is_decided():
            async with self._renewed:
                await self._renewed.wait_for(self._is_decided)
        if self._end.is_set():
            raise LeaseLost

    async def ended(self) -> None:
        await self._end.wait()
        raise ReplicaEnded(ENDED.format(self.number))

    async def keep(self, connection: Connection) -> None:
        """Put the end off, then end those who did not; raises StoreError and TimeoutError."""
        began = self._clock()
        was_sure = began < self._sure_until
        # Each statement is a transaction of its own here.
        source = PostgresTransaction(connection)
        async with asyncio.timeout(RENEWAL_SECONDS):
            are_others_late = await replicas.renew(source, self.number)
        await self._decide(began, is_alive=are_others_late is not None)
        if are_others_late and was_sure and (fenced := await replicas.fence(source, self.number)):
            log.warning("not heard of for long and ended: %s", ", ".join(map(str, fenced)))
            self._hear_of_all()

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
        """Whether others have ended this replica; False where nobody can be asked."""
        if not self._end.is_set():
            with suppress(StoreError):
                return not await replicas.is_there(self._store, self.number)
        return self._end.is_set()

    async def leave(self) -> None:
        """End this replica, with all that it holds still."""
        with suppress(StoreError, LeaseLost):
            await replicas.leave(self._store, self.number)
            await self._tell(ALL)

    async def _keep_on(self, server: Server) -> None:
        connection = await connect(server)
        try:
            await listen(connection, ALL, self._hear_of_all)
            await listen(connection, f"{TOLD}{self.number}", self._hear)
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

    @contextmanager
    def _arrival(self) -> Iterator[None]:
        arrival = asyncio.get_running_loop().create_future()
        self._arriving.add(arrival)
        try:
            yield
        finally:
            self._arriving.discard(arrival)
            arrival.set_result(None)

    def _touch(self, chats: Iterable[int]) -> None:
        self._held |= dict.fromkeys(chats, self._clock())

    async def _tell(self, channel: str) -> None:
        with suppress(StoreError):
            await self._store.one("select pg_notify($1, '')", channel)


@asynccontextmanager
async def joined(store: Postgres, server: Server, bot_id: int) -> AsyncIterator[Replica]:
    """Begin as a new replica, which `store` writes for; at the end it leaves.

    Raises OtherBot, and StoreError.
    """
    name = f"{socket.gethostname()}:{os.getpid()}"
    sure_until = monotonic() + LEASE_SECONDS
    number = await replicas.join(store, bot_id, name)
    store.fence(number)
    replica = Replica(store, Owner(number, bot_id), sure_until)
    keeping = asyncio.create_task(replica.run(server))
    try:
        yield replica
    except BaseException as error:
        # Whatever went wrong because of that is only in the way of the reason.
        if await replica.is_gone():
            raise ReplicaEnded(ENDED.format(number)) from error
        raise
    finally:
        keeping.cancel()
        await asyncio.wait([keeping])
        await replica.leave()
