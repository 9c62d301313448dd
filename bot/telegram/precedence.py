"""Which goes first where people in chats and touch boards want the event loop at the same time.

The problem: whoever writes in a chat sees nothing until their board comes, while a page draws what
was tapped at once and only confirms it later. An answer takes some twenty rounds of the event loop,
and with 500 open pages several calls of theirs come in between.

What holds: a page's acts, a state for its stream and a board that has rested begin while no update
is being answered, and no later than MOST_SECONDS after they are there. An update is being answered
from the moment in which this process has it until something is sent to Telegram because of it, or
until all updates are dealt with, and for no longer than MOST_SECONDS: after that it waits for the
engine or for Telegram's limits, and not for the event loop. So what is held up is held up for so
short a time that nobody notices, even if the chats never rest.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final

MOST_SECONDS: Final = 0.05


class Precedence:
    """Of the chats of one process over its pages, which wait for at most `most` seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic, most: float = MOST_SECONDS) -> None:
        self.most = most
        self._clock = clock
        self._until = 0.0
        self._is_over = asyncio.Event()

    def begins(self) -> None:
        """To be called as soon as updates have come."""
        self._until = self._clock() + self.most
        self._is_over.clear()

    def ends(self) -> None:
        """To be called when an answer goes out, and when all updates are dealt with."""
        self._is_over.set()

    async def after_chats(self) -> None:
        """Returns when no update is being answered, or after `most` seconds."""
        left = self._until - self._clock()
        if left > 0 and not self._is_over.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._is_over.wait()
