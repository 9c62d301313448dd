"""The HTTP server of a running bot: health, metrics, the webhook that Telegram calls, and its page.

It listens before Telegram has answered for the first time, so that a watchman sees a process that
lives and is not ready. Until the bot serves, the webhook and the page answer 503; what Telegram was
told to call before this start, it calls again.

However many read, each page is made at most once a second (bot/web/shared.py), and reading takes
little of the event loop (bot/web/turns.py). bot/web/access.py says who may read.
"""

import asyncio
import hmac
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial
from math import nan
from time import monotonic
from typing import Final, Protocol
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from bot.settings import Address
from bot.store import facts, inbox, outbox
from bot.store.seam.not_stored import StoreError
from bot.store.seam.source import Source, Store
from bot.telegram.webhook import SECRET_HEADER, Webhook, secret_of
from bot.web.access import Access
from bot.web.health import FINE, Health
from bot.web.port import PortServer, open_port
from bot.web.shared import Shared, TooManyWait
from bot.web.turns import Turns

PROMETHEUS: Final = "text/plain; version=0.0.4; charset=utf-8"
RETRY_AFTER: Final = {"Retry-After": "1"}

Top = Callable[[], Mapping[str, object]]
"""Gives what /top answers, as JSON: who has the largest reservations.

{"accounts": [{"account": int, "chat": int, "bytes": int, "seconds": float, "waiting": int}],
"most_bytes": int, "reserved_bytes": int}
"""


class Touch(Protocol):
    """The page on which people touch boards, and its calls, all below `path`."""

    @property
    def path(self) -> str: ...

    @property
    def routes(self) -> Sequence[BaseRoute]: ...

    def needs_no_turn(self, head: bytes) -> bool:
        """Whether the head of a request is that of a call which may come at once."""

    def close(self) -> None:
        """Ends the streams, for which the server would wait."""


def create_web(
    health: Health,
    webhook_url: str = "",
    access: Access = Access(),  # noqa: B008 - a value
    top: Top | None = None,
    clock: Callable[[], float] = monotonic,
    *,
    touch: Touch | None = None,
) -> Starlette:
    """The app with /healthz, /readyz, /metrics and /top, and the webhook at the path of its URL.

    /top is there if there is a `top`, and so is the page. By the `clock` pages grow old.
    """
    pages = _Pages(health, access, top, clock)
    routes: list[BaseRoute] = [
        Route("/healthz", _healthz),
        Route("/readyz", pages.readyz),
        Route("/metrics", pages.metrics),
    ]
    if top is not None:
        routes.append(Route("/top", pages.top))
    gate = [Middleware(_Gate, health)]
    if webhook_url:
        path, receive = urlsplit(webhook_url).path, Webhook(health.application).receive
        routes.append(Route(path, receive, methods=["POST"], middleware=gate))
    if touch is not None:
        # The last one, because its path may be the root.
        routes.append(Mount(touch.path, routes=touch.routes, middleware=gate))
    web = Starlette(routes=routes)
    web.state.pages, web.state.touch = pages, touch
    secret = secret_of(health.application.bot.token) if webhook_url else ""
    web.state.needs_no_turn = partial(_needs_no_turn, secret.encode(), touch)
    return web


@asynccontextmanager
async def listening(
    web: Starlette, address: Address
) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """Serves while the block runs, then ends the requests. Raises NoPort if the port is taken.

    Yields what ends them earlier, and may be called again.
    """
    with open_port(address.host, address.port) as taken:
        turns = Turns(asyncio.get_running_loop(), web.state.needs_no_turn)
        server = PortServer(web, turns=turns)
        task = asyncio.create_task(server.serve([taken]))

        async def stop() -> None:
            if web.state.touch is not None:
                web.state.touch.close()
            server.should_exit = True
            await task
            await web.state.pages.stop()

        try:
            yield stop
        finally:
            await stop()


_SECRET: Final = re.compile(
    rb"^%s:[ \t]*([0-9a-f]+)[ \t]*\r?$" % SECRET_HEADER.encode(), re.IGNORECASE | re.MULTILINE
)


