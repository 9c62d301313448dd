"""Time that passes only while somebody sleeps, and bots that poll a Telegram that refuses."""

import asyncio
import json
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

from telegram.request import RequestData

from bot import app
from bot.playground import BotApi, PlaygroundRequest
from bot.telegram.retries import Timer
from tests.bot.house import NETWORK, House, Talk


class PassingTime:
    """A clock that only sleeping moves; while one task sleeps, all others may run."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.slept: list[float] = []
        self._stops_at = float("inf")
        self._is_over = False

    def clock(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        while self.now + seconds > self._stops_at:
            self._is_over = True
            await asyncio.sleep(0.001)
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)

    async def passes(self, seconds: float) -> None:
        """Lets this much time pass while somebody sleeps, and then none until `goes_on`."""
        self._is_over = False
        self._stops_at = self.now + seconds
        async with asyncio.timeout(30):
            while not self._is_over:
                await asyncio.sleep(0.001)

    def goes_on(self) -> None:
        self._stops_at = float("inf")


class Refusing(PlaygroundRequest):
    """A network to a Telegram that answers the methods in `answers` differently."""

    def __init__(self, api: BotApi) -> None:
        super().__init__(api)
        self.answers: dict[str, tuple[int, bytes]] = {}
        self.calls = 0

    def refuse(self, *methods: str, status: int) -> None:
        told = {"ok": False, "error_code": status, "description": f"no, {status}"}
        self.answers |= dict.fromkeys(methods, (status, json.dumps(told).encode()))

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        *rest: Any,
        **more: Any,
    ) -> tuple[int, bytes]:
        name = url.rpartition("/")[2]
        self.calls += name == "getUpdates"
        if name in self.answers:
            return self.answers[name]
        return await super().do_request(url, method, request_data, *rest, **more)


class Served:
    """A bot that polls through a network that refuses what a test wants."""

    def __init__(self, house: House, time: PassingTime, network: Refusing | None = None) -> None:
        self.house = house
        self.time = time
        self.network = network or Refusing(house.api)
        self.application = app.build(house.services, house.api.token, NETWORK, lambda: self.network)
        self._stack = AsyncExitStack()
        self.ended: asyncio.Future[None]

    async def starts(self) -> None:
        timer = Timer(self.time.clock, self.time.sleep)
        serving = app.serving(self.application, timer=timer)
        self.ended = await self._stack.enter_async_context(serving)

    async def stops(self) -> None:
        await self._stack.aclose()

    async def answers(self, talk: Talk) -> None:
        """Requires that a message which comes at this moment is answered."""
        talk.person.say("/privacy")
        await until(
            lambda: any("What I store" in m.get("text", "") for m in talk.person.messages())
        )

    def tells(self, **update: Any) -> None:
        """Adds an update that the pretend people cannot cause."""
        world = self.house.api.world
        number = world.updates.put("unused", {})["update_id"] + 1
        world.updates.restore({"update_id": number, **update}, world.clock())


async def until(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not is_so():
            await asyncio.sleep(0.001)
