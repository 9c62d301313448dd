"""What goes on beside the handlers, each behind the message that tells of it."""

import asyncio
import logging
from collections.abc import Coroutine
from functools import partial
from typing import Any

from telegram.error import TelegramError

from bot.game.place import Place

log = logging.getLogger(__name__)


class Work:
    """The tasks of one Application, by place and message."""

    def __init__(self) -> None:
        self._is_ending = False
        self._tasks: dict[tuple[Place, int], asyncio.Task[None]] = {}

    @property
    def tasks(self) -> tuple[asyncio.Task[None], ...]:
        """What is done now."""
        return tuple(self._tasks.values())

    def begin(self, place: Place, message_id: int, work: Coroutine[Any, Any, None]) -> bool:
        """Does some work behind a message.

        False where it is not begun: it is done already, or all work has been ended.
        """
        key = place, message_id
        if self._is_ending or key in self._tasks:
            work.close()
            return False
        self._tasks[key] = asyncio.create_task(work)
        self._tasks[key].add_done_callback(partial(self._has_ended, key))
        return True

    def _has_ended(self, key: tuple[Place, int], task: asyncio.Task[None]) -> None:
        """Nobody waits for what is done beside the handlers, so what fails there is only logged."""
        del self._tasks[key]
        error = None if task.cancelled() else task.exception()
        if isinstance(error, TelegramError):
            log.warning("telegram: %s", error)
        elif error is not None:
            log.error("work beside the handlers failed", exc_info=error)

    def let_go(self, place: Place, message_id: int) -> None:
        """Ends the work behind a message where it is done in this process."""
        task = self._tasks.get((place, message_id))
        if task is not None:
            task.cancel()

    async def end(self) -> None:
        """Ends all work, for good."""
        self._is_ending = True
        tasks = self.tasks
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
