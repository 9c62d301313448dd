"""The queue between Telegram and the bot."""

import asyncio
from collections.abc import Callable
from typing import Any

from bot.playground.errors import ApiError
from bot.playground.parameters import Json

FIRST_ID = 100_000_001
LIFETIME = 24 * 3600
UNASKED = frozenset({"chat_member", "message_reaction", "message_reaction_count"})


class Updates:
    """Pending updates in order; asking from an offset confirms all below it.

    Updates are kept for 24 hours. Where two bots poll, the one that asked first gets 409 Conflict.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._pending: list[tuple[float, Json]] = []
        self._waiter: asyncio.Future[None] | None = None
        # Later than in any earlier run, so that nobody takes a new update for an old one.
        self._next_id = max(FIRST_ID, int(clock()))
        self.allowed: frozenset[str] = frozenset()

    def __len__(self) -> int:
        return len(self._pending)

    def wants(self, kind: str) -> bool:
        return kind in self.allowed if self.allowed else kind not in UNASKED

    def put(self, kind: str, payload: Json) -> Json:
        return self.restore({"update_id": self._next_id, kind: payload}, self._clock())

    def restore(self, update: Json, at: float) -> Json:
        self._next_id = max(self._next_id, update["update_id"] + 1)
        self._pending.append((at, update))
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
        return update

    def waiting(self) -> list[tuple[Json, float]]:
        """Each pending update and when it came, without those that are too old."""
        oldest = self._clock() - LIFETIME
        self._pending = [item for item in self._pending if item[0] >= oldest]
        return [(update, at) for at, update in self._pending]

    def pending(self) -> list[Json]:
        return [update for update, _ in self.waiting()]

    def confirm(self, offset: int) -> None:
        # As in Telegram, a negative offset counts from the end and forgets what lies before.
        if offset < 0:
            offset = self._pending[max(offset, -len(self))][1]["update_id"] if self._pending else 0
        self._pending = [item for item in self._pending if item[1]["update_id"] >= offset]

    def clear(self) -> None:
        self._pending.clear()

    async def ask(self, limit: int, seconds: int) -> list[Json]:
        """Up to `limit` updates, after waiting at most `seconds` for the first."""
        self._displace()
        if not self.pending() and seconds > 0:
            await self._wait(seconds)
        return self.pending()[:limit]

    def _displace(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_exception(_conflict())

    async def _wait(self, seconds: int) -> None:
        waiter: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiter = waiter
        try:
            async with asyncio.timeout(seconds):
                await waiter
        except TimeoutError:
            return
        finally:
            if self._waiter is waiter:
                self._waiter = None


def _conflict() -> ApiError:
    return ApiError(
        409,
        "Conflict: terminated by other getUpdates request; "
        "make sure that only one bot instance is running",
    )
