"""Ports, and connections to them that are held for too long, over real sockets."""

import asyncio
import gc
import socket
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any
from weakref import ref

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Message

from bot.web.port import PIECE, Limits, PortServer, is_stream, open_port
from bot.web.turns import MOST_SAVED, Turns

SOON = 0.2
UNHURRIED = 2.0
"""Seconds within which a request comes and is answered, also on a busy machine."""
GET = b"GET /%s HTTP/1.1\r\nhost: bot\r\n\r\n"
POST = b"POST /quick HTTP/1.1\r\nhost: bot\r\n"
CHUNKED = b"transfer-encoding: chunked\r\n"
Connection = tuple[StreamReader, StreamWriter]


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_its_connections_send_at_once(host: str) -> None:
    with (
        open_port(host, 0) as listening,
        socket.create_connection(listening.getsockname()[:2]),
    ):
        connection, _ = listening.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_port_that_is_taken_is_an_error() -> None:
    with (
        open_port("127.0.0.1", 0) as taken,
        pytest.raises(OSError, match=r"[Aa]ddress"),
        open_port(*taken.getsockname()),
    ):
        pytest.fail("it must not open")


class Served:
    """An app on a port: /quick answers, /stuck never does; /held and /events answer until `over`.

    /events is a stream, of which /much has more than anybody reads.
    """

    def __init__(self, limits: Limits, turns: Turns | None = None) -> None:
        self.answered = 0
        works = (self._quick, self._stuck, self._held, self._events, self._much)
        paths = {f"/{work.__name__[1:]}": work for work in works}
        routes = [Route(path, work, methods=["GET", "POST"]) for path, work in paths.items()]
        self.server = PortServer(Starlette(routes=routes), limits, turns)
        self.over = asyncio.Event()
        self.hang_up: Callable[[], None] | None = None
        self.port = 0

    async def _quick(self, request: Request) -> Response:
        await request.body()
        self.answered += 1
        return PlainTextResponse("here")

    async def _stuck(self, _: Request) -> Response:
        await asyncio.get_running_loop().create_future()
        return Response()

    async def _events(self, request: Request) -> Response:
        is_stream(request)
        return StreamingResponse(self._until_over())

    async def _held(self, _: Request) -> Response:
        return StreamingResponse(self._until_over())

    async def _much(self, request: Request) -> Response:
        self.hang_up = is_stream(request)
        return StreamingResponse(self._without_end())

    async def _without_end(self) -> AsyncIterator[bytes]:
        try:
            while True:
                yield bytes(PIECE)
                await asyncio.sleep(0)
        finally:
            self.over.set()

    async def _until_over(self) -> AsyncIterator[str]:
        yield "first "
        await self.over.wait()
        yield "last"

    async def connects(self, sent: bytes = b"", host: str = "127.0.0.1") -> Connection:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(host, 0))
        writer.write(sent)
        return reader, writer


@asynccontextmanager
async def served(limits: Limits, turns: Turns | None = None) -> AsyncIterator[Served]:
    with open_port("127.0.0.1", 0) as listening:
        app = Served(limits, turns)
        app.port = listening.getsockname()[1]
        task = asyncio.create_task(app.server.serve([listening]))
        try:
            yield app
        finally:
            app.server.should_exit = True
            await task


async def until_ended(connection: Connection) -> bytes:
    """What was sent until the other side ended the connection."""
    reader, writer = connection
    said = bytearray()
    with suppress(ConnectionResetError):
        async with asyncio.timeout(60):
            while chunk := await reader.read(1000):
                said += chunk
    writer.close()
    return bytes(said)


