"""Retries an update that could not be stored when its sender could not be told so either.

Usually the sender reads `error.not_stored`, and the update is dealt with. If that answer would have
to be kept, it cannot be stored either. Then the update stays in the inbox and is handled again, in
the turn of its chat. The same goes for an update whose transaction the database rolled back because
it conflicted with another one.

Handling an update again does no more harm than a kill in between: a change to a game is noted, and
not made twice (`bot/telegram/inbox.py`). The database counts each attempt, and after
`inbox.MOST_ATTEMPTS` the update is given up. While even the count cannot be written, nothing else
can be, and the update is not to blame, so it waits for as long as that lasts.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.store.seam.not_stored import NotStored

FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0

log = logging.getLogger(__name__)


async def until_stored(
    attempt: Callable[[], Awaitable[NotStored | None]],
    failure: NotStored,
    sleep: Callable[[float], Awaitable[None]],
) -> None:
    """Retries after a failed attempt, with pauses that double, until one succeeds."""
    pause, failures = FIRST_PAUSE, 0
    unstored: NotStored | None = failure
    while unstored is not None:
        failures += 1
        # True for powers of two, which keeps a long outage out of the log.
        if not failures & (failures - 1):
            log.warning("an update is not stored, failure %d, trying again: %s", failures, unstored)
        await sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
        unstored = await attempt()
