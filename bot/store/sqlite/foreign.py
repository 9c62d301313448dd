"""How long the tasks of this process wait while another process keeps the database locked.

The wait counts from the moment at which the lock was first met, not from the statement. So somebody
who asks for something that takes several statements does not wait several times, and what comes
late in a long lock is refused immediately.
"""

from collections.abc import Callable
from time import monotonic
from typing import Final

FORGOTTEN_SECONDS: Final = 1.0
"""A lock that nobody has met for so long may have ended: the next one counts as another one."""


class ForeignLock:
    """The lock of another process, as the statements of this process have met it."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._since = self._met = float("-inf")

    def meets(self) -> None:
        """Notes that the lock was in the way just now."""
        now = self._clock()
        if now - self._met > FORGOTTEN_SECONDS:
            self._since = now
        self._met = now

    def ends(self) -> None:
        """Notes that something could be written, so that the next lock is another one."""
        self._met = float("-inf")

    def left(self, seconds: float) -> float:
        """What is left of some seconds of patience, which began when the lock was first met."""
        return self._since + seconds - self._clock()
