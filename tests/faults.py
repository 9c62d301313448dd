"""A proxy between the bot and any Bot API server that spoils calls on purpose.

    async with FaultyProxy(address, plan) as proxy:   # give proxy.address to the bot

A call can go wrong in a few ways, and the way decides whether the server has carried it out. If it
was refused or cut off before it arrived, the server has not. If it was cut off after it arrived, or
answered too late, the server has, and the caller cannot know. `plan` chooses a fault for each call
by the name of its method. `done` records what was done to each call, so that a test can tell a
message that came twice because its answer was lost from one that the bot sent twice.
"""

import asyncio
import json
from collections.abc import Callable
from contextlib import AsyncExitStack, closing, suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Self
from urllib.parse import unquote, urlsplit

import aiohttp
import h11

LARGEST: Final = 1 << 16
UNSENT: Final = frozenset({"transfer-encoding", "content-encoding", "content-length", "connection"})
"""Headers that belong to one connection, which the proxy sets itself."""


class Kind(StrEnum):
    """What happens to a call."""

    REFUSE = "refuse"
    """The proxy answers with a status of its own; the server gets nothing."""

    CUT_BEFORE = "cut before"
    """The connection ends, and the server gets nothing."""

    CUT_AFTER = "cut after"
    """The server gets the call, and the connection ends without an answer."""

    CUT_WITHIN = "cut within"
    """The server gets the call, and the connection ends in the middle of the answer."""

    GARBLE = "garble"
    """The server gets the call, and half of its answer is passed on as if it were whole."""

    DELAY = "delay"
    """The server gets the call at once, and its answer is passed on later."""

    HOLD = "hold"
    """The server gets the call later, and its answer is passed on at once."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault; `seconds` for DELAY and HOLD, `status` and perhaps `retry_after` for REFUSE."""

    kind: Kind
    status: int = 502
    retry_after: int | None = None
    seconds: float = 0.0

    @property
    def hides(self) -> bool:
        """Whether the server has carried out the call although the caller may not learn of it."""
        return self.kind not in {Kind.REFUSE, Kind.CUT_BEFORE}

    @property
    def body(self) -> bytes:
        """A refusal in the form of the Bot API; a gateway's statuses (from 500 on) come as HTML."""
        if self.status >= 500:
            return b"<html><body>Bad Gateway</body></html>"
        told: dict[str, Any] = {"ok": False, "error_code": self.status, "description": "Spoilt"}
        if self.retry_after is not None:
            told["description"] = f"Too Many Requests: retry after {self.retry_after}"
            told["parameters"] = {"retry_after": self.retry_after}
        return json.dumps(told).encode()


Plan = Callable[[str], Fault | None]
"""Chooses what to do with a call, by the name of its method."""


@dataclass(frozen=True, slots=True)
class Done:
    """A call that came through the proxy, and what was done to it."""

    method: str
    body: bytes
    fault: Fault | None


def no_faults(_: str) -> None:
    """The plan that spoils nothing."""


class FaultyProxy:
    """Serves on a port of loopback inside `async with`; `plan` may be changed meanwhile."""

    def __init__(self, upstream: str, plan: Plan = no_faults) -> None:
        self._upstream = upstream
        self._running = AsyncExitStack()
        self._session: aiohttp.ClientSession
        self._calls: set[asyncio.Task[None]] = set()
        self.plan = plan
        self.address = ""
        self.done: list[Done] = []

    async def __aenter__(self) -> Self:
        self._session = await self._running.enter_async_context(aiohttp.ClientSession())
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self._running.push_async_callback(self._close, server)
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._running.aclose()

    async def _close(self, server: asyncio.Server) -> None:
        server.close()
        for call in self._calls:
            call.cancel()
        await asyncio.gather(*self._calls, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._calls.add(task)
        task.add_done_callback(self._calls.discard)
        ends = asyncio.CancelledError, ConnectionError, h11.RemoteProtocolError, aiohttp.ClientError
        with closing(writer), suppress(*ends):
            await self._serve(h11.Connection(h11.SERVER), reader, writer)

    async def _serve(
        self, http: h11.Connection, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Serves the calls of one connection, until a fault ends it."""
        while (request := await _event(http, reader)) is not None:
            assert isinstance(request, h11.Request)
            body = bytearray()
            while isinstance(part := await _event(http, reader), h11.Data):
                body += part.data
            answer = await self._spoilt(request, bytes(body), writer)
            if answer is None:
                return
            await _answer(http, writer, *answer)
            if http.our_state is h11.MUST_CLOSE:
                return
            http.start_next_cycle()

    async def _spoilt(
        self, request: h11.Request, body: bytes, writer: asyncio.StreamWriter
    ) -> tuple[int, bytes] | None:
        """The answer to a call; None if the connection is to end."""
        target = request.target.decode()
        method = unquote(urlsplit(target).path).rpartition("/")[2]
        fault = self.plan(method)
        self.done.append(Done(method, body, fault))
        match fault:
            case Fault(Kind.REFUSE, status):
                return status, fault.body
            case Fault(Kind.CUT_BEFORE):
                return None
            case Fault(Kind.HOLD, seconds=seconds):
                await asyncio.sleep(seconds)
        answer = await self._forwarded(request, target, body)
        return answer if fault is None else await _answered(fault, answer, writer)

    async def _forwarded(self, request: h11.Request, target: str, body: bytes) -> tuple[int, bytes]:
        headers = {
            name.decode(): value.decode()
            for name, value in request.headers
            if name.decode() not in UNSENT | {"host"}
        }
        async with self._session.request(
            request.method.decode(), self._upstream + target, data=body, headers=headers
        ) as answer:
            return answer.status, await answer.read()


async def _answered(
    fault: Fault, answer: tuple[int, bytes], writer: asyncio.StreamWriter
) -> tuple[int, bytes] | None:
    """What is left of an answer; None if the connection is to end."""
    status, body = answer
    match fault.kind:
        case Kind.CUT_AFTER:
            return None
        case Kind.CUT_WITHIN:
            # The length announces more than comes, so the caller sees an answer that breaks off.
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n" + body[:20])
            await writer.drain()
            return None
        case Kind.GARBLE:
            return status, body[: len(body) // 2]
        case Kind.DELAY:
            await asyncio.sleep(fault.seconds)
    return answer


async def _event(http: h11.Connection, reader: asyncio.StreamReader) -> h11.Event | None:
    """The next part of a request; None if the caller has gone."""
    while (event := http.next_event()) is h11.NEED_DATA:
        http.receive_data(await reader.read(LARGEST))
    return None if isinstance(event, h11.ConnectionClosed) else _known(event)


def _known(event: object) -> h11.Event:
    assert isinstance(event, h11.Event)
    return event


async def _answer(
    http: h11.Connection, writer: asyncio.StreamWriter, status: int, body: bytes
) -> None:
    headers = [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
    for event in (
        h11.Response(status_code=status, headers=headers),
        h11.Data(data=body),
        h11.EndOfMessage(),
    ):
        writer.write(http.send(event) or b"")
    await writer.drain()
