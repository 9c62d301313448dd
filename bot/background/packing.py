"""Packs the turns of games that have ended, one game after the other, whoever plays meanwhile.

After an upgrade there may be a million of them. So it rests after each game for many times as long
as that took, and less long where this process had nothing else to do during the rest before: what
it adds to the wait of a player is one short transaction, and seldom that. At night it is quicker.

How many wait is told as well. To count a million at once would hold everybody up, so they are
counted in pieces that take as little as packing a game, before the first one is packed and then
every COUNT_SECONDS. In between, each game that is packed is one less.
"""

import logging
from collections.abc import Awaitable, Callable
from time import monotonic, process_time
from typing import Final

from bot.store import packing
from bot.store.seam.source import Store

SHARE: Final = 0.05
"""The most of the time that it takes while others are served."""

QUIET_SHARE: Final = 0.25
"""The most that it takes while nobody is."""

QUIET: Final = 0.05
"""The share of a rest in processor time, of this whole process, below which nobody was served."""

REST_SECONDS: Final = 10.0
"""Seconds before another look for a game that has ended, and before the first one.

A replica of an earlier version that is just starting has joined by then.
"""

COUNT_SECONDS: Final = 600.0
"""Seconds from the end of one count to the next."""

COUNTED_AT_ONCE: Final = 1_000
"""Games that are counted before it rests."""

log = logging.getLogger(__name__)


class Packer:
    """Packs one game after the other, the oldest one first.

    `tell` is called with the number of games that wait whenever it has changed.
    """

    def __init__(
        self,
        database: Store,
        sleep: Callable[[float], Awaitable[None]],
        tell: Callable[[int], object],
        clock: Callable[[], float] = monotonic,
        spent: Callable[[], float] = process_time,
    ) -> None:
        self._database = database
        self._spent = spent
        self._sleep = sleep
        self._tell = tell
        self._clock = clock
        self._waiting = 0
        self._counted = self._counted_to = 0
        self._count_at = clock()

    async def run(self) -> None:
        """Packs and counts until it is cancelled."""
        rest = REST_SECONDS
        while True:
            spent, rested = self._spent(), self._clock()
            await self._sleep(rest)
            began = self._clock()
            is_quiet = self._spent() - spent < QUIET * (began - rested)
            try:
                has_more = await self.do_some(began)
            except Exception:
                log.exception("no game could be packed; trying again")
                has_more = False
            took = self._clock() - began
            share = QUIET_SHARE if is_quiet else SHARE
            rest = took * (1 / share - 1) if has_more else REST_SECONDS

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
