"""Builds everything that lives as long as the process, and takes it down again.

Only the commands import it. What is hard is the order in `serving`. The exit stacks take everything
down in the reverse order of its start, so each part may rely on those that were started before it:

- Updates that an earlier process left are handed over before new ones arrive, so that the updates
  of a chat stay in order.
- At the end the background stops first. Then the chats go to other replicas, and no more updates
  are taken from Telegram. Then the dailies on their way may finish, then the updates that are being
  handled. Finished updates are wiped from the inbox. The connections to Telegram and, after the
  engine, the database are closed last.
"""

import asyncio
import logging
import platform
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import Final, Protocol, cast
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.types import ASGIApp
from telegram import LinkPreviewOptions, Update
from telegram.constants import ParseMode
from telegram.error import TelegramError
from telegram.ext import ApplicationBuilder, ContextTypes, Defaults
from telegram.request import BaseRequest

from bot.background.beside import beside
from bot.background.blocking import blocking
from bot.background.dailies import daily_service
from bot.chat.profile import show_picture
from bot.handlers import HANDLERS, MENU, PRIVATE_ONLY, menu
from bot.handlers.dispatch import on_error
from bot.ledger.ledger import Ledger
from bot.operate import busiest
from bot.operate.busiest import shown
from bot.operate.limits import Allowance, OwnAllowance
from bot.operate.metrics import Metrics
from bot.operate.process import leave_to_the_end, stop_at_signals
from bot.play.services import Services
from bot.pool.engine_pool import EnginePool
from bot.pool.pictures import Pictures
from bot.settings import TELEGRAM, Address, Settings, is_loopback
from bot.store import dailies
from bot.store.databases.locations import location_of
from bot.store.postgres.allowances import SharedAllowance
from bot.store.seam.holding import Holding
from bot.store.seam.source import Store
from bot.telegram.application import SudokuApplication
from bot.telegram.blocked import Blocked
from bot.telegram.chat_order import SHARE_BURST, SHARE_SECONDS, ChatOrder
from bot.telegram.connection import TelegramConnection
from bot.telegram.context import Context
from bot.telegram.flood import FloodControl
from bot.telegram.holding import finish, holding, take_in
from bot.telegram.inbox import Inbox
from bot.telegram.inbox_bot import InboxBot, UpdatesRequest
from bot.telegram.language import language_of, zone_of
from bot.telegram.measured_request import MeasuredRequest
from bot.telegram.polling import polling
from bot.telegram.retries import Retries, Timer
from bot.telegram.shares import DividedAllowance
from bot.telegram.sharing import sharing
from bot.telegram.webhook import called
from bot.touch.web import Touch
from bot.web.access import Access
from bot.web.health import Health
from bot.web.server import create_web, listening
from engine import __version__
from engine.search import ACCELERATED

MOST_UPDATES_AT_ONCE: Final = 1024
CONNECTIONS: Final = 256
"""Connections to Telegram at once, as many as python-telegram-bot itself would have."""

WANTED_UPDATES: Final = [Update.MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER]


class Page(Protocol):
    """Where a pretend Telegram serves the bot's own page, once its `app` is set."""

    app: ASGIApp | None


class Pretended(Protocol):
    """A pretend Telegram: the token that it accepts, and what replaces the network to it."""

    @property
    def token(self) -> str: ...

    @property
    def network(self) -> Callable[[], BaseRequest]: ...

    @property
    def app_url(self) -> str: ...

    @property
    def page(self) -> Page: ...


Pretend = Callable[[int, Path], AbstractAsyncContextManager[Pretended]]
"""Opens a pretend Telegram on a port, which keeps its chats in a file."""

log = logging.getLogger(__name__)


def now() -> datetime:
    """The current time, in UTC."""
    return datetime.now(UTC)


def new_seed() -> str:
    """A seed that a person can type."""
    return str(secrets.randbelow(10**9))


def serve(settings: Settings, say: Callable[[str], None], pretend: Pretend) -> None:
    """Serves Telegram where there is a token, otherwise a pretend one, until SIGTERM or Ctrl-C.

    `say` gets one line once it serves. Raises DatabaseInUse where another process serves the
    database, telegram.error.InvalidToken, TokenTaken where another process serves the bot, and
    NoPort where an address is taken.
    """
    with suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(_until_stopped(settings, say, pretend))


