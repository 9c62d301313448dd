"""The HTTP server of a running bot: health, metrics, and the webhook that Telegram calls."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from bot.settings import Address
from bot.store import inbox, outbox
from bot.store.seam.not_stored import StoreError
from bot.store.seam.source import Source
from bot.telegram.webhook import Webhook
from bot.web.health import FINE, Health
from bot.web.port import PortServer, open_port

PROMETHEUS: Final = "text/plain; version=0.0.4; charset=utf-8"


def create_web(health: Health, webhook_url: str = "") -> Starlette:
    """The app with /healthz, /readyz and /metrics, and the webhook at the path of its URL."""
    routes = [
        Route("/healthz", _healthz),
        Route("/readyz", _readyz),
        Route("/metrics", _metrics),
    ]
    if webhook_url:
        webhook = Webhook(health.application)
        routes.append(Route(urlsplit(webhook_url).path, webhook.receive, methods=["POST"]))
    web = Starlette(routes=routes)
    web.state.health = health
    return web


@asynccontextmanager
async def listening(web: Starlette, address: Address) -> AsyncIterator[None]:
    """Serves while the block runs, then ends the requests. Raises NoPort if the port is taken."""
    with open_port(address.host, address.port) as taken:
        server = PortServer(web)
        task = asyncio.create_task(server.serve([taken]))
        try:
            yield
        finally:
            server.should_exit = True
            await task


async def _healthz(_: Request) -> Response:
    return PlainTextResponse("ok\n")


async def _readyz(request: Request) -> Response:
    health: Health = request.app.state.health
    found = await health.readiness()
    fine = set(found.values()) == {FINE}
    return JSONResponse(found, 200 if fine else 503)


async def _metrics(request: Request) -> Response:
    health: Health = request.app.state.health
    application, services = health.application, health.application.services
    queues = {
        "updates waiting": application.update_queue.qsize() + application.order.waiting,
        "updates at work": application.order.at_work,
        "answers kept": application.kept.total,
        "engine": services.engine.waiting,
        "engine, hard questions": services.engine.pondering,
    }
    rows = await _rows(services.database)
    return Response(application.metrics.text(queues, *rows), media_type=PROMETHEUS)


async def _rows(source: Source) -> tuple[dict[str, int], dict[str, int]]:
    """Counts of dailies and of quarantined updates; empty if the database fails.

    So the other metrics are served in any case.
    """
    try:
        return await outbox.count_by_state(source), await inbox.quarantined(source)
    except StoreError:
        return {}, {}
