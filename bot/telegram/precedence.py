"""Which goes first where people in chats and touch boards want the event loop at the same time.

The problem: whoever writes in a chat sees nothing until their board comes, while a page draws what
was tapped at once and only confirms it later. An answer takes some twenty rounds of the event loop,
and with 500 open pages several calls of theirs come in between.

What holds: a step of a page's act, a state for its stream and a board that has rested begin while
no update is being answered, and are held up by that for MOST_SECONDS at most; one of them begins in
each round of the event loop. An update is being answered from the moment in which this process has
it until GOING_OUT_SECONDS after something begins to be sent to Telegram because of it, or until all
updates are dealt with, and for no longer than MOST_SECONDS: after that it waits for the engine or
for Telegram's limits, and not for the event loop. So what is held up is held up for so short a time
that nobody notices, even if the chats never rest.

Why a moment after the answer begins to go out: it is not on its way yet. A connection is found and
written to in some more rounds of the event loop, and all that has been held up wants the next one.

Why one of them in each round of the event loop: what was held up, and what shares one write to the
disk, would go on in the same round. Twenty pages in a row took 5 ms, in which nothing that came was
even looked at. One takes half a millisecond, then the loop looks again.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Final

MOST_SECONDS: Final = 0.05

GOING_OUT_SECONDS: Final = 0.003


class Precedence:
    """Of the chats of one process over its pages, which wait for at most `most` seconds for them.

    Of the pages one goes on in each round of the event loop, in the order in which they have come.
    """

    def __init__(self, clock: Callable[[], float] = monotonic, most: float = MOST_SECONDS) -> None:
        self.most = most
        self._clock = clock
        self._until = 0.0
        self._line = deque[tuple[float, asyncio.Future[None]]]()
        self._next: asyncio.Handle | None = None
        self._is_taken = False

    def begins(self) -> None:
        """To be called as soon as updates have come."""
        self._until = self._clock() + self.most

    def goes_out(self) -> None:
        """To be called when an answer begins to go out."""
        self._lasts_until(self._clock() + GOING_OUT_SECONDS)

    def ends(self) -> None:
        """To be called when all updates are dealt with."""
        self._lasts_until(self._clock())

    async def after_chats(self) -> None:
        """Returns when no update is being answered, or after `most` seconds."""
        loop = asyncio.get_running_loop()
        if not self._line and not self._is_taken and self._until <= self._clock():
            self._take(loop)
            return
        waiting = loop.create_future()
        self._line.append((loop.time() + self.most, waiting))
        self._look(loop)
        await waiting

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """Serves at once, unless this round is somebody's."""
        if not self._is_taken:
            if self._next is not None:
                self._next.cancel()
            self._serve(loop)

    def _take(self, loop: asyncio.AbstractEventLoop) -> None:
        """Gives this round to a page; the next one has a later round."""
        self._is_taken = True
        self._next = loop.call_soon(self._serve, loop)

    def _serve(self, loop: asyncio.AbstractEventLoop) -> None:
        """Lets the first in line go on, or comes again when that may be."""
        self._next, self._is_taken = None, False
        while self._line:
            latest, waiting = self._line[0]
            left = min(self._until - self._clock(), latest - loop.time())
            if left > 0:
                self._next = loop.call_later(left, self._serve, loop)
                return
            self._line.popleft()
            # One whose page has gone does not wait any more.
            if not waiting.done():
                waiting.set_result(None)
                self._take(loop)
                return

    def _lasts_until(self, moment: float) -> None:
        if moment < self._until:
            self._until = moment
            self._look(asyncio.get_running_loop())
