"""Answers that many ask for, and that are made once for all of them."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Final, Generic, TypeVar

FRESH_SECONDS: Final = 1.0
MOST_WAITING: Final = 20

Value = TypeVar("Value")


class TooManyWait(RuntimeError):  # noqa: N818 - says what is
    """Raised at once for whoever would wait on top of MOST_WAITING others."""


class Shared(Generic[Value]):
    """What `make` gives, for everybody who asks within FRESH_SECONDS after it was made.

    It is made by one task at a time, which goes on when somebody who waits for it leaves. An error
    is shared in the same way.
    """

    def __init__(
        self, make: Callable[[], Awaitable[Value]], clock: Callable[[], float] = monotonic
    ) -> None:
        self._make = make
        self._clock = clock
        self._task: asyncio.Task[Value] | None = None
        self._stale_at = 0.0
        self._waiting = 0

    async def get(self) -> Value:
        """The newest answer; raises TooManyWait."""
        task = self._task
        if task is None or (task.done() and self._clock() >= self._stale_at):
            task = self._task = asyncio.create_task(self._made())
            # The error is that of those who asked; if all have left, it is nobody's.
            task.add_done_callback(lambda made: made.cancelled() or made.exception())
        if task.done():
            return task.result()
        if self._waiting >= MOST_WAITING:
            raise TooManyWait
        self._waiting += 1
        try:
            return await asyncio.shield(task)
        finally:
            self._waiting -= 1

    async def stop(self) -> None:
        """Ends what is being made."""
        if self._task is not None and not self._task.done():
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.wait([self._task])

    async def _made(self) -> Value:
        try:
            return await self._make()
        finally:
            self._stale_at = self._clock() + FRESH_SECONDS
