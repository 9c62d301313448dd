"""One of several processes that serve the bot: what it does with chats and updates.

`bot/store/postgres/replicas.py` says what a replica and a lease are, `lifeline.py` how a replica
stays alive, and `shared_inbox.py` how an update finds its holder. A replica takes in what waits in
the chats that it holds, takes over chats that are free, and gives up chats in which nothing
happens.

The rows of the database decide which chats a replica holds. `_held` is only its memory of them,
with the time of the last update of each. A wrong entry only delays an update, because the statement
that stores it checks the lease itself.

It looks for work in two ways. When others have stored an update for it, one cheap statement takes
that in (`_take_in_told`). When chats may be free, and once a second in any case, it looks for
everything (`_take_in_all`).

When many chats become free, because a replica has died, each of the others takes its part and tells
the rest. What is still free REST_SECONDS later goes to the first one that looks (`_claim`), because
some replica may not look at all.

A chat that was taken over may have kept replies, and new answers must queue behind them. So the
replica notes which chats it has gained until somebody asks for the count (`replies_found`). If the
connection breaks at the commit, it may hold chats of which it does not know; then it counts for all
of its chats.
"""

import asyncio
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

from bot.store import replies
from bot.store.postgres import replicas, shared_inbox
from bot.store.postgres.address import Server
from bot.store.postgres.database import Postgres
from bot.store.postgres.lifeline import ALL, ENDED, NOTIFY, Lifeline
from bot.store.postgres.replicas import LEASE_SECONDS
from bot.store.postgres.shared_inbox import Holder, chat_of
from bot.store.seam.holding import Arrival, Left, Received, ReplicaEnded
from bot.store.seam.not_stored import StoreError
from bot.store.seam.source import Source

NEWS_SECONDS: Final = 1.0
REST_SECONDS: Final = 0.3
"""How long the others may take to claim their part of what is free."""

IDLE_SECONDS: Final = 60.0
"""A chat without an update for so long may go to another replica."""

MOST_FREED: Final = 1000
"""Chats that one statement frees."""


class Replica:
    """The Holding of one of several processes."""

    def __init__(
        self,
        store: Postgres,
        holder: Holder,
        sure_until: float,
        clock: Callable[[], float] = monotonic,
        news_seconds: float = NEWS_SECONDS,
    ) -> None:
        self.number = holder.replica
        self._store = store
        self._owner = holder
        self._clock = clock
        self._news_seconds = news_seconds
        self._has_news = asyncio.Event()
        self._is_told = self._is_more = False
        self._looked_at = clock()
        self._held: dict[int, float] = {}
        self._taken_over: set[int] | None = set()
        """Chats whose kept replies were not counted here yet; None means any that it holds."""
        self._freed_at = clock()
        self._rest_at: float | None = None
        self._arriving: set[asyncio.Future[None]] = set()
        self.is_leaving = False
        self.life = Lifeline(
            store,
            holder.replica,
            sure_until,
            clock,
            hears=self._hear,
            hears_of_all=self._hear_of_all,
        )

    async def receive(self, arrivals: Sequence[Arrival], now: int) -> Received:
        with self._arrival():
            held = {chat for chat in map(chat_of, arrivals) if chat in self._held}
            self._touch(held)
            kept = await shared_inbox.receive(self._store, self._owner, arrivals, held, now)
        # What was stored but not taken in concerns others, or this replica a moment later.
        holders = {one.holder for one in kept if not one.is_taken}
        if None in holders:
            self._hear_of_all()
        if self.number in holders:
            self._hear()
        # A replica that leaves takes nothing in, so the others must look.
        if holders & {None, self.number} and self.is_leaving:
            await self._tell(ALL)
        return Received(
            frozenset(one.update_id for one in kept),
            frozenset(one.update_id for one in kept if one.is_taken),
        )

    async def waiting(self, update_ids: Collection[int]) -> frozenset[int]:  # noqa: ARG002 - as every Holding
        """Always empty: the holders of their chats take them in, as they do all updates."""
        return frozenset()

    async def take_in(self, *, again: bool) -> tuple[Left, ...]:
        """As every Holding; nothing while it leaves, or a freed chat could be taken in again."""
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
        holder = self._owner
        self._is_told = self._is_more = False
        self._looked_at = self._clock()
        if not again and not await shared_inbox.is_waiting(self._store, holder):
            self._rest_at = None
            return ()
        # If the outcome of the commit stays unknown, chats are held that are not known here.
        known, self._taken_over = self._taken_over, None
        async with self._store.transaction() as transaction:
            gained, is_rest_left = await self._claim(transaction)
            chats, found = await shared_inbox.take_in(transaction, holder, again=again)
        self._taken_over = None if known is None else known | gained
        self._touch(gained | chats)
        if not is_rest_left:
            self._rest_at = None
        elif self._rest_at is None:
            self._rest_at = self._clock() + REST_SECONDS
            await self._tell(ALL)
        return found

    def _may_have_more(self) -> bool:
        """Whether there may be more to take in than what others have stored for this replica."""
        look_at = self._looked_at + self._news_seconds if self._rest_at is None else self._rest_at
        return self._is_more or self._clock() >= look_at

    async def _take_in_told(self) -> tuple[Left, ...]:
        """In one statement, because it runs for each update that another replica has received."""
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
        """Takes its part of the free chats, or all that are left; and whether some still are."""
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
        # This runs with every update from elsewhere, and to look at all chats takes long.
        if self._clock() < self._freed_at + self._news_seconds:
            return
        self._freed_at = self._clock()
        since = self._freed_at - IDLE_SECONDS
        idle = [chat for chat, at in self._held.items() if at < since and not is_busy(chat)]
        for chat in idle[:MOST_FREED]:
            # Before the statement: what comes from here on must not be taken in on arrival.
            del self._held[chat]
        if idle:
            freed = await replicas.free(self._store, self.number, idle[:MOST_FREED])
            # Chats that something waits in are tried again after another IDLE_SECONDS.
            self._touch(set(idle[:MOST_FREED]) - freed)

    async def stop(self, busy: Collection[int]) -> bool:
        self.is_leaving = True
        self._held.clear()
        # An update that is being stored may still be taken in, and then its chat must not be freed.
        if self._arriving:
            await asyncio.wait(set(self._arriving))
        is_last = await replicas.free_all(self._store, self.number, busy)
        await self._tell(ALL)
        return is_last

    def hear_of_games(self, told: Callable[[int | None], None]) -> None:
        self.life.hears_of_games = told

    async def is_sure(self) -> None:
        await self.life.is_sure()

    async def ended(self) -> None:
        await self.life.ended()

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
            await self._store.one(NOTIFY, channel)


@asynccontextmanager
async def joined(store: Postgres, server: Server, bot_id: int) -> AsyncIterator[Replica]:
    """Begin as a new replica, as which `store` writes from then on; at the end it leaves.

    Raises OtherBot and StoreError, and ReplicaEnded if others end it meanwhile.
    """
    name = f"{socket.gethostname()}:{os.getpid()}"
    # Taken before `join`, which the server dates later: better sure for too short than too long.
    sure_until = monotonic() + LEASE_SECONDS
    number = await replicas.join(store, bot_id, name)
    store.fence(number)
    replica = Replica(store, Holder(number, bot_id), sure_until)
    keeping = asyncio.create_task(replica.life.run(server))
    try:
        yield replica
    except BaseException as error:
        # If others have ended the replica, this error only follows from that.
        if await replica.life.is_gone():
            raise ReplicaEnded(ENDED.format(number)) from error
        raise
    finally:
        keeping.cancel()
        await asyncio.wait([keeping])
        await replica.life.leave()
