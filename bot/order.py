"""Which updates may be worked on at the same time."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakValueDictionary

from telegram import Update
from telegram.ext import BaseUpdateProcessor

Board = tuple[int, int]
"""A message by its chat and its number."""


class ChatOrder(BaseUpdateProcessor):
    """Updates of one chat one after the other as they came, those of different chats together."""

    def __init__(self, max_concurrent_updates: int) -> None:
        super().__init__(max_concurrent_updates)
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._waiting: Counter[Board] = Counter()

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        chat = update.effective_chat if isinstance(update, Update) else None
        if chat is None:
            await coroutine
            return
        # The local name keeps the lock alive for as long as somebody waits for it.
        turn = self._turns.setdefault(chat.id, asyncio.Lock())
        async with self._waited(turn, _pressed_board(update)):
            await coroutine

    def press_waits(self, board: Board) -> bool:
        """Whether another press of a button below this message waits for its turn."""
        return self._waiting[board] > 0

    @asynccontextmanager
    async def _waited(self, turn: asyncio.Lock, board: Board | None) -> AsyncIterator[None]:
        boards = [] if board is None else [board]
        self._waiting.update(boards)
        try:
            await turn.acquire()
        finally:
            self._waiting.subtract(boards)
            self._waiting += Counter()
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
