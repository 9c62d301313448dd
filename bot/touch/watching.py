"""The streams by which pages see their games change, and how many there may be.

The problem: a stream lasts as long as its page is open. Each holds a connection and some memory, so
whoever opens streams without end could take those of everybody, and pages that are left open in the
background would add up.

What holds: each stream has STREAM_BYTES of the ledger (STREAMS), which allows three to a person and
500 to the process, and fewer to a person once there is a crowd. Whoever begins one more ends their
own oldest; whoever has none ends the oldest of all. A stream keeps no queue: it is only told *that*
its game has changed, and sends the newest state when its reader has taken what was sent before. A
stream that has ended says so to its page, so that it does not come back at once; if the page does
not even read that within GRACE_SECONDS, its connection is ended.

When the server stops, all streams are ended first, because it would wait for their pages.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import StrEnum
from typing import Final

from bot.ledger.ledger import STREAM_BYTES, STREAMS, Ledger
from bot.ledger.owner import Owner

HEARTBEAT_SECONDS: Final = 20.0
GRACE_SECONDS: Final = 0.2


class End(StrEnum):
    """Why a stream ends, as its page is told."""

    NEWER = "newer"
    """There are others in its place."""
    SESSION = "session"
    """Its session has ended."""
    STOPPING = "stopping"
    """The server stops; there will be another one soon."""


class Stream:
    """A page that watches; `hang_up` ends its connection without waiting for it."""

    def __init__(self, owner: Owner, hang_up: Callable[[], None]) -> None:
        self.owner = owner
        self.end: End | None = None
        self._hang_up = hang_up
        self._wakes: asyncio.Event | None = None
        self._patience: asyncio.TimerHandle | None = None

    def will_wake(self, waiting: asyncio.Event) -> None:
        """Sets an event once the stream ends."""
        self._wakes = waiting

    def ends(self, why: End) -> None:
        """Ends the stream: at once if its page reads, and otherwise soon."""
        self.end = self.end or why
        if self._wakes is not None:
            self._wakes.set()
        if self._patience is None:
            loop = asyncio.get_running_loop()
            self._patience = loop.call_later(GRACE_SECONDS, self._hang_up)

    def is_over(self) -> None:
        """To be called when its connection has what was sent last."""
        if self._patience is not None:
            self._patience.cancel()


async def told(
    stream: Stream,
    changed: asyncio.Event,
    state: Callable[[], Awaitable[Mapping[str, object]]],
    has_session: Callable[[], bool],
) -> AsyncIterator[bytes]:
    """The newest states of what a stream watches, for as long as it and its session last.

    The first one is told at once, since something may have changed on the way. An empty object
    keeps the stream alive. Each is a line, so that no state is kept while nothing changes.
    """
    stream.will_wake(changed)
    changed.set()
    while stream.end is None:
        if changed.is_set():
            changed.clear()
            yield line({"state": await state()})
        else:
            yield line({})
        # In this very task: five hundred streams would need a thousand tasks that wait.
        with suppress(TimeoutError):
            async with asyncio.timeout(HEARTBEAT_SECONDS):
                await changed.wait()
        if not has_session():
            stream.ends(End.SESSION)


def line(content: object) -> bytes:
    """What a stream sends of an object."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


class Watching:
    """The streams of a process, the oldest first."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._open: dict[Stream, None] = {}
        self._is_closed = False

    @property
    def count(self) -> int:
        """How many streams are open."""
        return len(self._open)

    @contextmanager
    def stream(self, owner: Owner, hang_up: Callable[[], None]) -> Iterator[Stream]:
        """A stream for as long as the block runs, in the place of older ones if need be."""
        while not self._ledger.has_room(STREAMS, owner, STREAM_BYTES):
            self._release(self._oldest(owner), End.NEWER)
        self._ledger.take(STREAMS, owner, STREAM_BYTES)
        begun = Stream(owner, hang_up)
        self._open[begun] = None
        if self._is_closed:
            self._release(begun, End.STOPPING)
        try:
            yield begun
        finally:
            begun.is_over()
            self._give_back(begun)

    def close(self) -> None:
        """Ends all streams, and each that begins from now on."""
        self._is_closed = True
        for stream in tuple(self._open):
            self._release(stream, End.STOPPING)

    def _oldest(self, owner: Owner) -> Stream:
        """The oldest stream of an account, or of all if it has none."""
        own = (stream for stream in self._open if stream.owner.account == owner.account)
        return next(own, None) or next(iter(self._open))

    def _release(self, stream: Stream, why: End) -> None:
        # Its place is free at once: its connection ends within GRACE_SECONDS.
        self._give_back(stream)
        stream.ends(why)

    def _give_back(self, stream: Stream) -> None:
        if stream in self._open:
            del self._open[stream]
            self._ledger.give_back(STREAMS, stream.owner, STREAM_BYTES)
