"""The command `sudoku-bot` as an operator starts it: a real process in a folder of its own."""

import asyncio
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    asynccontextmanager,
    contextmanager,
    suppress,
)
from pathlib import Path
from typing import Final

import uvicorn
from starlette.applications import Starlette

from bot.commands import MUST_CHANGE
from bot.playground import BotApi
from bot.playground.http import create_http
from bot.web.port import NoPort, open_port

_FOLDER: Final = tempfile.TemporaryDirectory(prefix="compiled-")
_KEPT: Final = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": _FOLDER.name}
COMPILED: Final[Mapping[str, str]] = _KEPT if sys.dont_write_bytecode else {}
"""A cache for compiled modules if none may be written, because an installed program has one."""

PORTS: Final = range(20_000, 32_000)
"""Below those that the usual systems give to connections, and to servers that ask for any."""


def free_port() -> int:
    """A port that is free, and that no system gives away by itself.

    A port that the system has chosen may be given to a connection or another server before the
    program that is to have it has begun, or while it is started again.
    """
    while True:
        port = secrets.choice(PORTS)
        with suppress(NoPort), open_port("127.0.0.1", port):
            return port


def environment(settings: Mapping[str, str]) -> dict[str, str]:
    """The environment of this process, with only these settings."""
    others = {k: v for k, v in os.environ.items() if not k.startswith("SUDOKU_BOT_")}
    return {**others, **COMPILED} | {
        f"SUDOKU_BOT_{name}": value for name, value in settings.items()
    }


@contextmanager
def sudoku_bot(
    folder: Path, *arguments: str, program: Sequence[str] = ("-m", "bot"), **settings: str
) -> Iterator[subprocess.Popen[str]]:
    """Starts the real process, in a folder of its own, with only these settings."""
    with (folder / "log").open("a") as log:
        process = subprocess.Popen(
            [sys.executable, *program, *arguments],
            cwd=folder,
            env=environment(settings),
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    try:
        yield process
    finally:
        process.kill()
        if process.stdout and not process.stdout.closed:
            process.communicate()
        process.wait()


def refusal(
    folder: Path,
    *arguments: str,
    status: int = MUST_CHANGE,
    program: Sequence[str] = ("-m", "bot"),
    **settings: str,
) -> str:
    """Runs a command that cannot begin; gives what it prints before it ends with a status."""
    with sudoku_bot(folder, *arguments, program=program, **settings) as process:
        process.communicate(timeout=300)
    assert process.returncode == status
    return (folder / "log").read_text()


@contextmanager
def serving(
    folder: Path, *arguments: str, program: Sequence[str] = ("-m", "bot"), **settings: str
) -> Iterator[subprocess.Popen[str]]:
    """Starts the real process; returns once it says that it serves."""
    with sudoku_bot(folder, *arguments, program=program, **settings) as process:
        assert process.stdout is not None
        assert process.stdout.readline(), (folder / "log").read_text()
        yield process


def said(folder: Path, *arguments: str, **settings: str) -> tuple[int, str]:
    """Runs a command that ends by itself; gives its exit status and everything that it printed."""
    with sudoku_bot(folder, *arguments, **settings) as process:
        answer, _ = process.communicate(timeout=300)
    return process.returncode, answer + (folder / "log").read_text()


def telegram_at(api: BotApi) -> AbstractAsyncContextManager[str]:
    """Serves a Bot API over HTTP; gives its address."""
    return http_at(create_http(api))


@asynccontextmanager
async def http_at(web: Starlette) -> AsyncIterator[str]:
    """Serves any application; gives its address."""
    with open_port("127.0.0.1", 0) as listening:
        server = uvicorn.Server(uvicorn.Config(web, log_level="error"))
        task = asyncio.create_task(server.serve([listening]))
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await task


def names(folder: Path) -> list[str]:
    """The names of the files in a folder."""
    return sorted(file.name for file in folder.iterdir())
