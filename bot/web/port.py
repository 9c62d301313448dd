"""Ports to serve on, and how long others may hold a connection to them.

The problem: anybody who reaches the port can open connections and send nothing, or one byte a
minute. Each connection holds a file descriptor. When a process has none left it answers nobody, and
can neither open its own database nor reach Telegram. uvicorn limits neither the number of
connections nor the time that the head or the body of a request takes.

What holds: there are never more than MOST_CONNECTIONS. When one more comes, a connection without a
whole request is ended: of the address that has most of them, one that does not stand in line (see
below) before one that does, and of those the one that has waited longest. So a client that sends
its request promptly is answered while others hold all places. A request takes at most
REQUEST_SECONDS from its first moment to its answer; then its connection is ended. Connections are
accepted in small batches (ACCEPTED_AT_ONCE), because asyncio accepts a whole batch before it does
anything else, and logs an error for each of the batch when descriptors run out. Others wait in a
longer queue of the kernel.

A connection is read in pieces of PIECE bytes, so that all of them together hold little memory. A
port that strangers may reach has its connections wait for their `Turns` (bot/web/turns.py says why)
before what was read is parsed.

A stream of events lasts for as long as its page is open. The handler that begins one says so
(`is_stream`) after it has seen who asks, and limits their number itself, so streams are not counted
among the MOST_CONNECTIONS. What a page does not take of its stream is kept up to STREAM_UNSENT.

These limits end connections in the middle of a request, so that is neither an error nor worth a
line in the log. When the server stops, it first ends the requests that were not read to their end,
because nobody would finish them.
"""

import asyncio
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final
from weakref import ref

import uvicorn
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from bot.web.turns import Turns

MOST_CONNECTIONS: Final = 200
REQUEST_SECONDS: Final = 8.0
TWO_LENGTHS: Final = frozenset({b"content-length", b"transfer-encoding"})
STOP_SECONDS: Final = 3
ACCEPTED_AT_ONCE: Final = 10
QUEUE: Final = 100
PIECE: Final = 16_384
"""Bytes that are read from a connection at once; asyncio itself would read 256 kB."""

STREAM_UNSENT: Final = 4_096
"""Bytes from which on a stream waits for its reader; asyncio itself would keep 64 kB."""

END_OF_HEAD: Final = b"\r\n\r\n"


class NoPort(OSError):  # noqa: N818 - says what is
    """Raised when an address cannot be listened at, for the reason in `errno`."""


