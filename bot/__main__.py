"""The command `sudoku-bot`: Telegram with a token, the playground in a browser without one."""

import argparse
import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack

from telegram.error import InvalidToken

from bot import app, logs
from bot.playground import PlaygroundRequest
from bot.playground.service import playground
from bot.settings import TELEGRAM, SettingError, Settings
from bot.store.migrate import SchemaTooNew


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs until it is told to stop; 0 after that, 2 when it cannot begin."""
    mode = _parser().parse_args(arguments).mode
    try:
        settings = Settings.from_environment(os.environ)
        logs.configure(settings.log_level, settings.token)
        asyncio.run(_run(settings, as_playground=mode == "playground" or not settings.token))
    except SettingError as wrong:
        return _refuse(str(wrong))
    except InvalidToken:
        return _refuse("SUDOKU_BOT_TOKEN is not accepted: copy it again from @BotFather")
    except (SchemaTooNew, sqlite3.Error) as wrong:
        return _refuse(f"SUDOKU_BOT_DATABASE: {wrong}")
    except OSError as wrong:
        return _refuse(f"SUDOKU_BOT_PORT: {wrong}")
    except KeyboardInterrupt:
        return 0
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sudoku-bot",
        description="A Sudoku bot. With SUDOKU_BOT_TOKEN it serves Telegram, without it a chat "
        "page in the browser.",
    )
    parser.add_argument(
        "mode",
        nargs="?",
        choices=["run", "playground"],
        default="run",
        help="run (the default), or playground: the chat page even where there is a token",
    )
    return parser


def _refuse(reason: str) -> int:
    print(f"sudoku-bot: {reason}", file=sys.stderr)
    return 2


async def _run(settings: Settings, *, as_playground: bool) -> None:
    stopped = _stop_signals()
    async with AsyncExitStack() as stack:
        services = await stack.enter_async_context(app.services_of(settings))
        if as_playground:
            journal = settings.database.with_name(settings.database.name + ".playground")
            api = await stack.enter_async_context(playground(settings.port, journal))
            application = app.build(services, api.token, TELEGRAM, lambda: PlaygroundRequest(api))
            hello = f"Open http://127.0.0.1:{settings.port} in a browser and say hello."
        else:
            application = app.build(services, settings.token, settings.api_url)
            hello = "Serving Telegram."
        await stack.enter_async_context(app.serving(application))
        print(hello, flush=True)
        await stopped.wait()


def _stop_signals() -> asyncio.Event:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(name, stopped.set)
        except NotImplementedError:
            # Windows: Ctrl-C arrives as KeyboardInterrupt instead.
            break
    return stopped


if __name__ == "__main__":
    sys.exit(main())