async def _until_stopped(settings: Settings, say: Callable[[str], None], pretend: Pretend) -> None:
    stop_at_signals()
    metrics = Metrics()
    async with AsyncExitStack() as stack:
        location = location_of(settings.database, settings.server)
        # Before the database is opened, so that a second process is refused before it writes.
        await stack.enter_async_context(location.shared())
        pretended, token, hello = None, settings.token, "Serving Telegram."
        if not token:
            journal = settings.database.with_name(settings.database.name + ".playground")
            pretended = await stack.enter_async_context(pretend(settings.port, journal))
            token = pretended.token
            settings = replace(settings, app_url=pretended.app_url)
            hello = f"Open http://127.0.0.1:{settings.port} in a browser and say hello."
        services = await stack.enter_async_context(services_of(settings, metrics=metrics))
        held = await stack.enter_async_context(location.joined(services.database, bot_of(token)))
        address, url = (TELEGRAM, "") if pretended else (settings.api_url, settings.webhook_url)
        network = pretended.network if pretended else None
        application = build(services, token, address, network, metrics=metrics, held=held)
        page = pretended.page if pretended else None
        running = serving(
            application, settings.listen, url, metrics_token=settings.metrics_token, page=page
        )
        ended = await stack.enter_async_context(running)
        leave_to_the_end()
        say(hello)
        await ended


@asynccontextmanager
async def services_of(
    settings: Settings,
    clock: Callable[[], datetime] = now,
    seeds: Callable[[], str] = new_seed,
    *,
    metrics: Metrics | None = None,
) -> AsyncIterator[Services]:
    """The services that play needs: the migrated database, and the engine's starting workers."""
    async with AsyncExitStack() as stack:
        database = await location_of(settings.database, settings.server).open()
        stack.push_async_callback(database.close)
        ledger = Ledger()
        pool = EnginePool(settings.workers, measure=(metrics or Metrics()).engine, ledger=ledger)
        engine = await stack.enter_async_context(pool)
        secret = settings.secret or await dailies.secret(database, secrets.token_hex(32))
        pictures = Pictures(ledger=ledger)
        stack.push_async_callback(pictures.stop)
        yield Services(
            database,
            engine,
            secret.encode(),
            clock,
            seeds,
            zone_of,
            language_of,
            pictures,
            copy_days=settings.copy_days,
            keep_games_days=settings.keep_games_days,
            app_url=settings.app_url,
            ledger=ledger,
        )


def bot_of(token: str) -> int:
    """The number of the bot to which a token belongs."""
    return int(token.partition(":")[0])


def _versions() -> dict[str, str]:
    """What runs here, for whoever compares the figures of several processes."""
    return {
        "version": __version__,
        "python": platform.python_version(),
        "telegram_library": version("python-telegram-bot"),
        "core": "c" if ACCELERATED else "python",
    }


def _allowance(database: Store, name: str, burst: int, seconds: float) -> Allowance:
    """The allowance of each person, for all processes together if they may share the database."""
    if database.is_shared:
        return SharedAllowance(database, name, burst, seconds)
    return OwnAllowance(burst, seconds, monotonic)


