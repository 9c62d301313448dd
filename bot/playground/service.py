"""The playground as a service: the pretend Telegram and its chat page, on loopback only."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

import uvicorn
from starlette.applications import Starlette

from bot.playground.api import BotApi
from bot.playground.people import default_people
from bot.playground.request import PlaygroundRequest
from bot.playground.web import create_web
from bot.web.port import open_port

HOST: Final = "127.0.0.1"


class PageServer(uvicorn.Server):
    """`await serve()` runs until `should_exit` is set; open event streams then end first.

    Signals are left to the caller, who has a bot to stop as well.
    """

    def __init__(self, web: Starlette, host: str = "127.0.0.1", port: int = 8080) -> None:
        config = uvicorn.Config(web, host=host, port=port, log_level="warning", lifespan="off")
        super().__init__(config)
        self._feed = web.state.feed

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._feed.close()
        await super().shutdown(sockets)


@asynccontextmanager
async def playground(
    port: int, journal: Path
) -> AsyncIterator[tuple[str, Callable[[], PlaygroundRequest]]]:
    """A pretend Telegram whose chats anybody at this machine can open in a browser.

    What was said is kept in `journal`. Gives its token, and what replaces the network to it. Raises
    OSError when the port is taken.
    """
    with open_port(HOST, port) as listening:
        api = BotApi(journal=journal)
        alice, ming, _ = default_people(api)
        api.restore()
        server = PageServer(create_web(api, (alice, ming)))
        task = asyncio.create_task(server.serve([listening]))
        try:
            yield api.token, lambda: PlaygroundRequest(api)
        finally:
            server.should_exit = True
            await task
            api.close()
