"""A stand-in for the touch board's server: the protocol over one game, and cuts of the network."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route

import bot
from bot.messages import catalogue
from tests.bot.touch.model import Game, Json

STATIC: Final = Path(bot.__file__).parent / "touch" / "static"
POLICY: Final = (
    "default-src 'none'; script-src 'self' https://telegram.org; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
)
HEADERS: Final = {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"}
HINT: Final[Json] = {"cells": {}, "candidates": [], "links": [], "parts": 1, "part": 0}

Handler = Callable[[Request], Awaitable[Response]]


class Standin:
    """Serves the page and one game, in one language."""

    def __init__(self, game: Game | None, language: str = "en") -> None:
        self.game = game
        self.language = language
        self.is_cut = False
        self.loses_answers = False
        self.session = 1
        self.opened = 0
        self.too_old = False
        self.tall_from = 0
        self.told: list[tuple[str, Json]] = []
        self.hints: list[Json] = []
        self.ways: list[Json] = []
        self._changed = asyncio.Condition()

    @property
    def app(self) -> Starlette:
        posts: dict[str, Handler] = {
            "open": self._open,
            "act": self._act,
            "hint": self._hint,
            "way": self._way,
            "share": self._share,
            "pause": self._tell,
            "leave": self._tell,
        }
        routes = [
            *(
                Route(f"/{name}", self._through(handler), methods=["POST"])
                for name, handler in posts.items()
            ),
            Route("/watch", self._through(self._watch)),
            Route("/{name:path}", self._file),
        ]
        compressed = [Middleware(GZipMiddleware, minimum_size=200)]
        return Starlette(routes=[Mount("/touch", routes=routes, middleware=compressed)])

    def address(self, url: str, theme: Json | None = None, platform: str = "playground") -> str:
        """Where a page of this game is opened, as Telegram or the playground opens it."""
        init = urlencode({"user": json.dumps({"id": 7}), "hash": "0"})
        fragment = {
            "tgWebAppData": init,
            "tgWebAppVersion": "9.1",
            "tgWebAppPlatform": platform,
            "tgWebAppThemeParams": json.dumps(theme or {}),
        }
        name = self.game.name if self.game else ""
        return f"{url}/touch/?game={name}#{urlencode(fragment)}"

    async def plays(self, by: str, **act: object) -> None:
        """Somebody else acts, and the page hears of it."""
        assert self.game is not None
        self.game.play({"version": self.game.version, **act}, by)
        await self.changed()

    async def changed(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def hears(self, name: str, count: int) -> list[Json]:
        """Waits until the page has told something so often; gives what it told."""

        def heard() -> list[Json]:
            return [body for told, body in self.told if told == name]

        async with self._changed:
            await self._changed.wait_for(lambda: len(heard()) >= count)
        return heard()

    def _through(self, handler: Handler) -> Handler:
        """A handler that has no network while it is cut."""

        async def answer(request: Request) -> Response:
            if self.is_cut:
                return JSONResponse({"error": "busy", "words": ""}, 503)
            if request.url.path != "/touch/open":
                bearer = request.headers.get("authorization")
                if bearer != f"Bearer {self.session}":
                    return JSONResponse({"error": "session", "words": "Open again."}, 401)
            return await handler(request)

        return answer

    async def _open(self, request: Request) -> Response:
        body = await request.json()
        assert body["device"]
        assert "user" in body["init"]
        self.opened += 1
        if self.too_old:
            return JSONResponse({"error": "session", "words": "Close and open again."}, 401)
        words = {
            key.removeprefix("touch."): text
            for key, text in catalogue(self.language).items()
            if key.startswith("touch.")
        }
        settings: Json = {"language": self.language, "digit_first": False}
        if self.tall_from and body["screen"] >= self.tall_from:
            settings["more_keys"] = True
        return JSONResponse(
            {
                "session": str(self.session),
                "state": self.game.state() if self.game else None,
                "words": words,
                "settings": settings,
            }
        )

    async def _act(self, request: Request) -> Response:
        assert self.game is not None
        body = await request.json()
        assert 1 <= len(body["acts"]) <= 20
        results = []
        for act in body["acts"]:
            results.append(self.game.act(act, body["device"]))
            if "refused" in results[-1]:
                break
        await self.changed()
        if self.loses_answers:
            return JSONResponse({"error": "busy", "words": ""}, 503)
        return JSONResponse({"results": results, "state": self.game.state()})

    async def _hint(self, request: Request) -> Response:
        body = await request.json()
        self.told.append(("hint", body))
        if not self.hints:
            return JSONResponse({"error": "bad", "words": "No hint here."}, 400)
        stage = min(body["stage"], len(self.hints))
        hint = {**HINT, **self.hints[stage - 1]}
        hint |= {"stage": stage, "last": stage == len(self.hints), "part": body.get("part") or 0}
        return JSONResponse({"hint": hint})

    async def _way(self, request: Request) -> Response:
        body = await request.json()
        self.told.append(("way", body))
        step, part = min(body["step"], len(self.ways)), body.get("part") or 0
        way = {**HINT, **self.ways[step - 1]}
        way |= {"part": min(part, way["parts"] - 1), "step": step, "count": len(self.ways)}
        return JSONResponse(
            {"way": {"harder": None, "better": False, "title": f"Step {step}"} | way}
        )

    async def _share(self, _: Request) -> Response:
        told = {"text": "A Sudoku for you", "link": "https://t.me/bot?start=x", "prepared": "P1"}
        return JSONResponse({"share": told})

    async def _tell(self, request: Request) -> Response:
        self.told.append((request.url.path.rpartition("/")[2], await request.json()))
        await self.changed()
        return JSONResponse({})

    async def _watch(self, _: Request) -> Response:
        return StreamingResponse(self._states(), media_type="application/x-ndjson")

    async def _states(self) -> AsyncIterator[str]:
        assert self.game is not None
        while not self.is_cut:
            yield json.dumps({"state": self.game.state()}) + "\n"
            async with self._changed:
                await self._changed.wait()

    async def _file(self, request: Request) -> Response:
        name = request.path_params["name"] or "index.html"
        return FileResponse(STATIC / name, headers=HEADERS)
