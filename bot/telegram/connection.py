"""Calls to Telegram over HTTP, made with aiohttp.

python-telegram-bot has a connection of its own, on httpx, but it took two thirds of the processor
time of a move.

The token stands in the address of every call, so it must be kept out of whatever is logged: out of
the texts of errors, and out of refusals, which a proxy may write with the address in them.
"""

import json
import os
import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any, Final
from urllib.request import getproxies, proxy_bypass

import aiohttp
import certifi
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData
from yarl import URL

NOT_SENT: Final = (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError)
"""Failures after which Telegram has surely not seen the call, since there was no connection."""

_UNSAFE: Final = "no safe connection came about"

WORDS: Final = (
    (aiohttp.ClientConnectorDNSError, "the name of the server is not found"),
    (aiohttp.ClientProxyConnectionError, "the proxy does not answer"),
    (aiohttp.ClientHttpProxyError, "the proxy refuses the call"),
    (aiohttp.ClientConnectorCertificateError, "the server's certificate is not trusted"),
    (aiohttp.ClientSSLError, _UNSAFE),
    (ssl.SSLError, _UNSAFE),
    (aiohttp.ServerDisconnectedError, "the server has ended the connection"),
)
"""What an operator is told of each kind of failure."""

READ_SECONDS: Final = 5.0
CONNECT_SECONDS: Final = 5.0
POOL_SECONDS: Final = 1.0
DNS_SECONDS: Final = 300
LARGEST_ANSWER: Final = 20 * 1024 * 1024
"""Bytes of the largest file that a bot can download; all other answers are far smaller."""

_MOST_READ: Final = ContextVar("most_read", default=LARGEST_ANSWER)

TOKEN: Final = re.compile(r"/bot\d+:([^/]+)")
"""Finds the token in an address; the half behind the colon is the secret."""

JSON: Final = {"Content-Type": "application/json"}


class AnswerTooLarge(NetworkError):  # noqa: N818 - says what became of the call
    """Raised when an answer is longer than may be read; the rest is not read."""

    def __init__(self) -> None:
        super().__init__("the answer is too large")


@contextmanager
def reading_at_most(count: int) -> Iterator[None]:
    """Within the block, calls read at most `count` bytes of an answer, or raise AnswerTooLarge.

    A refusal may be longer, up to LARGEST_ANSWER, so that its reason can be read.
    """
    before = _MOST_READ.set(count)
    try:
        yield
    finally:
        _MOST_READ.reset(before)


class TelegramConnection(BaseRequest):
    """Makes up to `connections` calls at a time over kept connections.

    Proxies come from the environment. The `__cause__` of an error is aiohttp's. `date` is the Date
    header of the last answer.
    """

    date: str | None = None

    def __init__(self, connections: int) -> None:
        self._connections = connections
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float | None:
        return READ_SECONDS

    async def initialize(self) -> None:
        """Makes the session, which connects to nothing yet; may be called again."""
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(
                    limit=self._connections, ssl=_trusted(), ttl_dns_cache=DNS_SECONDS
                ),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": self.USER_AGENT},
            )

    async def shutdown(self) -> None:
        """Closes all connections; may be called again."""
        if self._session is not None:
            session, self._session = self._session, None
            await session.close()

    async def do_request(  # noqa: PLR0917 - the library's own signature
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,  # noqa: ARG002 - reading runs meanwhile
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """The status and the body; raises TimedOut and NetworkError."""
        if self._session is None:
            raise RuntimeError("this connection is not initialized")
        connect = _seconds(connect_timeout, CONNECT_SECONDS)
        waits = aiohttp.ClientTimeout(
            # In aiohttp `connect` includes the wait for a free connection.
            connect=_sum(connect, _seconds(pool_timeout, POOL_SECONDS)),
            sock_connect=connect,
            sock_read=_seconds(read_timeout, READ_SECONDS),
        )
        try:
            async with self._session.request(
                method, url, **_call(url, request_data), timeout=waits
            ) as answer:
                self.date = answer.headers.get("Date")
                body = await _read(answer)
                return answer.status, body if answer.ok else _without_token(body, url)
        except TimeoutError as late:
            raise TimedOut from late
        except (aiohttp.ClientError, OSError) as failed:
            # The texts of some of these errors hold the address, and so the token.
            raise NetworkError(_words(failed)) from failed


def _words(failed: Exception) -> str:
    """What went wrong, for an operator, with the name of the error and without its text."""
    name = type(failed).__name__
    # An error with a number of TLS, which is none of the system, names that of TLS as its cause.
    errors = (failed, failed.__cause__)
    told = next((words for one in errors for kind, words in WORDS if isinstance(one, kind)), None)
    if told is None and isinstance(failed, OSError) and failed.errno:
        told = os.strerror(failed.errno)
    return f"{told} ({name})" if told else name


async def _read(answer: aiohttp.ClientResponse) -> bytes:
    """The body; raises AnswerTooLarge, before it reads anything where the length is given."""
    most = _MOST_READ.get() if answer.ok else LARGEST_ANSWER
    if (answer.content_length or 0) > most:
        raise AnswerTooLarge
    body = bytearray()
    try:
        async for piece in answer.content.iter_any():
            if len(body) + len(piece) > most:
                raise AnswerTooLarge
            body += piece
        return bytes(body)
    finally:
        # The traceback of an error keeps this frame, and with it up to 20 MB, alive for a while.
        body.clear()


def _without_token(body: bytes, url: str) -> bytes:
    """Removes the token from a refusal: a proxy may quote the address, and errors are logged."""
    token = TOKEN.search(url)
    return body.replace(token[1].encode(), b"<token>") if token else body


def _call(url: str, data: RequestData | None) -> dict[str, Any]:
    scheme, _, rest = url.partition("://")
    body, way = _body(data), _way(scheme, rest.partition("/")[0])
    return {**body, **way, "headers": {**body.get("headers", {}), **way.get("headers", {})}}


@cache
def _way(scheme: str, server: str) -> dict[str, Any]:
    """The proxy of the environment, looked up once; aiohttp would ask a thread at every call."""
    found = getproxies().get(scheme)
    if found is None or proxy_bypass(server):
        return {}
    proxy = URL(found)
    if proxy.user is None:
        return {"proxy": proxy}
    name = aiohttp.encode_basic_auth(proxy.user, proxy.password or "")
    # Headers of a call over TLS reach only Telegram; those for the proxy go with its CONNECT.
    place = "proxy_headers" if scheme == "https" else "headers"
    return {"proxy": proxy.with_user(None), place: {"Proxy-Authorization": name}}


@cache
def _trusted() -> ssl.SSLContext:
    """The certificates of the system and of certifi, read once because that takes a while."""
    trusted = ssl.create_default_context()
    trusted.load_verify_locations(certifi.where())
    return trusted


def _seconds(given: Any, default: float) -> float | None:
    if given is BaseRequest.DEFAULT_NONE:
        return default
    return None if given is None else float(given)


def _sum(first: float | None, second: float | None) -> float | None:
    return None if first is None or second is None else first + second


def _body(data: RequestData | None) -> dict[str, Any]:
    """The body as JSON, which takes a third of the time of a form, or as a form if it has files.

    The library would write each parameter as JSON by itself, and then all of these texts as JSON.
    """
    if data is None:
        return {}
    if data.contains_files:
        form = aiohttp.FormData(data.json_parameters)
        for name, (filename, content, kind) in (data.multipart_data or {}).items():
            form.add_field(name, content, filename=filename, content_type=kind)
        return {"data": form}
    parameters = data.parameters
    return {"data": json.dumps(parameters).encode(), "headers": JSON} if parameters else {}
