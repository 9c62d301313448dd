"""Which updates may be worked on at the same time."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final
from weakref import WeakValueDictionary

from telegram import Update
from telegram.ext import BaseUpdateProcessor

from bot.operate.metrics import Metrics

Board = tuple[int, int]
"""A message by its chat and its number."""

MOST_WAITING: Final = 60
"""Updates of one chat that wait for the one at work; what comes on top is left out."""

LeaveOut = Callable[[Update, bool], Awaitable[None]]
"""Told of an update that is left out, and whether it is the first since the chat was quiet."""


async def _leave_out(_update: Update, _is_first: bool) -> None:  # noqa: FBT001 - see LeaveOut
    """Nobody is told."""


class _Turn:
    """Whose turn it is in one chat; it goes when nobody is left."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.waiting = 0
        self.has_left_out = False


class ChatOrder(BaseUpdateProcessor):
    """Updates of one chat one after the other as they came, those of different chats together.

    One chat can hold only so many places: `leave_out` is called for what it says on top of them.
    """

    def __init__(self, max_concurrent_updates: int, metrics: Metrics) -> None:
        super().__init__(max_concurrent_updates)
        self._metrics = metrics
        self._is_abandoned = False
        self._at_work: set[asyncio.Task[Any]] = set()
        self._turns: WeakValueDictionary[int, _Turn] = WeakValueDictionary()
        self.leave_out: LeaveOut = _leave_out
        self._waiting: Counter[Board] = Counter()

    # The library declares an Awaitable and passes what Application.process_update gives.
    async def do_process_update(
        self,
        update: object,
        coroutine: Coroutine[Any, Any, None],  # type: ignore[override]
    ) -> None:
        """Measured from here on, the wait for the chat's turn included."""
        if self._is_abandoned:
            coroutine.close()
            return
        task = asyncio.current_task()
        if task is not None:
            self._at_work.add(task)
            task.add_done_callback(self._at_work.discard)
        with self._metrics.update(update):
            await self._in_turn(update, coroutine)

    async def abandon(self) -> int:
        """Cancels what is at work and what waits for its turn; how many updates those were."""
        self._is_abandoned = True
        abandoned = tuple(self._at_work)
        for task in abandoned:
            task.cancel()
        await asyncio.gather(*abandoned, return_exceptions=True)
        return len(abandoned)

    async def _in_turn(self, update: object, coroutine: Coroutine[Any, Any, None]) -> None:
        chat = update.effective_chat if isinstance(update, Update) else None
        if not isinstance(update, Update) or chat is None:
            await coroutine
            return
        # The local name keeps the turn alive for as long as somebody waits for it.
        turn = self._turns.setdefault(chat.id, _Turn())
        if turn.waiting > MOST_WAITING:
            coroutine.close()
            is_first, turn.has_left_out = not turn.has_left_out, True
            await self.leave_out(update, is_first)
            return
        turn.waiting += 1
        try:
            async with self._waited(turn.lock, _pressed_board(update)):
                await coroutine
        finally:
            turn.waiting -= 1
            coroutine.close()

    @asynccontextmanager
    async def turn(self, chat_id: int) -> AsyncIterator[None]:
        """No update of the chat is at work while the block runs."""
        # The local name keeps it, as above.
        turn = self._turns.setdefault(chat_id, _Turn())
        async with turn.lock:
            yield

    def press_waits(self, board: Board) -> bool:
        """Whether another press of a button below this message waits for its turn."""
        return self._waiting[board] > 0

    @asynccontextmanager
    async def _waited(self, turn: asyncio.Lock, board: Board | None) -> AsyncIterator[None]:
        if board is not None:
            self._waiting[board] += 1
        try:
            await turn.acquire()
        finally:
            if board is not None:
                self._waiting[board] -= 1
                if not self._waiting[board]:
                    del self._waiting[board]
        try:
            yield
        finally:
            turn.release()

    async def initialize(self) -> None:
        """Nothing to make ready."""

    async def shutdown(self) -> None:
        """Nothing to put away."""


def _pressed_board(update: object) -> Board | None:
    query = update.callback_query if isinstance(update, Update) else None
    message = query.message if query else None
    return (message.chat.id, message.message_id) if message else None
