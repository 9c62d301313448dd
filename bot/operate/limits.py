"""How often something may happen; time is an argument, in seconds that only grow."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

IDLE_PEOPLE: Final = 1_000


@dataclass(slots=True)
class Window:
    """At most `count` events in any `seconds`."""

    count: int
    seconds: float
    times: deque[float] = field(default_factory=deque)

    def wait(self, now: float, spare: int = 0) -> float:
        """The seconds until there is room for one more and as many as are to be spared."""
        self.forget(now)
        most = self.count - spare
        return self.times[-most] + self.seconds - now if len(self.times) >= most else 0.0

    def forget(self, now: float) -> None:
        """Forget what matters no more."""
        while self.times and self.times[0] <= now - self.seconds:
            self.times.popleft()

    def is_at_leisure(self, now: float) -> bool:
        """Whether there is room for two thirds of all that may happen."""
        return not self.wait(now) and 3 * len(self.times) <= self.count

    def note(self, now: float) -> None:
        """One more has happened."""
        self.times.append(now)

    def assume_busy(self, now: float) -> None:
        """As if there had been as many for long as there may be, evenly; there is room for one."""
        begin, pause = now - self.seconds, self.seconds / self.count
        self.times = deque(begin + pause * number for number in range(self.count))

    def load(self, now: float) -> float:
        """How many of the past still matter."""
        return 0.0 if self.is_empty(now) else float(len(self.times))

    def is_empty(self, now: float) -> bool:
        """Whether nothing of the past matters any more."""
        return not self.wait(now) and not self.times


@dataclass(slots=True)
class Bucket:
    """`burst` events at once, and one more each `seconds`."""

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
        """One more has happened."""
        self.full_at = max(self.full_at, now) + self.seconds

    def assume_busy(self, now: float) -> None:
        """As if there had been as many for long as there may be, evenly; there is room for one."""
        self.full_at = now + (self.burst - 1) * self.seconds

    def load(self, now: float) -> float:
        """How many of the past still matter."""
        return max(0.0, self.full_at - now) / self.seconds

    def is_empty(self, now: float) -> bool:
        """Whether nothing of the past matters any more."""
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
        now = self._clock()
        if len(self._buckets) >= self._sweep_at:
            self._buckets = {p: b for p, b in self._buckets.items() if not b.is_empty(now)}
            self._sweep_at = max(IDLE_PEOPLE, 2 * len(self._buckets))
        bucket = self._buckets.setdefault(person, Bucket(self._burst, self._seconds))
        wait = bucket.wait(now)
        if not wait:
            bucket.note(now)
        return wait
