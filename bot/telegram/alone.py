"""The inbox of a process that works alone: every chat is its own, and nobody else writes.

Several processes share theirs by `bot/store/postgres/replica.py`.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence

from bot.store import inbox, replies
from bot.store.seam.holding import Arrival, Left, Received
from bot.store.seam.source import Store
from bot.telegram.early import LOCK_SECONDS


class Alone:
    """The Holding of a process that has the inbox for itself."""

    def __init__(self, database: Store, bot_id: int, lock_seconds: float = LOCK_SECONDS) -> None:
        self._database = database
        self._bot_id = bot_id
        self._lock_seconds = lock_seconds

    async def receive(self, arrivals: Sequence[Arrival], now: int) -> Received:
        source = self._database.patient(self._lock_seconds)
        fresh = await inbox.receive(source, self._bot_id, arrivals, now)
        return Received(fresh, fresh)

    async def waiting(self, update_ids: Collection[int]) -> frozenset[int]:
        return await inbox.waiting(self._database, self._bot_id, update_ids)

    async def take_in(self, *, again: bool) -> tuple[Left, ...]:  # noqa: ARG002 - as every Holding
        """At start only: what an earlier process did not finish."""
        return await inbox.left(self._database, self._bot_id)

    @property
    def takes_in_again(self) -> bool:
        """No: when storing only seems to fail, Telegram sends the batch again (`waiting`)."""
        return False

    async def replies_found(self) -> Mapping[int, int]:
        return await replies.waiting(self._database)

    async def news(self) -> None:
        await asyncio.Event().wait()

    async def free_idle(self, is_busy: Callable[[int], bool]) -> None:
        """Does nothing, since no other process wants the chats."""

    @property
    def is_leaving(self) -> bool:
        """Nobody else is there."""
        return False

    async def stop(self, busy: Collection[int]) -> bool:  # noqa: ARG002 - as every Holding
        """The next start takes up what is left."""
        return True

    def hear_of_games(self, told: Callable[[int | None], None]) -> None:
        """Nobody else changes any."""

    async def is_sure(self) -> None:
        """Nobody else is there."""

    async def ended(self) -> None:
        await asyncio.Event().wait()
