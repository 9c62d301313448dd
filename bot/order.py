"""Which updates may be worked on at the same time."""

import asyncio
from collections.abc import Awaitable
from typing import Any
from weakref import WeakValueDictionary

from telegram import Update
from telegram.ext import BaseUpdateProcessor


class ChatOrder(BaseUpdateProcessor):
    """Updates of one chat one after the other as they came, those of different chats together."""

    def __init__(self, max_concurrent_updates: int) -> None:
        super().__init__(max_concurrent_updates)
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        chat = update.effective_chat if isinstance(update, Update) else None
        if chat is None:
            await coroutine
            return
        # The local name keeps the lock alive for as long as somebody waits for it.
        turn = self._turns.setdefault(chat.id, asyncio.Lock())
        async with turn:
            await coroutine

    async def initialize(self) -> None:
        """Nothing to make ready."""

    async def shutdown(self) -> None:
        """Nothing to put away."""
