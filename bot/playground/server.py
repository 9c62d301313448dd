"""The chat page as a server in the event loop of the bot that it shows."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette


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
