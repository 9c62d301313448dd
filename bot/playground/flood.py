"""Telegram's published sending limits, without the short bursts that it sometimes forgives.

The problem: Telegram answers 429 to a bot that sends too much and says how many seconds to wait,
but it does not publish how it counts. What it publishes is about one message a second in a chat,
twenty a minute in a group, and thirty a second over all chats. Short bursts often pass.

What holds here: the published figures are hard limits, each over a window that slides. A bot that
gets through here gets through there, at the price of some answers that Telegram would have given
sooner. Edits count like messages, as they do with Telegram; callback answers do not count. What was
refused does not count either: otherwise a bot that retries too early would never get through.

`retry_after` is the wait in whole seconds, rounded up, until every window has room. A bot that
waits exactly that long is admitted.
"""

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

    Edits count as messages; what was refused does not.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._overall = Window(30, 1)
        self._chats: dict[int, Window] = {}
        self._groups: dict[int, Window] = {}

    def admit(self, chat_id: int, *, is_group: bool) -> None:
        """Count one message; raises ApiError 429 with `retry_after` in whole seconds instead."""
        now = self._clock()
        windows = [self._overall, self._chats.setdefault(chat_id, Window(1, 1))]
        if is_group:
            windows.append(self._groups.setdefault(chat_id, Window(20, 60)))
        if wait := max(window.wait(now) for window in windows):
            raise too_many_requests(ceil(wait))
        for window in windows:
            window.times.append(now)
