"""Handles an update again that nobody could be told of that it was not stored.

As a rule people are told in the words of `error.not_stored`, and the update is dealt with. Where
that cannot be said either, because the answer would have to be kept, the update stays in the inbox
and is handled again, in the turn of its chat. So is one whose transaction the database has undone
because it was in the way of another one.

To handle it again does no more harm than a kill between: what has changed a game is noted, and not
done again (`bot/telegram/inbox.py`). Each attempt is counted in the database, and after
`inbox.MOST_ATTEMPTS` the update is given up. Where even the count cannot be written, nothing else
can be, and the update is not to blame: it waits for as long as that lasts.
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
    """Makes attempts behind one that failed, with longer pauses between, until one does not."""
    pause, failures = FIRST_PAUSE, 0
    unstored: NotStored | None = failure
    while unstored is not None:
        failures += 1
        if not failures & (failures - 1):
            log.warning("an update is not stored, failure %d, trying again: %s", failures, unstored)
        await sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
        unstored = await attempt()
