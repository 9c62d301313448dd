"""Whose bytes a port reads next, so that strangers take little of the event loop.

The problem: the port and the bot share one event loop, and to read and answer one request takes
about half a millisecond of it, whatever the answer is. An answer to a person takes some fifteen
rounds of the loop. When two hundred clients ask as fast as they are answered, each round has two
hundred requests, so that the person waits for fifteen times a tenth of a second. To make the
answer once and share it is not enough, and neither is a refusal: that is a request as well.

What holds: all strangers together get TURNS_A_SECOND, however many there are and however they ask:
over connections that they keep, over new ones, with many requests in one packet, or a byte at a
time. A turn is the right to have what has been read from one connection parsed and acted upon, up
to the next answer or up to the end of the bytes. Who has none yet waits in line with a paused
connection, and its bytes stay with the kernel. There is a line for each address, and the lines take
turns, so that a supervisor on the same machine is answered at once, whoever else asks.

What brings the webhook's secret needs no turn: Telegram waits for no stranger. This is seen in the
bytes of the head before anything is parsed; whether the secret is right is checked again when the
request is answered. So Telegram is recognised by each call, through any proxy, whether or not that
uses its connections again.

What failed: to trust a connection after its first good call. A proxy puts the calls of strangers
and of Telegram on the same connections, and many proxies use each only once.
"""

from collections.abc import Callable
from typing import Final, Protocol

TURNS_A_SECOND: Final = 50.0
MOST_SAVED: Final = 20.0
"""Turns that a quiet port saves up, so that a few clients at once need not wait."""

SHORTEST_DELAY: Final = 0.001


class Clock(Protocol):
    """What is used of an event loop."""

    def time(self) -> float:
        """Seconds, which never go back."""

    def call_later(self, delay: float, callback: Callable[[], None], /) -> object:
        """Calls once after some seconds."""


class Waiting(Protocol):
    """A connection that waits for its turn; `host` is the address that it comes from."""

    @property
    def host(self) -> str: ...

    def has_turn(self) -> None:
        """Goes on, within this call."""


class Turns:
    """The turns of one port; `needs_none` says of the head of a request that it may come at once.

    The head is what has been read of it so far.
    """

    def __init__(self, clock: Clock, needs_none: Callable[[bytes], bool]) -> None:
        self.needs_none = needs_none
        self._clock = clock
        self._saved = MOST_SAVED
        self._counted_at = clock.time()
        self._lines = dict[str, dict[Waiting, None]]()
        self._is_timed = False

    def take(self) -> bool:
        """Takes a turn; False if there is none now, or others have waited for it longer."""
        self._count()
        if self._lines or self._saved < 1:
            return False
        self._saved -= 1
        return True

    def wait(self, who: Waiting) -> None:
        """Puts a connection at the end of its line, unless it stands there already."""
        self._lines.setdefault(who.host, {}).setdefault(who)
        self._set_timer()

    def leave(self, who: Waiting) -> None:
        """Takes a connection that has ended out of its line."""
        line = self._lines.get(who.host, {})
        line.pop(who, None)
        if not line:
            self._lines.pop(who.host, None)

    def _set_timer(self) -> None:
        if self._lines and not self._is_timed:
            self._is_timed = True
            # A clock that has not gone on since would otherwise call again and again.
            delay = max((1 - self._saved) / TURNS_A_SECOND, SHORTEST_DELAY)
            self._clock.call_later(delay, self._serve)

    def _serve(self) -> None:
        self._is_timed = False
        self._count()
        while self._lines and self._saved >= 1:
            self._saved -= 1
            self._next().has_turn()
        self._set_timer()

    def _next(self) -> Waiting:
        """The first of the first line, which goes behind all others."""
        host = next(iter(self._lines))
        line = self._lines.pop(host)
        who = next(iter(line))
        del line[who]
        if line:
            self._lines[host] = line
        return who

    def _count(self) -> None:
        now = self._clock.time()
        gained = (now - self._counted_at) * TURNS_A_SECOND
        self._saved, self._counted_at = min(self._saved + gained, MOST_SAVED), now
