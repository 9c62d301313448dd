"""Work that goes on beside the handlers, and how it ends.

A call to Telegram that is cancelled may have arrived all the same, and then the next process sends
its message again. So when the process stops, nothing new is begun, and the work inside an
`unbroken` block gets FAREWELL_SECONDS to finish. Only a message that Telegram takes longer to
confirm may come twice, as after a kill.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, Generic, TypeVar

from telegram.error import TelegramError

Key = TypeVar("Key")

FAREWELL_SECONDS: Final = 3.0

log = logging.getLogger(__name__)


class Tasks(Generic[Key]):
    """Tasks by the key of what they work for, at most one for each key.

    Nobody waits for them, so their errors are only logged. `has_ended` is called with the key of
    each task that ends.
    """

    def __init__(
        self,
        has_ended: Callable[[Key], None] | None = None,
        farewell_seconds: float = FAREWELL_SECONDS,
    ) -> None:
        self._has_ended = has_ended
        self._farewell_seconds = farewell_seconds
        self._is_ending = False
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._unbroken: set[asyncio.Task[Any]] = set()

    def __contains__(self, key: Key) -> bool:
        return key in self._tasks

    def __len__(self) -> int:
        return len(self._tasks)

    @property
    def running(self) -> tuple[asyncio.Task[None], ...]:
        """All tasks that have not ended."""
        return tuple(self._tasks.values())

    def begin(self, key: Key, work: Coroutine[Any, Any, None]) -> bool:
        """Begins some work; False where the key has a task already, or `end` was called."""
        if self._is_ending or key in self._tasks:
            # Otherwise Python warns of a coroutine that was never awaited.
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
        """Cancels the task of a key, if there is one in this process."""
        task = self._tasks.get(key)
        if task is not None:
            task.cancel()

    @contextmanager
    def unbroken(self) -> Iterator[None]:
        """Protects the current task from `end` while the block runs.

        It is cancelled after the block instead. Once `end` was called no block is entered: this
        raises CancelledError.
        """
        task = asyncio.current_task()
        if task is None or self._is_ending:
            raise asyncio.CancelledError
        self._unbroken.add(task)
        try:
            yield
        finally:
            self._unbroken.discard(task)
            if self._is_ending:
                task.cancel()

    async def end(self) -> None:
        """Cancels all tasks, and refuses new ones from now on.

        Those in an `unbroken` block have `farewell_seconds` to leave it.
        """
        self._is_ending = True
        running = self.running
        for task in running:
            # Those leave their block first, where `unbroken` cancels them.
            if task not in self._unbroken:
                task.cancel()
        if not running:
            return
        _, late = await asyncio.wait(running, timeout=self._farewell_seconds)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
