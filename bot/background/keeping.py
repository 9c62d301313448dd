"""Work on games that have ended, done so sparingly that nobody who plays notices it.

After an upgrade there may be a million of them. So the keeper rests after each game for many times
as long as that took, and less long where this process had nothing else to do during the rest
before: what it adds to the wait of a player is one short transaction, and seldom that. At night it
is quicker. All chores share this one part of the time.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic, process_time
from typing import Final

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

Chore = Callable[[float], Awaitable[bool]]
"""Does a little, at an instant of the keeper's clock; False where nothing is to be done then."""

log = logging.getLogger(__name__)


class Keeper:
    """Does the chores, each only while those before it have nothing to do."""

    def __init__(
        self,
        chores: Sequence[Chore],
        sleep: Callable[[float], Awaitable[None]],
        clock: Callable[[], float] = monotonic,
        spent: Callable[[], float] = process_time,
    ) -> None:
        self._chores = chores
        self._sleep = sleep
        self._clock = clock
        self._spent = spent

    async def run(self) -> None:
        """Works until it is cancelled."""
        rest = REST_SECONDS
        while True:
            spent, rested = self._spent(), self._clock()
            await self._sleep(rest)
            began = self._clock()
            is_quiet = self._spent() - spent < QUIET * (began - rested)
            has_more = await self._do_some(began)
            took = self._clock() - began
            share = QUIET_SHARE if is_quiet else SHARE
            rest = took * (1 / share - 1) if has_more else REST_SECONDS

    async def _do_some(self, now: float) -> bool:
        """Does one chore; False where all rest. One that fails does not keep the next from it."""
        for chore in self._chores:
            try:
                if await chore(now):
                    return True
            except Exception:
                log.exception("an ended game could not be packed or deleted; trying again")
        return False