def build(
    services: Services,
    token: str,
    api_url: str,
    request: Callable[[], BaseRequest] | None = None,
    *,
    flood: FloodControl | None = None,
    metrics: Metrics | None = None,
    held: Holding | None = None,
) -> SudokuApplication:
    """The Application with all handlers, not yet started.

    `request` replaces the network. Telegram itself has limits, which `flood` keeps to; a replaced
    network has none unless `flood` is given. `held` says what this process handles, if it is not
    alone.
    """
    metrics = metrics or Metrics()
    metrics.build.info(_versions())
    blocked = Blocked(metrics.blocked.inc)
    inbox = Inbox(services.database, bot_of(token), services.clock, held, blocked)
    inbox.holding.hear_of_games(services.changes.heard)
    # Half of each person's share is divided among the replicas, half is counted for all of them.
    half = _allowance(services.database, "updates", SHARE_BURST // 2 + 1, 2 * SHARE_SECONDS)
    share = None if request else DividedAllowance(SHARE_BURST, SHARE_SECONDS, half, monotonic)
    order = ChatOrder(MOST_UPDATES_AT_ONCE, metrics.update, share, services.ledger)
    builder = (
        ApplicationBuilder()
        .application_class(
            SudokuApplication, {"services": services, "inbox": inbox, "metrics": metrics}
        )
        .bot(_bot(metrics, inbox, token, api_url, request=request, flood=flood))
        .context_types(ContextTypes(context=Context))
        .concurrent_updates(order)
        .updater(None)
        .job_queue(None)
    )
    # The types of the builder do not know that it builds the class that it was given.
    application = cast("SudokuApplication", builder.build())
    # These two need each other, so the order learns of the application once that is built.
    order.drops, order.drop = application.drops, application.drop
    order.leave_out = application.leave_out
    order.room = application.kept.room
    order.length_of = inbox.length_of
    inbox.finds_replies = application.kept.found
    order.ran_out = application.ran_out
    application.add_handlers(HANDLERS)
    application.add_error_handler(on_error)
    return application


def _bot(
    metrics: Metrics,
    inbox: Inbox,
    token: str,
    api_url: str,
    *,
    request: Callable[[], BaseRequest] | None,
    flood: FloodControl | None,
) -> InboxBot:
    def network(connections: int) -> BaseRequest:
        return request() if request else TelegramConnection(connections)

    flood = flood or (None if request else FloodControl())
    if flood is not None:
        flood.is_sure = inbox.holding.is_sure
    return InboxBot(
        inbox,
        token=token,
        base_url=f"{api_url}/bot",
        base_file_url=f"{api_url}/file/bot",
        request=MeasuredRequest(
            network(CONNECTIONS), metrics, inbox.holding.is_sure, inbox.precedence.goes_out
        ),
        get_updates_request=UpdatesRequest(network(1), metrics, inbox.holding.is_sure),
        defaults=Defaults(
            parse_mode=ParseMode.HTML,
            link_preview_options=LinkPreviewOptions(is_disabled=True),
        ),
        rate_limiter=flood,
    )


@asynccontextmanager
async def serving(
    application: SudokuApplication,
    listen: Address | None = None,
    webhook_url: str = "",
    timer: Timer = Timer(),  # noqa: B008 - a value
    metrics_token: str = "",
    *,
    page: Page | None = None,
) -> AsyncIterator[asyncio.Future[None]]:
    """Takes updates and sends the dailies while the block runs; what was begun may finish.

    Yields a future that fails with TokenTaken if another process uses the token for long, with
    telegram.error.InvalidToken if Telegram refuses the token for long, and with ReplicaEnded if
    other replicas have ended this one. Health and metrics are served at `listen`, metrics to who
    shows the `metrics_token`; with a `webhook_url` Telegram calls there too, and is not polled.
    The board that people touch is served there too if the services have an address of it, or at
    the `page` of a pretend Telegram. `timer` times the attempts to reach Telegram.

    Raises InvalidToken as above, and NoPort where the address is taken; waits for a network that
    is not there yet.
    """
    ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    async with AsyncExitStack() as stack:
        stack.push_async_callback(application.bot.shutdown)
        health = Health(application, Timer(), is_starting=True)
        app_url = application.services.app_url
        touch = Touch(application, urlsplit(app_url).path) if app_url else None
        stop_listening = None
        if listen is not None:
            access = Access(is_loopback(listen.host), metrics_token)
            top = partial(shown, application.services.ledger)
            web = create_web(health, webhook_url, access, top, touch=None if page else touch)
            # Before Telegram has answered, which may take long: see bot/web/server.py.
            stop_listening = await stack.enter_async_context(listening(web, listen))
        await _initialize(application, timer)
        stack.push_async_callback(application.shutdown)
        await stack.enter_async_context(application.inbox.wiping())
        database, flood = application.services.database, application.flood
        await stack.enter_async_context(sharing(database, flood, application.order.divide))
        # Before anything is handled, so that nobody who is blocked gets an answer at the start.
        await stack.enter_async_context(blocking(application))
        await application.start()
        stack.push_async_callback(finish, application)
        # Before anything new can arrive, so that the updates of a chat stay in order.
        await take_in(application)
        await stack.enter_async_context(daily_service(application))
        # Cancelled before the dailies end, which give the role back: it must not be taken again.
        leading = asyncio.create_task(application.leading.run())
        stack.callback(leading.cancel)
        lag = asyncio.create_task(application.metrics.watch_lag())
        stack.callback(lag.cancel)
        telling = asyncio.create_task(busiest.watch(application.services.ledger))
        stack.callback(telling.cancel)
        if touch is not None and page is not None:
            stack.callback(touch.close)
            page.app = Starlette(routes=touch.routes)
        if stop_listening is not None:
            stack.push_async_callback(stop_listening)
        health.is_starting = False
        if webhook_url:
            arriving = called(application, webhook_url, WANTED_UPDATES, ended, timer)
        else:
            arriving = polling(application, WANTED_UPDATES, ended, timer)
        await stack.enter_async_context(arriving)
        await stack.enter_async_context(holding(application, ended))
        watching = asyncio.create_task(health.watch())
        stack.callback(watching.cancel)
        await stack.enter_async_context(beside(application, partial(_introduce, application)))
        core = "with its C core" if ACCELERATED else "in pure Python"
        log.info("serving as @%s, the engine %s", application.bot.username, core)
        yield ended


async def _introduce(application: SudokuApplication) -> None:
    try:
        await menu.register(application.bot, MENU, PRIVATE_ONLY)
    except TelegramError as error:
        log.warning("the command menus are as they were: %s", error)
    await show_picture(application)


async def _initialize(application: SudokuApplication, timer: Timer) -> None:
    retries = Retries(application.bot, "the first call to Telegram", timer)
    await retries.until_done(application.initialize)
