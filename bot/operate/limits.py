"""How often something may happen; time is an argument, in seconds that only grow.

There are two kinds of limit. A Window remembers each event and allows at most `count` of them in
any span of `seconds`, as Telegram counts the messages of a whole bot or a group. A Bucket allows a
burst and then one event each `seconds`, and remembers a single number: the instant at which it is
full again (the generic cell rate algorithm).
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

IDLE_PEOPLE: Final = 1_000


@dataclass(slots=True)
class Window:
    """At most `count` events in any span of `seconds`."""

    count: int
    seconds: float
    times: deque[float] = field(default_factory=deque)

    def wait(self, now: float, spare: int = 0) -> float:
        """The seconds until there is room for one more and for `spare` others."""
        self.forget(now)
        # There is room once the event that is `most` back from the newest has left the span.
        most = self.count - spare
        return self.times[-most] + self.seconds - now if len(self.times) >= most else 0.0

    def forget(self, now: float) -> None:
        """Forget the events that are older than the span."""
        while self.times and self.times[0] <= now - self.seconds:
            self.times.popleft()

    def is_at_leisure(self, now: float) -> bool:
        """Whether at most a third of the events that are allowed have happened."""
        return not self.wait(now) and 3 * len(self.times) <= self.count

    def note(self, now: float) -> None:
        """Count one more event."""
        self.times.append(now)

    def assume_busy(self, now: float) -> None:
        """Act as if the limit had long been used up evenly; there is room for one."""
        begin, pause = now - self.seconds, self.seconds / self.count
        self.times = deque(begin + pause * number for number in range(self.count))

    def load(self, now: float) -> float:
        """How many past events still count."""
        return 0.0 if self.is_empty(now) else float(len(self.times))

    def is_empty(self, now: float) -> bool:
        """Whether no past event counts any more."""
        # `wait` also forgets the events that are too old.
        return not self.wait(now) and not self.times


@dataclass(slots=True)
class Bucket:
    """A burst of `burst` events, and one more each `seconds`; full at the instant `full_at`."""

    burst: int
    seconds: float
    full_at: float = 0.0

    def wait(self, now: float) -> float:
        """The seconds until there is room for one more."""
        return max(0.0, self.full_at - now - (self.burst - 1) * self.seconds)

    def is_at_leisure(self, now: float) -> bool:
        """Whether there is room for two."""
        return max(0.0, self.full_at - now) <= (self.burst - 2) * self.seconds

    def note(self, now: float) -> None:
        """Count one more event."""
        self.full_at = max(self.full_at, now) + self.seconds

    def assume_busy(self, now: float) -> None:
        """Act as if the limit had long been used up evenly; there is room for one."""
        self.full_at = now + (self.burst - 1) * self.seconds

    def load(self, now: float) -> float:
        """How many past events still count."""
        return max(0.0, self.full_at - now) / self.seconds

    def is_empty(self, now: float) -> bool:
        """Whether no past event counts any more."""
        return self.full_at <= now


class Allowance(Protocol):
    """How often each person may do something."""

    async def spend(self, person: int) -> float:
        """0 when it is granted; otherwise the seconds until it would be."""


class OwnAllowance:
    """The Allowance of one process: a Bucket for each person; full ones are forgotten."""

    def __init__(self, burst: int, seconds: float, clock: Callable[[], float]) -> None:
        self._burst = burst
        self._seconds = seconds
        self._clock = clock
        self._buckets: dict[int, Bucket] = {}
        self._sweep_at = IDLE_PEOPLE

    async def spend(self, person: int) -> float:
        """0 when it is granted; otherwise the seconds until it would be."""
        return self.spend_now(person)

    def spend_now(self, person: int) -> float:
        """As `spend`, for whoever cannot wait for another process."""
        now = self._clock()
        # The next sweep comes at twice what this one leaves, or sweeps would take most of the time.
        if len(self._buckets) >= self._sweep_at:
            self._buckets = {p: b for p, b in self._buckets.items() if not b.is_empty(now)}
            self._sweep_at = max(IDLE_PEOPLE, 2 * len(self._buckets))
        bucket = self._buckets.setdefault(person, Bucket(self._burst, self._seconds))
        wait = bucket.wait(now)
        if not wait:
            bucket.note(now)
        return wait
