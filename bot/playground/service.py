"""The playground as a service: the pretend Telegram and its chat page, on loopback only."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from starlette.applications import Starlette

from bot.playground.api import BotApi
from bot.playground.groups import default_people
from bot.playground.request import PlaygroundRequest
from bot.playground.web import create_web
from bot.web.port import PortServer, open_port

HOST: Final = "127.0.0.1"


class PageServer(PortServer):
    """Serves the page until `should_exit` is set, and then ends the open event streams first."""

    def __init__(self, web: Starlette) -> None:
        super().__init__(web)
        self._feed = web.state.feed

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._feed.close()
        await super().shutdown(sockets)


@asynccontextmanager
async def playground(
    port: int, journal: Path
) -> AsyncIterator[tuple[str, Callable[[], PlaygroundRequest]]]:
    """A pretend Telegram whose chats anybody at this machine can open in a browser.

    The chats are kept in `journal`. Yields the token and a maker of the requests that replace the
    network. Raises NoPort when the port is taken.
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
