"""Which updates may be worked on at the same time.

Two moves in one chat must take effect in the order in which they were made, also in a group where
several people move at once; two chats have nothing to do with each other, and one that waits for
Telegram or for the engine must not hold up the others. python-telegram-bot offers one after the
other for all chats, or all together without any order (`concurrent_updates`), so this is an update
processor of our own.

- The invariant: at most one update of a chat is at work, and the next one is the one that came
  first. A lock a chat gives that, for asyncio wakes its waiters in their order. Chats without
  updates have no lock: it is kept alive only by those who wait for it.
- A chat may hold a limited number of places. What it says on top of them is left out, and it is
  told so once: otherwise one flooding chat would take all places of the process.
- Work that goes on behind its handler takes its turn in the same order (`turn`).
- A press of a button whose message is pressed again already need not draw what the next press
  draws anyway, so the presses that wait are counted for each message (`press_waits`).
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AbstractContextManager, asynccontextmanager
from typing import Any, Final
from weakref import WeakValueDictionary

from telegram import Update
from telegram.ext import BaseUpdateProcessor

MessageKey = tuple[int, int]
"""A message by its chat and its number."""

MOST_WAITING: Final = 60
"""Updates of one chat that wait for the one at work; what comes on top is left out."""

Measure = Callable[[int], AbstractContextManager[None]]
"""Entered with the number of each update until it is dealt with."""

LeaveOut = Callable[[Update, bool], Awaitable[None]]
"""Told of an update that is left out, and whether it is the first since the chat was quiet."""


async def _leave_out(_update: Update, _is_first: bool) -> None:  # noqa: FBT001 - see LeaveOut
    """Tells nobody that an update is left out."""


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

    def __init__(self, max_concurrent_updates: int, measure: Measure) -> None:
        super().__init__(max_concurrent_updates)
        self._measure = measure
        self._is_abandoned = False
        self._at_work: set[asyncio.Task[Any]] = set()
        self._turns: WeakValueDictionary[int, _Turn] = WeakValueDictionary()
        self.leave_out: LeaveOut = _leave_out
        self._waiting: Counter[MessageKey] = Counter()

    # The library declares an Awaitable and passes what Application.process_update gives.
    async def do_process_update(
        self,
        update: object,
        coroutine: Coroutine[Any, Any, None],  # type: ignore[override]
    ) -> None:
        """Handles an update in the turn of its chat; the wait for that is measured too."""
        if self._is_abandoned:
            coroutine.close()
            return
        task = asyncio.current_task()
        if task is not None:
            self._at_work.add(task)
            task.add_done_callback(self._at_work.discard)
        with self._measure(update.update_id if isinstance(update, Update) else 0):
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
            async with self._waited(turn.lock, _pressed_message(update)):
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

    def is_at_work(self, chat_id: int) -> bool:
        """Whether it is somebody's turn in the chat."""
        turn = self._turns.get(chat_id)
        return turn is not None and turn.lock.locked()

    def press_waits(self, message: MessageKey) -> bool:
        """Whether another press of a button below this message waits for its turn."""
        return self._waiting[message] > 0

    @asynccontextmanager
    async def _waited(self, turn: asyncio.Lock, message: MessageKey | None) -> AsyncIterator[None]:
        if message is not None:
            self._waiting[message] += 1
        try:
            await turn.acquire()
        finally:
            if message is not None:
                self._waiting[message] -= 1
                if not self._waiting[message]:
                    del self._waiting[message]
        try:
            yield
        finally:
            turn.release()

    async def initialize(self) -> None:
        """Nothing to make ready."""

    async def shutdown(self) -> None:
        """Nothing to put away."""


def _pressed_message(update: object) -> MessageKey | None:
    query = update.callback_query if isinstance(update, Update) else None
    message = query.message if query else None
    return (message.chat.id, message.message_id) if message else None
