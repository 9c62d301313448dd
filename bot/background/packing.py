"""Packs the turns of games that have ended, one game after the other, and tells how many wait.

To count a million at once would hold everybody up, so they are counted in pieces that take as
little as packing a game, before the first one is packed and then every COUNT_SECONDS. In between,
each game that is packed is one less.
"""

from collections.abc import Callable
from typing import Final

from bot.store import packing
from bot.store.seam.source import Store

COUNT_SECONDS: Final = 600.0
"""Seconds from the end of one count to the next."""

COUNTED_AT_ONCE: Final = 1_000
"""Games that are counted before it rests."""


class Packer:
    """Packs one game after the other, the oldest one first.

    `tell` is called with the number of games that wait whenever it has changed.
    """

    def __init__(self, database: Store, tell: Callable[[int], object]) -> None:
        self._database = database
        self._tell = tell
        self._waiting = 0
        self._counted = self._counted_to = 0
        self._count_at = 0.0

    async def do_some(self, now: float) -> bool:
        """Counts some games or packs one; False where neither is to be done at the moment."""
        if now >= self._count_at:
            await self._count(now)
            return True
        game_id = await packing.next_game(self._database)
        if game_id is None:
            return False
        await packing.pack_game(self._database, game_id)
        # One that has ended since the count was not counted.
        self._waits(max(self._waiting - 1, 0))
        return True

    async def _count(self, now: float) -> None:
        found = await packing.waiting(self._database, self._counted_to, COUNTED_AT_ONCE)
        self._counted += len(found)
        if len(found) == COUNTED_AT_ONCE:
            self._counted_to = found[-1]
            return
        self._waits(self._counted)
        self._counted = self._counted_to = 0
        self._count_at = now + COUNT_SECONDS

    def _waits(self, count: int) -> None:
        self._waiting = count
        self._tell(count)
