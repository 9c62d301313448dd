"""Builds everything that lives long, and takes it down again. Nobody imports this but __main__."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, cast

from telegram import LinkPreviewOptions, Update
from telegram.constants import ParseMode
from telegram.error import NetworkError
from telegram.ext import ApplicationBuilder, ContextTypes, Defaults
from telegram.request import BaseRequest

from bot import menu
from bot.broadcast import daily_service
from bot.context import Context, Services, SudokuApplication
from bot.engine_pool import EnginePool
from bot.errors import on_error
from bot.handlers import HANDLERS
from bot.making import end_makings
from bot.order import ChatOrder
from bot.settings import Settings
from bot.stock import stocking
from bot.store import facts
from bot.store.database import Database

MIGRATIONS: Final = Path(__file__).parents[1] / "migrations"
MOST_UPDATES_AT_ONCE: Final = 1024
RETRY_SECONDS: Final = 5.0
WANTED_UPDATES: Final = [Update.MESSAGE, Update.CALLBACK_QUERY]

log = logging.getLogger(__name__)


def now() -> datetime:
    """The present instant, in UTC."""
    return datetime.now(UTC)


def new_seed() -> str:
    """A seed that a person can type."""
    return str(secrets.randbelow(10**9))


@asynccontextmanager
async def services_of(
    settings: Settings,
    clock: Callable[[], datetime] = now,
    seeds: Callable[[], str] = new_seed,
) -> AsyncIterator[Services]:
    """The database, migrated, and the engine's workers, warm."""
    async with AsyncExitStack() as stack:
        database = await Database.open(settings.database, MIGRATIONS)
        stack.push_async_callback(database.close)
        engine = await stack.enter_async_context(EnginePool(settings.workers))
        made = settings.secret or secrets.token_hex(32)
        secret = settings.secret or await facts.remember(database, "daily_secret", made)
        yield Services(database, engine, secret.encode(), clock, seeds)


def build(
    services: Services, token: str, api_url: str, request: Callable[[], BaseRequest] | None = None
) -> SudokuApplication:
    """The Application with all handlers, not yet started; `request` replaces the network."""
    builder = (
        ApplicationBuilder()
        .application_class(SudokuApplication, {"services": services})
        .token(token)
        .base_url(f"{api_url}/bot")
        .base_file_url(f"{api_url}/file/bot")
        .context_types(ContextTypes(context=Context))
        .defaults(
            Defaults(
                parse_mode=ParseMode.HTML,
                link_preview_options=LinkPreviewOptions(is_disabled=True),
            )
        )
        .concurrent_updates(ChatOrder(MOST_UPDATES_AT_ONCE))
        .job_queue(None)
    )
    if request is not None:
        builder = builder.request(request()).get_updates_request(request())
    # The builder's types do not know that it builds the class it was given.
    application = cast("SudokuApplication", builder.build())
    application.add_handlers(HANDLERS)
    application.add_error_handler(on_error)
    return application


@asynccontextmanager
async def serving(application: SudokuApplication) -> AsyncIterator[None]:
    """Polls for updates and sends the dailies while the block runs.

    Raises telegram.error.InvalidToken at once; waits for a network that is not there yet.
    """
    await _initialize(application)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(application.shutdown)
        await menu.register(application.bot)
        await application.start()
        stack.push_async_callback(application.stop)
        updater: Any = application.updater
        await updater.start_polling(allowed_updates=WANTED_UPDATES, bootstrap_retries=-1)
        stack.push_async_callback(updater.stop)
        await stack.enter_async_context(daily_service(application))
        await stack.enter_async_context(stocking(application.services))
        stack.push_async_callback(end_makings, application.bot_data)
        log.info("serving as @%s", application.bot.username)
        yield


async def _initialize(application: SudokuApplication) -> None:
    while True:
        try:
            await application.initialize()
        except NetworkError as error:
            log.warning("Telegram cannot be reached (%s); trying again", error)
            await asyncio.sleep(RETRY_SECONDS)
        else:
            return
