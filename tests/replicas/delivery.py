"""How an update comes from Telegram to one of several replicas.

Telegram calls one address, with the updates of one chat one after the other and those of different
chats side by side, and calls again until an update is taken. A reverse proxy behind that address
chooses a replica for each call.
"""

import asyncio
import random
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Any, Final

import aiohttp
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bot.playground import BotApi

CALLS_AT_ONCE: Final = 40
"""As many as Telegram makes where nothing else is asked for."""

TRY_SECONDS: Final = 2.0
"""How long the proxy waits for a replica before it asks the next one."""

SHUN_SECONDS: Final = 5.0
"""How long the proxy passes over a replica that did not answer."""

AGAIN_SECONDS: Final = 0.2
NEXT: Final = frozenset({502, 503, 504})
"""Answers after which another replica may do better."""


class Proxy:
    """Hands each call to a random replica, and to the next one where that does not take it.

    To do so twice is harmless: an update is taken in once, by its number.
    """

    def __init__(self, ports: Sequence[int], dice: random.Random) -> None:
        self._ports = ports
        self._dice = dice
        self._shunned: dict[int, float] = {}
        self._session: aiohttp.ClientSession
        self.web = Starlette(routes=[Route("/{path:path}", self._call, methods=["GET", "POST"])])

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Proxy"]:
        # A replica that was killed has closed its connections, so none is kept.
        connector = aiohttp.TCPConnector(force_close=True)
        timeout = aiohttp.ClientTimeout(total=TRY_SECONDS)
        async with aiohttp.ClientSession(connector=connector, timeout=timeout) as self._session:
            yield self

    async def _call(self, request: Request) -> Response:
        body, answer = await request.body(), Response(status_code=502)
        for port in self._order():
            try:
                answer = await self._hand(request, body, port)
            except (aiohttp.ClientError, TimeoutError):
                self._shunned[port] = monotonic() + SHUN_SECONDS
                continue
            if answer.status_code not in NEXT:
                self._shunned.pop(port, None)
                return answer
        return answer

    def _order(self) -> list[int]:
        """All in a random order, those last that did not answer a moment ago."""
        now, ports = monotonic(), self._dice.sample(self._ports, len(self._ports))
        return sorted(ports, key=lambda port: self._shunned.get(port, 0.0) > now)

    async def _hand(self, request: Request, body: bytes, port: int) -> Response:
        headers = {name: value for name, value in request.headers.items() if name != "host"}
        url = f"http://127.0.0.1:{port}{request.url.path}"
        async with self._session.request(request.method, url, data=body, headers=headers) as answer:
            return Response(await answer.read(), answer.status)


class Postman:
    """Brings updates to the webhook, each again until it is taken."""

    def __init__(self, api: BotApi) -> None:
        self._world = api.world
        self._queues: dict[tuple[str, int], deque[dict[str, Any]]] = {}
        self._at_once = asyncio.Semaphore(CALLS_AT_ONCE)
        self._session: aiohttp.ClientSession
        self.failures = 0
        """How many calls were not taken."""

    @property
    def waiting(self) -> int:
        """How many updates nobody has taken yet."""
        return len(self._world.updates) + sum(map(len, self._queues.values()))

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Postman"]:
        connector = aiohttp.TCPConnector(limit=0, force_close=True)
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
                    if len(queue) == 1:
                        group.create_task(self._bring(queue))
                    updates.confirm(update["update_id"] + 1)

    async def _bring(self, queue: deque[dict[str, Any]]) -> None:
        """All of a queue, one after the other."""
        while queue:
            async with self._at_once:
                is_taken = await self._is_taken(queue[0])
            if is_taken:
                queue.popleft()
            else:
                self.failures += 1
                await asyncio.sleep(AGAIN_SECONDS)

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
    """What Telegram keeps in order: the messages of a chat, the presses of a person."""
    ((kind, content),) = (item for item in update.items() if item[0] != "update_id")
    chat = content.get("chat") or content["from"]
    return kind, int(chat["id"])