@pytest.mark.long
@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"G",
        b"GET /quick HTTP/1.1\r\nhost: b",
        b"POST /quick HTTP/1.1\r\nhost: bot\r\ncontent-length: 9\r\n\r\nx",
        GET % b"stuck",
    ],
)
async def test_whoever_does_not_come_to_an_end_is_ended(
    sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with served(Limits(seconds=SOON)) as app:
        assert await until_ended(await app.connects(sent)) == b""
    assert not caplog.records


@pytest.mark.long
async def test_a_connection_that_is_used_again_has_its_time_again() -> None:
    async with served(Limits(seconds=UNHURRIED)) as app:
        reader, writer = await app.connects()
        ended = asyncio.create_task(until_ended(await app.connects()))
        asked = 0
        while not ended.done():
            writer.write(GET % b"quick")
            assert b"here" in await reader.readuntil(b"here")
            asked += 1
        writer.write(2 * (GET % b"quick"))
        for _ in range(2):
            await reader.readuntil(b"here")
        assert asked > 1
        assert await until_ended((reader, writer)) == b""


@pytest.mark.parametrize("path", [b"quick", b"events"])
async def test_a_connection_that_has_ended_is_not_left_to_the_collector(path: bytes) -> None:
    gc.disable()
    try:
        async with served(Limits()) as app:
            reader, writer = await app.connects(GET % path)
            await reader.readuntil(b"here" if path == b"quick" else b"first ")
            (connection,) = map(ref, app.server.server_state.connections)
            writer.close()
            await writer.wait_closed()
            async with asyncio.timeout(30):
                while connection() is not None:
                    await asyncio.sleep(0)
    finally:
        gc.enable()


@pytest.mark.long
async def test_a_stream_lasts_for_as_long_as_its_page_is_open() -> None:
    async with served(Limits(seconds=UNHURRIED)) as app:
        reader, writer = await app.connects(GET % b"events")
        await reader.readuntil(b"first ")
        await until_ended(await app.connects())
        app.over.set()
        assert await reader.readuntil(b"last")
        writer.close()


@pytest.mark.long
async def test_somebody_who_asks_is_answered_while_others_hold_all_places(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with served(Limits(connections=5, seconds=60)) as app:
        silent = [await app.connects() for _ in range(30)]
        reader, writer = await app.connects(GET % b"quick")
        assert await reader.readuntil(b"here")
        ended = [asyncio.create_task(until_ended(connection)) for connection in silent]
        # The answered one and the four that came last are left.
        assert [await one for one in ended[:26]] == [b""] * 26
        assert not any(one.done() for one in ended[26:])
        writer.close()
    assert [await one for one in ended[26:]] == [b""] * 4
    assert not caplog.records


@pytest.mark.long
async def test_room_is_made_by_the_address_with_the_most_connections() -> None:
    async with served(Limits(connections=5, seconds=60)) as app:
        first = asyncio.create_task(until_ended(await app.connects(host="127.0.0.2")))
        many = [asyncio.create_task(until_ended(await app.connects())) for _ in range(30)]
        assert [await one for one in many[:26]] == [b""] * 26
        assert not first.done()
        assert not any(one.done() for one in many[26:])
    await asyncio.gather(first, *many)


@pytest.mark.long
async def test_one_that_is_being_answered_does_not_make_room() -> None:
    async with served(Limits(connections=1, seconds=60)) as app:
        reader, writer = await app.connects(GET % b"held")
        await reader.readuntil(b"first ")
        assert await until_ended(await app.connects(GET % b"quick")) == b""
        app.over.set()
        assert await reader.readuntil(b"last")
        writer.close()


async def test_streams_take_no_place_from_other_connections() -> None:
    async with served(Limits(connections=1, seconds=60)) as app:
        streams = [await app.connects(GET % b"events") for _ in range(3)]
        for reader, _ in streams:
            await reader.readuntil(b"first ")
        reader, writer = await app.connects(GET % b"quick")
        assert await reader.readuntil(b"here")
        writer.close()
        app.over.set()
        for reader, writer in streams:
            await reader.readuntil(b"last")
            writer.close()


async def test_a_stream_that_nobody_reads_can_be_ended(caplog: pytest.LogCaptureFixture) -> None:
    async with served(Limits()) as app:
        reader, writer = await app.connects(GET % b"much")
        await reader.readuntil(b"200 OK")
        assert app.hang_up is not None
        app.hang_up()
        await app.over.wait()
        await until_ended((reader, writer))
    assert not caplog.records


@pytest.mark.long
async def test_the_end_waits_for_nobody_who_has_not_asked(
    caplog: pytest.LogCaptureFixture,
) -> None:
    slow = b"POST /quick HTTP/1.1\r\nhost: bot\r\ncontent-length: 9\r\n\r\nx"
    async with served(Limits(seconds=3600)) as app:
        held = [await app.connects(sent) for sent in (b"", b"G", slow)]
        reader, writer = await app.connects(GET % b"quick")
        await reader.readuntil(b"here")
        held.append((reader, writer))
    assert [await until_ended(one) for one in held] == [b""] * 4
    assert not caplog.records


@pytest.mark.long
@pytest.mark.parametrize(
    "headers",
    [
        b"content-length: 5\r\n" + CHUNKED,
        CHUNKED + b"Content-Length: 5\r\n",
        b"content-length: 5\r\ntransfer-encoding:\r\n chunked\r\n",
        b"content-length: 5\ntransfer-encoding: chunked\n",
        b"content-length: 5\r\ncontent-length: 50\r\n",
        b"content-length: 5, 50\r\n",
        b"transfer-encoding: chunked, identity\r\n",
        b"content-length: 5\r\ntransfer-encoding: identity\r\n",
        CHUNKED + CHUNKED,
    ],
)
async def test_a_request_whose_end_is_not_certain_is_the_last_of_its_connection(
    headers: bytes,
) -> None:
    async with served(Limits()) as app:
        connection = await app.connects(POST + headers + b"\r\n0\r\n\r\n" + GET % b"quick")
        said = await until_ended(connection)
    assert said.startswith(b"HTTP/1.1 400 ")
    assert said.count(b"HTTP/1.1") == 1
    assert b"here" not in said


@pytest.mark.long
async def test_requests_with_one_length_share_a_connection() -> None:
    async with served(Limits()) as app:
        chunked = POST + CHUNKED + b"\r\n3\r\none\r\n0\r\n\r\n"
        counted = POST + b"content-length: 3\r\n\r\none"
        reader, writer = await app.connects(2 * (chunked + counted))
        for _ in range(4):
            assert (await reader.readuntil(b"here")).startswith(b"HTTP/1.1 200 ")
        writer.close()


class Stopped:
    """A clock by which nobody gets another turn unless `gives` says so."""

    def __init__(self) -> None:
        self.now = 0.0
        self._calls: list[Callable[[], None]] = []

    def time(self) -> float:
        return self.now

    def call_later(self, _: float, callback: Callable[[], None], /) -> object:
        self._calls.append(callback)
        return None

    def gives(self) -> None:
        """Time enough for all turns that are saved."""
        self.now += 3600
        calls, self._calls = self._calls, []
        for call in calls:
            call()


SECRET = b"x-secret: open sesame\r\n"


def with_turns(clock: Stopped) -> Turns:
    """Turns by a clock, which nobody needs who brings the secret; all that are saved are spent."""
    turns = Turns(clock, lambda head: SECRET.strip() in head)
    while turns.take():
        pass
    return turns


@pytest.mark.long
@pytest.mark.parametrize(
    "sent",
    [
        GET % b"quick",
        GET % b"quick" + 30 * (GET % b"quick"),
        b"G",
        b"nonsense\r\n\r\n",
        POST + b"content-length: 21\r\n\r\nx-secret: open sesame",
    ],
)
async def test_what_strangers_send_is_not_looked_at_before_their_turn(sent: bytes) -> None:
    clock = Stopped()
    async with served(Limits(), with_turns(clock)) as app:
        stranger = await app.connects(sent)
        known, writer = await app.connects(GET[:-2] % b"quick" + SECRET + b"\r\n")
        await known.readuntil(b"here")
        writer.write(GET[:-2] % b"quick" + SECRET + b"\r\n")
        await known.readuntil(b"here")
        assert app.answered == 2
        writer.close()
    assert await until_ended(stranger) == b""


@pytest.mark.long
async def test_each_answer_takes_a_turn_however_many_are_asked_for_in_one_packet() -> None:
    clock = Stopped()
    async with served(Limits(), with_turns(clock)) as app:
        reader, writer = await app.connects((int(MOST_SAVED) + 5) * (GET % b"quick"))
        known, other = await app.connects(GET[:-2] % b"quick" + SECRET + b"\r\n")
        await known.readuntil(b"here")
        clock.gives()
        for _ in range(int(MOST_SAVED)):
            await reader.readuntil(b"here")
        other.write(GET[:-2] % b"quick" + SECRET + b"\r\n")
        await known.readuntil(b"here")
        assert app.answered == MOST_SAVED + 2
        clock.gives()
        for _ in range(5):
            await reader.readuntil(b"here")
        writer.close()
        other.close()


@pytest.mark.long
async def test_what_comes_in_parts_is_answered_after_its_last_turn() -> None:
    clock = Stopped()
    async with served(Limits(), with_turns(clock)) as app:
        request = GET % b"quick"
        reader, writer = await app.connects(request[:9])
        known, other = await app.connects(GET[:-2] % b"quick" + SECRET + b"\r\n")
        await known.readuntil(b"here")
        clock.gives()
        writer.write(request[9:])
        await reader.readuntil(b"here")
        writer.close()
        other.close()


@pytest.mark.long
async def test_who_brought_the_secret_once_waits_without_it() -> None:
    """Proxies put the requests of everybody on the same connections."""
    clock = Stopped()
    async with served(Limits(), with_turns(clock)) as app:
        reader, writer = await app.connects(GET[:-2] % b"quick" + SECRET + b"\r\n")
        await reader.readuntil(b"here")
        writer.write(GET % b"quick")
        known, other = await app.connects(GET[:-2] % b"quick" + SECRET + b"\r\n")
        await known.readuntil(b"here")
        assert app.answered == 2
        clock.gives()
        await reader.readuntil(b"here")
        writer.close()
        other.close()


@pytest.mark.long
async def test_a_large_body_behind_the_secret_waits_for_no_turn() -> None:
    body = b"x" * (5 * PIECE)
    head = POST + SECRET + b"content-length: %d\r\n\r\n" % len(body)
    async with served(Limits(), with_turns(Stopped())) as app:
        reader, writer = await app.connects(head + body)
        await reader.readuntil(b"here")
        writer.close()


@pytest.mark.long
async def test_who_stands_in_line_keeps_the_place() -> None:
    clock = Stopped()
    async with served(Limits(connections=5, seconds=60), with_turns(clock)) as app:
        in_line = [await app.connects(GET % b"quick") for _ in range(4)]
        late = [asyncio.create_task(until_ended(await app.connects())) for _ in range(10)]
        # The last one has a place as well: the fifth.
        assert [await one for one in late[:9]] == [b""] * 9
        clock.gives()
        for reader, writer in in_line:
            await reader.readuntil(b"here")
            writer.close()
    await late[9]


async def status_of(*headers: tuple[bytes, bytes]) -> tuple[int, dict[bytes, bytes]]:
    """What is answered to a request with these headers, without a socket."""
    server = PortServer(PlainTextResponse("here"))
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/", "headers": headers, "state": {}}
    app: Any = server.config.app
    await app(scope, receive, send)
    return sent[0]["status"], dict(sent[0]["headers"])


async def test_two_lengths_are_refused_and_end_the_connection() -> None:
    """RFC 9112, 6.3."""
    length, chunked = (b"content-length", b"4"), (b"transfer-encoding", b"chunked")
    for one in ((), (length,), (chunked,)):
        assert (await status_of((b"host", b"bot"), *one))[0] == 200
    status, headers = await status_of(chunked, (b"host", b"bot"), length)
    assert (status, headers[b"connection"]) == (400, b"close")


def test_a_port_for_every_address_of_a_family() -> None:
    for host, family in (("127.0.0.1", socket.AF_INET), ("::1", socket.AF_INET6)):
        with open_port(host, 0) as listening:
            assert listening.family == family
            assert listening.getsockname()[:1] == (host,)
