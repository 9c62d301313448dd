"""Decides which of two processes that poll for the same bot gives way, and when.

Telegram ends the earlier of two polls with a conflict, so two processes with one token meet
conflicts in turn. A deployment may start the new process before it stops the old one, so neither
gives up immediately. The newcomer is the one that met a conflict before it had served undisturbed
for a minute. It polls seldom, so that the other one can serve, and gives way after ten minutes.
The older one polls again soon and holds out for half an hour, so that one of the two stays.
"""

from collections.abc import Callable
from typing import Final

UNDISTURBED_SECONDS: Final = 60.0
"""A process that polls this long without a conflict serves alone, and its dispute is over."""

NEWCOMER_SECONDS: Final = 600.0
OLDER_SECONDS: Final = 1_800.0


class Rivals:
    """One process's side of a dispute with another one that polls for the same bot."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._served_since: float | None = None
        self._disputed_since: float | None = None
        self.is_newcomer = True

    def served(self) -> None:
        """Notes an answer of Telegram; after UNDISTURBED_SECONDS of them the dispute is over."""
        now = self._clock()
        self._served_since = now if self._served_since is None else self._served_since
        if now - self._served_since >= UNDISTURBED_SECONDS:
            self.is_newcomer = False
            self._disputed_since = None

    def meet(self) -> bool:
        """Notes a conflict; returns whether this process has to give way now."""
        now = self._clock()
        self._served_since = None
        self._disputed_since = now if self._disputed_since is None else self._disputed_since
        patience = NEWCOMER_SECONDS if self.is_newcomer else OLDER_SECONDS
        return now - self._disputed_since >= patience
