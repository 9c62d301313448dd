"""The webhook: Telegram delivers updates by calling a URL, instead of being polled.

Telegram delivers an update again until a call is answered with 200, so the answer is 200 only once
the update is stored. Whoever has the token can set another URL or remove it, and Telegram does not
say so to the old one. So the process keeps asking whether its URL is still set (`_Watch`).
"""

import asyncio
import hmac
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from bot.store.seam.not_stored import LeaseLost, StoreError
from bot.telegram.application import SudokuApplication
from bot.telegram.polling import hand_over
from bot.telegram.retries import Retries, Timer
from bot.telegram.updates import ReadUpdate, UpdateText, read

SECRET_HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the header's name
LARGEST_BODY: Final = 1_000_000
WATCH_SECONDS: Final = 30.0

log = logging.getLogger(__name__)


class BodyTooLarge(ValueError):  # noqa: N818 - says what is
    """Raised for a body that is longer than anything Telegram sends."""


def secret_of(token: str) -> str:
    """The secret that Telegram sends with each update, derived from the token.

    So it need not be stored, and all processes of a bot have the same one.
    """
    return hmac.new(token.encode(), b"the webhook's secret", "sha256").hexdigest()


class Webhook:
    """Confirms an update once it is stored; otherwise Telegram delivers it again."""

    def __init__(self, application: SudokuApplication) -> None:
        self._application = application
        self._secret = secret_of(application.bot.token).encode()

    async def receive(self, request: Request) -> Response:
        """Answers 200 for an update, 403 without the secret, 413 or 400 for what is no update.

        An update that cannot be read is answered with 200 too, since it would be the same when
        it came again. One that cannot be stored is answered with 503, unless it was answered
        without that (`bot.telegram.early`).
        """
        shown = request.headers.get(SECRET_HEADER, "").encode()
        if not hmac.compare_digest(shown, self._secret):
            return Response(status_code=403)
        try:
            body = await _body(request)
        except BodyTooLarge:
            return Response(status_code=413)
        return Response(status_code=await self._take(body.decode("utf-8", "replace")))

    async def _take(self, text: str) -> int:
        application = self._application
        batch = [*read([UpdateText(text)], application.bot)]
        if not batch:
            return 400
        try:
            fresh = await application.inbox.receive(batch)
        except (StoreError, OSError) as refusal:
            return await self._take_early(batch, refusal)
        except LeaseLost:
            # This replica ends; Telegram delivers the update again, to one that serves.
            return 503
        application.metrics.caught_up()
        for update in fresh:
            await application.update_queue.put(update)
        return 200

    async def _take_early(self, batch: Sequence[ReadUpdate], refusal: Exception) -> int:
        """Has an update handled that cannot be stored now."""
        application = self._application
        try:
            for update in await application.inbox.hand_over_early(batch, refusal):
                await application.update_queue.put(update)
        except (StoreError, OSError) as error:
            log.warning("an update could not be stored, Telegram brings it again: %s", error)
            await application.unstored.tell(batch)
            return 503
        is_answered = await application.inbox.early.is_answered(batch[0].number)
        return 200 if is_answered else 503


@asynccontextmanager
async def called(
    application: SudokuApplication,
    url: str,
    kinds: Sequence[str],
    ended: asyncio.Future[None],
    timer: Timer,
) -> AsyncIterator[None]:
    """Has Telegram call a URL with updates of some kinds, and checks that it goes on doing so.

    The webhook is set before the block begins, and checked while it runs. Raises
    telegram.error.InvalidToken when Telegram refuses the token for long; once the block runs,
    `ended` fails with it instead.
    """
    watch = _Watch(application, url, kinds, timer)
    await watch.look()
    task = asyncio.create_task(watch.run())
    task.add_done_callback(partial(hand_over, ended))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


class _Watch:
    """Sets the webhook, and sets it again when Telegram names another URL."""

    def __init__(
        self, application: SudokuApplication, url: str, kinds: Sequence[str], timer: Timer
    ) -> None:
        self._application = application
        self._url = url
        self._kinds = kinds
        self._timer = timer
        self._retries = Retries(application.bot, "the webhook", timer)
        self._is_set = False

    async def run(self) -> None:
        """Checks every WATCH_SECONDS; ends only by raising InvalidToken."""
        while True:
            await self._timer.sleep(WATCH_SECONDS)
            await self.look()

    async def look(self) -> None:
        """Retries until Telegram has confirmed the URL; raises InvalidToken."""
        await self._retries.until_done(self._ask)

    async def _ask(self) -> None:
        bot = self._application.bot
        # The first call sets it in any case, as the kinds and the secret may be others than before.
        info = await bot.get_webhook_info() if self._is_set else None
        if info is None or info.url != self._url:
            self._is_set = await bot.set_webhook(
                self._url, allowed_updates=self._kinds, secret_token=secret_of(bot.token)
            )
        elif not info.pending_update_count:
            # Nothing waits at Telegram, so this process is up to date although nobody wrote.
            self._application.metrics.caught_up()


async def _body(request: Request) -> bytes:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            raise BodyTooLarge
    return body
