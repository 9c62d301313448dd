"""Where Telegram brings updates instead of being polled."""

import hmac
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from telegram import Bot, Update

SECRET_HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the header's name
LARGEST_BODY: Final = 1_000_000

Deliver = Callable[[Update], Awaitable[None]]

log = logging.getLogger(__name__)


class BodyTooLarge(ValueError):  # noqa: N818 - says what is
    """Nothing that Telegram sends is that long."""


def secret_of(token: str) -> str:
    """The secret that Telegram shows with each update: from the token, so nothing is to be kept."""
    return hmac.new(token.encode(), b"the webhook's secret", "sha256").hexdigest()


class Webhook:
    """Confirms an update once it was delivered; otherwise Telegram brings it again."""

    def __init__(self, bot: Bot, deliver: Deliver) -> None:
        self._bot = bot
        self._deliver = deliver
        self._secret = secret_of(bot.token).encode()

    async def receive(self, request: Request) -> Response:
        """Answers 403 without the secret, 413 or 400 to what cannot be an update, else 200."""
        shown = request.headers.get(SECRET_HEADER, "").encode()
        if not hmac.compare_digest(shown, self._secret):
            return Response(status_code=403)
        try:
            content = json.loads(await _body(request))
        except BodyTooLarge:
            return Response(status_code=413)
        except ValueError:
            return Response(status_code=400)
        update = self._read(content)
        if update is not None:
            await self._deliver(update)
        return Response()

    def _read(self, content: object) -> Update | None:
        """None for an update of a kind that cannot be read: brought again it would be the same."""
        try:
            if isinstance(content, dict):
                return Update.de_json(content, self._bot)
        except (KeyError, TypeError, ValueError):
            log.exception("an update cannot be read")
        return None


async def _body(request: Request) -> bytes:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            raise BodyTooLarge
    return body
