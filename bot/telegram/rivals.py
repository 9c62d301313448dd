"""Of two processes that ask for one bot's updates, which gives way, and when.

Telegram ends the earlier of two polls with a conflict, so that two processes with one token meet
conflicts in turn. A deployment may start the new process before it ends the old one, so neither
stops at once. The newcomer, which has met a conflict before it served undisturbed for a minute, is
to ask seldom, so that the other one serves, and gives way after ten minutes. The older one asks at
once again and bears it for longer, so that one of the two stays.
"""

from collections.abc import Callable
from typing import Final

UNDISTURBED_SECONDS: Final = 60.0
"""A process that was answered this long without a conflict serves alone, and a dispute is over."""

NEWCOMER_SECONDS: Final = 600.0
OLDER_SECONDS: Final = 1_800.0


class Rivals:
    """Of two processes that disturb each other, which gives way, and when."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._served_since: float | None = None
        self._disputed_since: float | None = None
        self.is_newcomer = True

    def served(self) -> None:
        """Telegram has answered; for long enough, and this process is at home here."""
        now = self._clock()
        self._served_since = now if self._served_since is None else self._served_since
        if now - self._served_since >= UNDISTURBED_SECONDS:
            self.is_newcomer = False
            self._disputed_since = None

    def meet(self) -> bool:
        """A conflict was met; whether this process is to give way now."""
        now = self._clock()
        self._served_since = None
        self._disputed_since = now if self._disputed_since is None else self._disputed_since
        patience = NEWCOMER_SECONDS if self.is_newcomer else OLDER_SECONDS
        return now - self._disputed_since >= patience
