"""Work that goes on beside the handlers."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Generic, TypeVar

from telegram.error import TelegramError

Key = TypeVar("Key")

log = logging.getLogger(__name__)


class Tasks(Generic[Key]):
    """Tasks by what they work for, at most one for each.

    Nobody waits for them, so what fails is only logged. `has_ended` is told of each that ends.
    """

    def __init__(self, has_ended: Callable[[Key], None] | None = None) -> None:
        self._has_ended = has_ended
        self._is_ending = False
        self._tasks: dict[Key, asyncio.Task[None]] = {}

    def __contains__(self, key: Key) -> bool:
        return key in self._tasks

    def __len__(self) -> int:
        return len(self._tasks)

    @property
    def running(self) -> tuple[asyncio.Task[None], ...]:
        """All of them."""
        return tuple(self._tasks.values())

    def begin(self, key: Key, work: Coroutine[Any, Any, None]) -> bool:
        """Does some work; False where it is done already, or all work has been ended."""
        if self._is_ending or key in self._tasks:
            work.close()
            return False
        self._tasks[key] = asyncio.create_task(work)
        self._tasks[key].add_done_callback(partial(self._end, key))
        return True

    def _end(self, key: Key, task: asyncio.Task[None]) -> None:
        del self._tasks[key]
        error = None if task.cancelled() else task.exception()
        if isinstance(error, TelegramError):
            log.warning("telegram: %s", error)
        elif error is not None:
            log.error("work beside the handlers failed", exc_info=error)
        if self._has_ended is not None:
            self._has_ended(key)

    def let_go(self, key: Key) -> None:
        """Ends one where it is done in this process."""
        task = self._tasks.get(key)
        if task is not None:
            task.cancel()

    async def end(self) -> None:
        """Ends all of them, for good."""
        self._is_ending = True
        running = self.running
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
