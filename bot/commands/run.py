"""Serve Telegram where there is a token, otherwise the playground (the default)."""

import asyncio
import gc
import signal
from argparse import ArgumentParser, Namespace
from contextlib import AsyncExitStack
from typing import Final

from telegram.error import InvalidToken

from bot import app
from bot.commands import CANNOT_BEGIN, OK
from bot.commands.console import refuse, say
from bot.operate.metrics import Metrics
from bot.playground import PlaygroundRequest
from bot.playground.service import playground
from bot.settings import TELEGRAM, Settings
from bot.store import lock
from bot.telegram.polling import TokenTaken

YOUNG_OBJECTS: Final = 20_000
"""Made before the collector looks through them, which holds everybody up: with Python's own 700 the
99th percentile at 400 moves a second was 129 ms, so it is 70 to 90."""


def add_arguments(_: ArgumentParser) -> None:
    """None."""


def run(settings: Settings, _: Namespace) -> int:
    return serve(settings, as_playground=not settings.token)


def serve(settings: Settings, *, as_playground: bool) -> int:
    """Serves until SIGTERM or Ctrl-C; raises OSError where an address is taken."""
    try:
        with lock.held(settings.database):
            asyncio.run(_until_stopped(settings, as_playground=as_playground))
    except InvalidToken:
        refuse("SUDOKU_BOT_TOKEN is not accepted: copy it again from @BotFather")
        return CANNOT_BEGIN
    except TokenTaken:
        refuse("another process serves this bot with the same token: only one of them can")
        return CANNOT_BEGIN
    except (KeyboardInterrupt, asyncio.CancelledError):
        return OK
    return OK


async def _until_stopped(settings: Settings, *, as_playground: bool) -> None:
    stop_at_signals()
    metrics = Metrics()
    async with AsyncExitStack() as stack:
        services = await stack.enter_async_context(app.services_of(settings, metrics=metrics))
        if as_playground:
            journal = settings.database.with_name(settings.database.name + ".playground")
            api = await stack.enter_async_context(playground(settings.port, journal))
            application = app.build(
                services, api.token, TELEGRAM, lambda: PlaygroundRequest(api), metrics=metrics
            )
            serving = app.serving(application, settings.listen)
            hello = f"Open http://127.0.0.1:{settings.port} in a browser and say hello."
        else:
            application = app.build(services, settings.token, settings.api_url, metrics=metrics)
            serving = app.serving(application, settings.listen, settings.webhook_url)
            hello = "Serving Telegram."
        given_way = await stack.enter_async_context(serving)
        leave_to_the_end()
        say(hello)
        await given_way


def leave_to_the_end() -> None:
    """What is there now stays: the collector need not stop everybody to look through it again."""
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, *gc.get_threshold()[1:])


def stop_at_signals() -> None:
    """The first SIGTERM or Ctrl-C ends this task wherever it is, and later ones change nothing."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    stopping = False

    def stop() -> None:
        nonlocal stopping
        if task is not None and not stopping:
            stopping = True
            task.cancel()

    for name in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(name, stop)
        except NotImplementedError:
            # Windows: Ctrl-C arrives as KeyboardInterrupt instead.
            break
