"""The playground as a service: the pretend Telegram and its chat page, on loopback only."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from bot.playground.api import BotApi
from bot.playground.people import default_people
from bot.playground.server import PageServer
from bot.playground.web import create_web
from bot.web.port import open_port

HOST: Final = "127.0.0.1"


@asynccontextmanager
async def playground(port: int, journal: Path) -> AsyncIterator[BotApi]:
    """A pretend Telegram whose chats anybody at this machine can open in a browser.

    What was said is kept in `journal`. Raises OSError when the port is taken.
    """
    with open_port(HOST, port) as listening:
        api = BotApi(journal=journal)
        alice, ming, _ = default_people(api)
        api.restore()
        server = PageServer(create_web(api, (alice, ming)))
        task = asyncio.create_task(server.serve([listening]))
        try:
            yield api
        finally:
            server.should_exit = True
            await task
            api.close()