def open_port(host: str, port: int) -> socket.socket:
    """A listening socket whose connections send without delay; the caller closes it.

    asyncio sets TCP_NODELAY only on sockets that name their protocol, and those of `create_server`
    do not. Without it an answer in two parts waits 40 ms for the other side to acknowledge the
    first part. Raises NoPort, for example if the port is taken.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=QUEUE)
    except OSError as refusal:
        raise NoPort(*refusal.args) from refusal
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


@dataclass(frozen=True, slots=True)
class Limits:
    """The most connections at a time, and the seconds for a request and its answer."""

    connections: int = MOST_CONNECTIONS
    seconds: float = REQUEST_SECONDS


class PortServer(uvicorn.Server):
    """Serves an app within limits; `await serve([port])` runs until `should_exit` is set.

    Signals are left to the process, which has to stop a bot as well. Without `turns` every request
    is read as it comes.
    """

    server_state: "_Connections"

    def __init__(
        self, app: ASGIApp, limits: Limits | None = None, turns: Turns | None = None
    ) -> None:
        super().__init__(
            uvicorn.Config(
                _Quiet(_Unambiguous(app)),
                http=_Connection,
                ws="none",
                log_config=None,
                log_level="warning",
                access_log=False,
                server_header=False,
                lifespan="off",
                backlog=ACCEPTED_AT_ONCE,
                timeout_graceful_shutdown=STOP_SECONDS,
            )
        )
        self.server_state = _Connections(limits or Limits(), turns)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins to accept, with a queue of the kernel that is longer than a batch."""
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(QUEUE)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends the requests that were not read to their end, then stops as uvicorn does."""
        for connection in self.server_state.waiting:
            connection.end()
        await super().shutdown(sockets)


def is_stream(request: Request, *, ends_unread: bool = False) -> Callable[[], None]:
    """Marks a request as a stream, whose answer may last as long as somebody reads it.

    Where it `ends_unread`, the task that serves it is cancelled when its connection is lost.
    Returns what ends its connection without waiting for the reader.
    """
    connection = getattr(request.state, "connection", lambda: None)()
    if not isinstance(connection, _Connection):
        # Without a port, as in tests, there is no connection to end.
        return lambda: None
    connection.begin_stream(ends_unread=ends_unread)
    return connection.end


class _Connections(ServerState):
    """All connections to a port."""

    def __init__(self, limits: Limits, turns: Turns | None) -> None:
        super().__init__()
        self.limits = limits
        self.turns = turns
        self.piece = bytearray(PIECE)
        self.streams = set[_Connection]()

    @property
    def waiting(self) -> tuple["_Connection", ...]:
        """The connections without a whole request that waits for its answer."""
        ours = (held for held in self.connections if isinstance(held, _Connection))
        return tuple(held for held in ours if held.is_waiting)

    def make_room(self) -> None:
        """Ends one of the connections that wait, if the new one is too many."""
        if len(self.connections) - len(self.streams) > self.limits.connections:
            # Never empty: the new connection waits too, and goes itself if no other one does.
            waiting = self.waiting
            crowd = Counter(held.host for held in waiting)
            min(waiting, key=lambda one: (-crowd[one.host], one.is_in_line, one.since)).end()


class _Connection(H11Protocol, asyncio.BufferedProtocol):
    """A connection that is ended if a request and its answer take too long.

    `since` is when its present request began, or its wait for one.
    """

    server_state: _Connections
    since = 0.0
    host = ""
    is_in_line = False
    _deadline: asyncio.TimerHandle | None = None
    _is_between = False
    _needs_no_turn = False
    _ends_unread = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # For `is_stream`, which finds it in the scope of each request. A connection that has ended
        # would keep itself there until the collector of cycles comes.
        self.app_state = {**self.app_state, "connection": ref(self)}
        self.host = self.client[0] if self.client else ""
        self._begin()
        self.server_state.make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        self._no_deadline()
        self._leave_line()
        self.server_state.streams.discard(self)
        if self._ends_unread:
            self._end_work()
        super().connection_lost(exc)

    def get_buffer(self, _: int) -> bytearray:
        # One for all connections: what was read is copied at once.
        return self.server_state.piece

    def buffer_updated(self, nbytes: int) -> None:
        self.data_received(bytes(self.server_state.piece[:nbytes]))

    def data_received(self, data: bytes) -> None:
        # The first bytes after an answer begin the next request on a kept connection.
        if self._is_between:
            self._is_between = False
            self._begin()
        super().data_received(data)

    def handle_events(self) -> None:
        """Acts upon what has been read, or waits for the turn to do so."""
        turns = self.server_state.turns
        read, _ = self.conn.trailing_data
        if turns is None or not read or self._is_free(turns, read) or turns.take():
            super().handle_events()
        else:
            self.is_in_line = True
            self.flow.pause_reading()
            turns.wait(self)

    def has_turn(self) -> None:
        self.is_in_line = False
        self.flow.resume_reading()
        super().handle_events()

    def on_response_complete(self) -> None:
        # The client may still have to take the answer, for which it has as long again.
        self.server_state.streams.discard(self)
        self._ends_unread = False
        self._begin()
        self._is_between = True
        super().on_response_complete()

    @property
    def is_waiting(self) -> bool:
        """Whether there is no whole request that waits for its answer."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def begin_stream(self, *, ends_unread: bool) -> None:
        """Lets the present answer last, outside of the limits of other connections."""
        self.server_state.streams.add(self)
        self._ends_unread = ends_unread
        self.transport.set_write_buffer_limits(STREAM_UNSENT)

    def end(self) -> None:
        """Ends the connection without waiting for the client, and the task that serves it."""
        self._no_deadline()
        self._leave_line()
        self.server_state.streams.discard(self)
        self._ends_unread = False
        self.connections.discard(self)
        self.transport.abort()
        self._end_work()

    def _end_work(self) -> None:
        if self.scope and (work := self.scope["state"].get("work")):
            work.cancel()

    def _is_free(self, turns: Turns, read: bytes) -> bool:
        if self.cycle is None or self.cycle.response_complete:
            head, _, _ = read.partition(END_OF_HEAD)
            self._needs_no_turn = turns.needs_none(head)
        return self._needs_no_turn

    def _leave_line(self) -> None:
        if turns := self.server_state.turns:
            turns.leave(self)

    def _begin(self) -> None:
        self._no_deadline()
        self.since = self.loop.time()
        self._deadline = self.loop.call_later(self.server_state.limits.seconds, self._too_late)

    def _no_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()

    def _too_late(self) -> None:
        # Even a stream has to send its request in time.
        if self.is_waiting or self not in self.server_state.streams:
            self.end()


class _Unambiguous:
    """Refuses requests that give their length in two ways.

    A proxy may believe one of them and we the other, so that part of one request would be answered
    as the next (request smuggling). So the connection ends (RFC 9112, 6.3). The parser itself
    refuses lengths that differ, and every coding but `chunked`.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._app
        if {name for name, _ in scope["headers"]} >= TWO_LENGTHS:
            app = Response(status_code=400, headers={"connection": "close"})
        await app(scope, receive, send)


class _Quiet:
    """Runs an app in which the end of a connection, or of the server, is no error."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # For `end`, which finds the task by the scope.
        scope["state"]["work"] = asyncio.current_task()
        try:
            await self._app(scope, receive, send)
        except (ClientDisconnect, asyncio.CancelledError):
            return
