"""The playground as a service: the pretend Telegram and its chat page, on loopback only."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from starlette.applications import Starlette

from bot.playground.api import BotApi
from bot.playground.apps import PATH, Mounted
from bot.playground.groups import default_people
from bot.playground.request import PlaygroundRequest
from bot.playground.web import create_web
from bot.web.port import PortServer, open_port

HOST: Final = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Pretended:
    """What a bot needs of the pretend Telegram.

    `network` makes the requests that replace the network, and `page` is where the bot's own page is
    served, at `app_url`, once its app is set.
    """

    token: str
    network: Callable[[], PlaygroundRequest]
    app_url: str
    page: Mounted


class PageServer(PortServer):
    """Serves the page until `should_exit` is set, and then ends the open event streams first."""

    def __init__(self, web: Starlette) -> None:
        super().__init__(web)
        self._feed = web.state.feed

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._feed.close()
        await super().shutdown(sockets)


@asynccontextmanager
async def playground(port: int, journal: Path) -> AsyncIterator[Pretended]:
    """A pretend Telegram whose chats anybody at this machine can open in a browser.

    The chats are kept in `journal`. Raises NoPort when the port is taken.
    """
    with open_port(HOST, port) as listening:
        api = BotApi(journal=journal)
        alice, ming, _ = default_people(api)
        api.restore()
        web = create_web(api, (alice, ming))
        server = PageServer(web)
        task = asyncio.create_task(server.serve([listening]))
        try:
            url = f"http://{HOST}:{port}{PATH}"
            yield Pretended(api.token, partial(PlaygroundRequest, api), url, web.state.page_of_bot)
        finally:
            server.should_exit = True
            await task
            api.close()
