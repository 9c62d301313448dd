"""Who may talk to the chat page: only this machine's own browser, at the page's own address.

The problem: the page listens on loopback and asks for no password, since it is a toy on one's own
machine. But every web site that is open in a browser on that machine can send requests to loopback
as well, and with a name of its own that resolves to 127.0.0.1 (DNS rebinding) it could even read
the answers: the browser takes both for the same site.

What holds: a request is answered only if its Host is one of the names by which the page may be
reached, and its Origin, where the browser sends one, is that host. Rebinding fails at the first,
since the browser sends the foreign name as Host. Scripts and forms of other sites fail at the
second, since browsers send the Origin with whatever is posted.

The bot decides what the page shows, and people upload files of any kind. So the page may run only
scripts and styles of its own, speaks to nobody else, frames only what this server serves, and
cannot be framed: whatever a message contains stays text. The policy knows no "unsafe" exception,
which a test holds to. The bot's own page, which is served here too, brings a policy of its own.

A request without an Origin is let in, because a browser sends none for pages and pictures. A
program on this machine can send anything: against that there is no guard, and it needs none.
"""

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})

_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
        "connect-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


class Guard:
    """Answers 403 to a foreign Host or Origin, and adds a strict policy to other answers."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = LOOPBACK) -> None:
        self._app = app
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not self._welcome(headers):
            await PlainTextResponse("Forbidden", 403)(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_guarded)

    def _welcome(self, headers: Headers) -> bool:
        host = headers.get("host", "")
        origin = headers.get("origin")
        at_home = _host_name(host) in self._hosts
        return at_home and origin in (None, f"http://{host}", f"https://{host}")


def _host_name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
