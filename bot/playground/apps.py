"""Mini Apps: pages that a key or a link of a bot opens, with what Telegram tells them.

A page learns who has opened it from a text in the fragment of its address, signed with a key that
only Telegram and the bot can make (core.telegram.org/bots/webapps, "Validating data"). The page of
the bot itself is served here too, on the same port, so that one command shows everything.
"""

import hmac
import json
from urllib.parse import parse_qs, urlencode, urlsplit

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from bot.playground.chats import Chat
from bot.playground.parameters import Json
from bot.playground.people import Person

PATH = "/touch"
VERSION = "10.2"


class Mounted:
    """An app that is there once the bot runs; until then it is not served."""

    def __init__(self) -> None:
        self.app: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self.app or PlainTextResponse("The bot is not running.\n", 503)
        await app(scope, receive, send)


def launched(
    person: Person, message_id: int, label: str, chat: Chat | None, main_app: str
) -> str | None:
    """The address that a client opens when a key is pressed; None where it opens no Mini App.

    `main_app` is the address of the bot's Main Mini App, which links name by `startapp`. Raises
    LookupError where there is no such key.
    """
    button = person.button(message_id, label, chat)
    if "web_app" in button:
        return f"{button['web_app']['url']}#{_fragment(person, {})}"
    link = urlsplit(button.get("url", ""))
    start = parse_qs(link.query).get("startapp")
    me = person.api.world.me.username or ""
    if link.netloc != "t.me" or link.path.strip("/").lower() != me.lower() or not start:
        return None
    return f"{main_app}/#{_fragment(person, {'start_param': start[0]})}"


def _fragment(person: Person, more: dict[str, str]) -> str:
    """What a client tells the page: the signed data, and which client it is."""
    api = person.api
    fields = {
        "auth_date": str(int(api.world.clock())),
        "query_id": f"AA{person.id}",
        "user": json.dumps(_user(person), ensure_ascii=False, separators=(",", ":")),
        **more,
    }
    lines = "\n".join(f"{name}={fields[name]}" for name in sorted(fields))
    key = hmac.digest(b"WebAppData", api.token.encode(), "sha256")
    data = urlencode(fields | {"hash": hmac.digest(key, lines.encode(), "sha256").hex()})
    return urlencode(
        {"tgWebAppData": data, "tgWebAppVersion": VERSION, "tgWebAppPlatform": "playground"}
    )


def _user(person: Person) -> Json:
    shown = ("id", "first_name", "last_name", "username", "language_code")
    known = person.user.to_json()
    return {name: known[name] for name in shown if name in known}
