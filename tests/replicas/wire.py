"""A connection to a server that can be cut in the middle, as a network is.

While it is cut nothing gets through, in either direction, and neither side is told: connections
stay open and new ones are accepted, as when packets are lost. What was sent meanwhile arrives when
the wire is mended, as TCP would resend it. A closed connection would be another fault, which is
easier to notice.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from typing import Final

LARGEST: Final = 1 << 16


class Wire:
    """Leads from a port of loopback to another one, while it is `laid`."""

    def __init__(self, port: int) -> None:
        self._upstream = port
        self._is_whole = asyncio.Event()
        self._is_whole.set()
        self._connections: set[asyncio.Task[None]] = set()
        self.port = 0

    @asynccontextmanager
    async def laid(self) -> AsyncIterator["Wire"]:
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            for connection in self._connections:
                connection.cancel()
            await asyncio.gather(*self._connections, return_exceptions=True)

    def leads_to(self, port: int) -> None:
        """Leads each new connection to this port, as an address that moves to another machine."""
        self._upstream = port

    @asynccontextmanager
    async def cut(self) -> AsyncIterator[None]:
        self._is_whole.clear()
        try:
            yield
        finally:
            self._is_whole.set()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)
        with closing(writer), suppress(ConnectionError, asyncio.CancelledError):
            await self._is_whole.wait()
            there, back = await asyncio.open_connection("127.0.0.1", self._upstream)
            with closing(back):
                await asyncio.gather(self._lead(reader, back), self._lead(there, writer))

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Copies until either side ends, which ends both."""
        with closing(writer), suppress(ConnectionError):
            while data := await reader.read(LARGEST):
                # What was read is held back while the wire is cut.
                await self._is_whole.wait()
                writer.write(data)
                await writer.drain()
            # Nor does the end of a connection get through a cut.
            await self._is_whole.wait()
