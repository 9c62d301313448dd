"""Which goes first where people in chats and touch boards want the event loop at the same time.

The problem: whoever writes in a chat sees nothing until their board comes, while a page draws what
was tapped at once and only confirms it later. An answer takes some twenty rounds of the event loop,
and with 500 open pages several calls of theirs come in between.

What holds: a step of a page's act, a state for its stream and a board that has rested begin while
no update is being answered, and no later than MOST_SECONDS after they are there. An update is being
answered from the moment in which this process has it until GOING_OUT_SECONDS after something begins
to be sent to Telegram because of it, or until all updates are dealt with, and for no longer than
MOST_SECONDS: after that it waits for the engine or for Telegram's limits, and not for the event
loop. So what is held up is held up for so short a time that nobody notices, even if the chats never
rest.

Why a moment after the answer begins to go out: it is not on its way yet. A connection is found and
written to in some more rounds of the event loop, and all that has been held up wants the next one.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final

MOST_SECONDS: Final = 0.05

GOING_OUT_SECONDS: Final = 0.003


class Precedence:
    """Of the chats of one process over its pages, which wait for at most `most` seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic, most: float = MOST_SECONDS) -> None:
        self.most = most
        self._clock = clock
        self._until = 0.0
        self._is_sooner = asyncio.Event()

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
        if self._until <= self._clock():
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(self.most):
                while (left := self._until - self._clock()) > 0:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(left):
                            await self._is_sooner.wait()

    def _lasts_until(self, moment: float) -> None:
        if moment < self._until:
            self._until = moment
            # Wakes those who wait now, and nobody who comes later.
            self._is_sooner.set()
            self._is_sooner.clear()
