"""Real HTTP servers on free ports of this machine."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import uvicorn
from starlette.applications import Starlette

from bot.playground.service import PageServer
from bot.web.port import open_port


def served(app: Starlette) -> AbstractAsyncContextManager[str]:
    """Serves any application; gives its address."""
    return _running(uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off")), 0)


def shown(web: Starlette, port: int = 0) -> AbstractAsyncContextManager[str]:
    """Serves the chat page; gives its address."""
    return _running(PageServer(web), port)


@asynccontextmanager
async def _running(server: uvicorn.Server, port: int) -> AsyncIterator[str]:
    """An open port; connections wait in the kernel until the server is up."""
    with open_port("127.0.0.1", port) as listener:
        task = asyncio.create_task(server.serve([listener]))
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            await task
