"""Packs the turns of games that have ended, one game after the other, whoever plays meanwhile.

After an upgrade there may be a million of them. So it rests after each game for many times as long
as that took: what it adds to the wait of a player is one short transaction, and seldom that.
"""

import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final

from bot.store import packing
from bot.store.seam.source import Store

SHARE: Final = 0.05
"""The most of the time that it takes."""

REST_SECONDS: Final = 10.0
"""Seconds before another look for a game that has ended, and before the first one.

A replica of an earlier version that is just starting has joined by then.
"""

log = logging.getLogger(__name__)


class Packer:
    """Packs one game after the other, the oldest one first."""

    def __init__(
        self,
        database: Store,
        sleep: Callable[[float], Awaitable[None]],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._database = database
        self._sleep = sleep
        self._clock = clock

    async def run(self) -> None:
        """Packs until it is cancelled."""
        rest = REST_SECONDS
        while True:
            await self._sleep(rest)
            began = self._clock()
            try:
                has_packed = await self.pack_one()
            except Exception:
                log.exception("no game could be packed; trying again")
                has_packed = False
            took = self._clock() - began
            rest = took * (1 / SHARE - 1) if has_packed else REST_SECONDS

    async def pack_one(self) -> bool:
        """Packs a game; False where none is to be packed at the moment."""
        game_id = await packing.next_game(self._database)
        if game_id is None:
            return False
        await packing.pack_game(self._database, game_id)
        return True
