"""Telegram's published sending limits, without the short bursts it sometimes forgives."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil

from bot.playground.errors import too_many_requests


@dataclass(slots=True)
class Window:
    """At most `count` events in any `seconds`."""

    count: int
    seconds: float
    times: deque[float] = field(default_factory=deque)

    def wait(self, now: float) -> float:
        while self.times and self.times[0] <= now - self.seconds:
            self.times.popleft()
        return self.times[0] + self.seconds - now if len(self.times) >= self.count else 0.0


class FloodLimits:
    """One message a second in a chat, twenty a minute in a group, thirty a second in all.

    Edits count as messages. What was refused does not count.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._overall = Window(30, 1)
        self._chats: dict[int, Window] = {}
        self._groups: dict[int, Window] = {}

    def admit(self, chat_id: int, *, is_group: bool) -> None:
        """Raises ApiError 429 with `retry_after` in whole seconds."""
        now = self._clock()
        windows = [self._overall, self._chats.setdefault(chat_id, Window(1, 1))]
        if is_group:
            windows.append(self._groups.setdefault(chat_id, Window(20, 60)))
        if wait := max(window.wait(now) for window in windows):
            raise too_many_requests(ceil(wait))
        for window in windows:
            window.times.append(now)
