"""What a running bot serves over HTTP: health, metrics, and Telegram's own calls."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from telegram import Update

from bot.settings import Address
from bot.store import outbox
from bot.telegram.application import SudokuApplication
from bot.telegram.webhook import Webhook
from bot.web.health import FINE, readiness
from bot.web.port import PortServer, open_port

PROMETHEUS: Final = "text/plain; version=0.0.4; charset=utf-8"


def create_web(application: SudokuApplication, webhook_url: str = "") -> Starlette:
    """/healthz, /readyz and /metrics, and the webhook at the path of its address."""
    routes = [
        Route("/healthz", _healthz),
        Route("/readyz", _readyz),
        Route("/metrics", _metrics),
    ]
    if webhook_url:
        webhook = Webhook(application.bot, partial(_deliver, application))
        routes.append(Route(urlsplit(webhook_url).path, webhook.receive, methods=["POST"]))
    web = Starlette(routes=routes)
    web.state.application = application
    return web


@asynccontextmanager
async def listening(web: Starlette, address: Address) -> AsyncIterator[None]:
    """Serves while the block runs; ends requests that run. Raises OSError when it is taken."""
    with open_port(address.host, address.port) as taken:
        server = PortServer(web)
        task = asyncio.create_task(server.serve([taken]))
        try:
            yield
        finally:
            server.should_exit = True
            await task


async def _deliver(application: SudokuApplication, update: Update) -> None:
    """Stores an update, so that Telegram need not bring it again."""
    for fresh in await application.inbox.receive([update]):
        await application.update_queue.put(fresh)


async def _healthz(_: Request) -> Response:
    return PlainTextResponse("ok\n")


async def _readyz(request: Request) -> Response:
    application: SudokuApplication = request.app.state.application
    found = await readiness(application)
    fine = set(found.values()) == {FINE}
    return JSONResponse(found, 200 if fine else 503)


async def _metrics(request: Request) -> Response:
    application: SudokuApplication = request.app.state.application
    services = application.services
    queues = {
        "updates waiting": application.update_queue.qsize() + application.order.waiting,
        "updates at work": application.order.at_work,
        "answers kept": application.kept.total,
        "engine": services.engine.waiting,
        "engine, hard questions": services.engine.pondering,
    }
    text = application.metrics.text(queues, await outbox.count_by_state(services.database))
    return Response(text, media_type=PROMETHEUS)
