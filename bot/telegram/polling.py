"""Other processes that ask Telegram for updates with the same token."""

from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Final

NEWCOMER_SECONDS: Final = 60.0
FORGIVEN_NEWCOMER: Final = 1
FORGIVEN: Final = 5
REMEMBERED_SECONDS: Final = 300.0


class TokenTaken(RuntimeError):  # noqa: N818 - says what is
    """Another process serves this bot, so this one should not."""


class Rivals:
    """Of two processes that disturb each other the newcomer gives way.

    Telegram ends the earlier of two polls with a conflict, so that both meet conflicts in turn.
    One alone may come from a process that is just ending.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._began = clock()
        self._met: deque[float] = deque()

    def meet(self) -> bool:
        """A conflict was met; whether this process is the one to give way."""
        now = self._clock()
        self._met.append(now)
        while self._met[0] < now - REMEMBERED_SECONDS:
            self._met.popleft()
        is_newcomer = now - self._began < NEWCOMER_SECONDS
        return len(self._met) > (FORGIVEN_NEWCOMER if is_newcomer else FORGIVEN)
