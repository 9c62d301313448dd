"""Who may read what the port says of the bot: its figures, and which of its parts fails.

The problem: health, metrics and the webhook share a port. Metrics name no person, but they tell how
many people play and what fails; /top names accounts. The proxy in front of the bot forwards nothing
but the webhook, yet in a network of containers everybody reaches the port itself.

What holds, with one setting: whoever shows SUDOKU_BOT_METRICS_TOKEN may read, at any address. If no
token is set, a port on loopback can be read by everybody who calls it by the name of this machine,
and no other port by anybody. That name is checked because a web page in a browser on this machine
can call loopback by a name of its own (DNS rebinding), and because Caddy, if it forwards more than
it should, passes on the name that it was called by. Everybody may ask whether the process lives and
is ready, because supervisors and proxies do.

Why this way: an address of its own for metrics would be a second port to open, to firewall and to
find for `doctor`, and would not say who may read there. Prometheus and other collectors send a
token from a file.
"""

import hmac
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from bot.settings import is_loopback

SETTING: Final = "SUDOKU_BOT_METRICS_TOKEN"
NOT_HERE: Final = f"{SETTING} is not set, so this can be read on loopback only\n"
WRONG: Final = f"this is read with the bearer token of {SETTING}\n"


@dataclass(frozen=True, slots=True)
class Access:
    """Who may read; without a token nobody unless the port `is_private`."""

    is_private: bool = False
    token: str = field(default="", repr=False)

    def refusal(self, request: Request) -> Response | None:
        """The answer for somebody who may not read, None for somebody who may."""
        if not self.token:
            is_here = self.is_private and is_loopback(_name(request.headers.get("host", "")))
            return None if is_here else PlainTextResponse(NOT_HERE, 403)
        shown = request.headers.get("authorization", "")
        scheme, _, token = shown.partition(" ")
        is_right = hmac.compare_digest(token.strip().encode(), self.token.encode())
        if is_right and scheme.lower() == "bearer":
            return None
        return PlainTextResponse(WRONG, 401, {"WWW-Authenticate": "Bearer"})


def _name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
