"""Delivers updates to the webhook as Telegram does.

Telegram calls one address, with the updates of one chat one after another and those of different
chats concurrently, and repeats a call until the update is taken.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import chain, repeat
from typing import Any, Final

import aiohttp

from bot.playground import BotApi

CALLS_AT_ONCE: Final = 40
"""As many as Telegram makes by default."""

PAUSES: Final = (0.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Seconds from each failed call of an update to the next, as in the source of Telegram's server.

A call that has failed once is repeated at once.
"""

LONGEST_PAUSE: Final = 60.0


class Postman:
    """Delivers updates to the webhook, each as often as needed until it is taken."""

    def __init__(self, api: BotApi) -> None:
        self._world = api.world
        self._queues: dict[tuple[str, int], deque[dict[str, Any]]] = {}
        self._session: aiohttp.ClientSession
        self.failures = 0
        """How many calls were not taken."""

    @property
    def waiting(self) -> int:
        """How many updates have not been taken yet."""
        return len(self._world.updates) + sum(map(len, self._queues.values()))

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Postman"]:
        connector = aiohttp.TCPConnector(limit=CALLS_AT_ONCE)
        async with aiohttp.ClientSession(connector=connector) as self._session:
            collecting = asyncio.create_task(self._collect())
            try:
                yield self
            finally:
                collecting.cancel()
                with suppress(asyncio.CancelledError):
                    await collecting

    async def _collect(self) -> None:
        updates = self._world.updates
        async with asyncio.TaskGroup() as group:
            while True:
                for update in await updates.ask(100, 10):
                    key = _order_of(update)
                    queue = self._queues.setdefault(key, deque())
                    queue.append(update)
                    # An update is taken out of its queue only when it is delivered, so each queue
                    # has one task.
                    if len(queue) == 1:
                        group.create_task(self._bring(queue))
                    updates.confirm(update["update_id"] + 1)

    async def _bring(self, queue: deque[dict[str, Any]]) -> None:
        """Delivers everything in a queue, one update after another."""
        while queue:
            pauses = chain(PAUSES, repeat(LONGEST_PAUSE))
            while not await self._is_taken(queue[0]):
                self.failures += 1
                await asyncio.sleep(next(pauses))
            queue.popleft()

    async def _is_taken(self, update: dict[str, Any]) -> bool:
        webhook = self._world.webhook
        if webhook is None:
            return False
        headers = {"X-Telegram-Bot-Api-Secret-Token": webhook.secret}
        try:
            async with self._session.post(webhook.url, json=update, headers=headers) as answer:
                return answer.status == 200
        except aiohttp.ClientError:
            return False


def _order_of(update: dict[str, Any]) -> tuple[str, int]:
    """The key of what Telegram keeps in order: the messages of a chat, the presses of a person."""
    ((kind, content),) = (item for item in update.items() if item[0] != "update_id")
    chat = content.get("chat") or content["from"]
    return kind, int(chat["id"])
