"""Pages of the pretend people, against the real Application."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import httpx
from starlette.applications import Starlette
from starlette.routing import Mount

from bot.game.reference import reference
from bot.playground import Person
from bot.touch.files import Files
from bot.touch.web import PATH, Touch
from tests.bot.house import House, Talk
from tests.bot.telegram.passing import PassingTime
from tests.bot.touch.launching import launched

CALLED = (
    "open",
    "act",
    "hint",
    "way",
    "share",
    "pause",
    "leave",
    "conclude",
    "another",
)
"""The calls of the page; the first one needs no session."""

DEVICE = "device-of-a-test"


@dataclass(frozen=True, slots=True)
class Door:
    """What opens the pages of a bot: Telegram signs with its token, it with a secret of its own."""

    token: str
    secret: bytes
    clock: Callable[[], float]


@dataclass
class Client:
    """One person's page; `told` is the newest answer, and `number` that of the last act.

    `screen` is how high the page says that the phone is, 0 for another device.
    """

    web: httpx.AsyncClient
    person: Person
    door: Door
    device: str = DEVICE
    session: str = ""
    game: str = ""
    number: int = 0
    screen: int = 0
    told: dict[str, Any] = field(default_factory=dict)

    @property
    def state(self) -> dict[str, Any]:
        """The newest state."""
        state: dict[str, Any] = self.told["state"]
        return state

    def launch(self, **fields: str) -> str:
        """What Telegram would sign about the person now."""
        about = self.person.user
        user = {
            "id": about.id,
            "first_name": about.first_name,
            "language_code": about.language_code,
        }
        return launched(self.door.token, self._now, user=json.dumps(user), **fields)

    async def opens(self, game_id: int | None = None, **fields: str) -> int:
        """Opens the page, on a game or on the current one; returns the status."""
        meant = "" if game_id is None else reference(self.door.secret, game_id, self._now)
        return await self.opens_named(meant, **fields)

    async def opens_named(self, meant: str, **fields: str) -> int:
        """Opens the page on what has a name, a game or a position; returns the status."""
        body: dict[str, Any] = {"init": self.launch(**fields), "game": meant}
        body["device"] = self.device
        if self.screen:
            body["screen"] = self.screen
        status = await self.posts("open", body)
        self.session = self.told.get("session", "")
        if self.told.get("state"):
            self.game = self.state["game"]
        return status

    async def calls(self, path: str, **body: Any) -> int:
        """Makes a call about the game; returns the status."""
        return await self.posts(path, {"game": self.game, **body})

    async def posts(self, path: str, body: object) -> int:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"authorization": f"Bearer {self.session}"} if self.session else {}
        answer = await self.web.post(f"/touch/{path}", content=content, headers=headers)
        self.told = answer.json()
        return answer.status_code

    async def acts(self, *acts: dict[str, Any]) -> list[dict[str, Any]]:
        """Does things, each on the state that the page shows; returns what became of them."""
        sent = []
        for act in acts:
            self.number += 1
            sent.append({"number": self.number, "version": self.state["version"], **act})
        return await self.sends(*sent)

    async def sends(self, *acts: dict[str, Any]) -> list[dict[str, Any]]:
        """Sends acts as they are."""
        assert await self.calls("act", device=self.device, acts=[*acts]) == 200, self.told
        results: list[dict[str, Any]] = self.told["results"]
        return results

    @property
    def _now(self) -> int:
        return int(self.door.clock())


@dataclass
class Page(Client):
    """The page of somebody who talks with the bot as well."""

    talk: Talk = field(kw_only=True)

    async def address(self, url: str) -> str:
        """Where Telegram opens the page of the current game, with what it passes on."""
        game = await self.talk.game()
        meant = reference(self.door.secret, game.id, self._now)
        passed = {"tgWebAppData": self.launch(), "tgWebAppPlatform": "playground"}
        return f"{url}{PATH}/?game={meant}#{urlencode(passed)}"


def page_of(web: httpx.AsyncClient, talk: Talk, device: str = DEVICE) -> Page:
    """Somebody's page, not opened yet."""
    house = talk.house
    door = Door(house.api.token, house.services.secret, house.clock.seconds)
    return Page(web, talk.person, door, device, talk=talk)


def place(cell: int, digit: int, held: int = 0) -> dict[str, Any]:
    """The act of writing a digit."""
    return {"kind": "place", "cell": cell, "digit": digit, "held": held}


@dataclass
class Pages:
    """The page's server of a house, and the time by which people call too often."""

    house: House
    touch: Touch
    time: PassingTime
    web: httpx.AsyncClient

    def of(self, talk: Talk, device: str = DEVICE) -> Page:
        """Somebody's page, not opened yet."""
        return page_of(self.web, talk, device)


def app_of(touch: Touch) -> Starlette:
    """The page and its calls, to be served alone."""
    return Starlette(routes=[Mount(touch.path, routes=touch.routes)])


@asynccontextmanager
async def pages_of(house: House, files: Files | None = None) -> AsyncIterator[Pages]:
    """The page's server of a house."""
    time = PassingTime()
    touch = Touch(house.application, files=files, clock=time.clock)
    transport = httpx.ASGITransport(app_of(touch))
    async with httpx.AsyncClient(transport=transport, base_url="http://bot") as web:
        yield Pages(house, touch, time, web)