def _needs_no_turn(secret: bytes, touch: Touch | None, head: bytes) -> bool:
    """Whether a head is Telegram's, or that of a person's page within their share."""
    return _is_from_telegram(secret, head) or (touch is not None and touch.needs_no_turn(head))


def _is_from_telegram(secret: bytes, head: bytes) -> bool:
    """Whether a head brings the webhook's secret; the webhook itself checks it again."""
    found = _SECRET.search(head) if secret else None
    return found is not None and hmac.compare_digest(found[1], secret)


class _Gate:
    """Lets requests through once the bot serves."""

    def __init__(self, app: ASGIApp, health: Health) -> None:
        self._app = app
        self._health = health

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_shut = self._health.is_starting
        app = PlainTextResponse("not ready\n", 503, RETRY_AFTER) if is_shut else self._app
        await app(scope, receive, send)


async def _healthz(_: Request) -> Response:
    return PlainTextResponse("ok\n")


class _Pages:
    """What can be read of one bot."""

    def __init__(
        self, health: Health, access: Access, top: Top | None, clock: Callable[[], float]
    ) -> None:
        self._health = health
        self._access = access
        self._list = top
        self._parts = Shared(health.readiness, clock)
        self._text = Shared(self._written, clock)
        self._top = Shared(self._listed, clock)

    async def stop(self) -> None:
        """Ends what is being made for readers who have gone."""
        for page in (self._parts, self._text, self._top):
            await page.stop()

    async def readyz(self, request: Request) -> Response:
        try:
            found = await self._parts.get()
        except TooManyWait:
            return _come_again()
        is_fine = set(found.values()) == {FINE}
        status = 200 if is_fine else 503
        if self._access.refusal(request):
            return PlainTextResponse("ok\n" if is_fine else "not ready\n", status)
        return JSONResponse(found, status)

    async def metrics(self, request: Request) -> Response:
        if refused := self._access.refusal(request):
            return refused
        try:
            return Response(await self._text.get(), media_type=PROMETHEUS)
        except TooManyWait:
            return _come_again()

    async def top(self, request: Request) -> Response:
        if refused := self._access.refusal(request):
            return refused
        try:
            return JSONResponse(await self._top.get())
        except TooManyWait:
            return _come_again()

    async def _written(self) -> bytes:
        application = self._health.application
        services = application.services
        queues = {
            "updates waiting": application.update_queue.qsize() + application.order.waiting,
            "updates at work": application.order.at_work,
            "answers kept": application.kept.total,
            "engine": services.engine.waiting,
            "engine, hard questions": services.engine.pondering,
        }
        rows, disk = await _rows(services.database), await _disk(services.database)
        age = await _backup_age(services.database, services.clock())
        return application.metrics.text(queues, *rows, disk, age)

    async def _listed(self) -> Mapping[str, object]:
        return self._list() if self._list else {}


def _come_again() -> Response:
    return PlainTextResponse("too many ask at once\n", 429, RETRY_AFTER)


async def _disk(store: Store) -> dict[str, int]:
    """Bytes on the disk of a database, as far as it can tell."""
    try:
        sizes = await store.sizes()
    except StoreError:
        return {}
    found = {"data": sizes.data, "log": sizes.log, "free": sizes.free}
    return {content: size for content, size in found.items() if size is not None}


async def _backup_age(source: Source, now: datetime) -> float:
    """Seconds since the newest backup by our own command; NaN if there is none or nobody knows."""
    try:
        made = await facts.get(source, facts.BACKED_UP)
    except StoreError:
        made = None
    return nan if made is None else now.timestamp() - int(made)


async def _rows(source: Source) -> tuple[dict[str, int], dict[str, int]]:
    """Counts of dailies on their way and of quarantined updates; empty if the database fails.

    So the other metrics are served in any case.
    """
    try:
        return await outbox.count_open(source), await inbox.quarantined(source)
    except StoreError:
        return {}, {}
