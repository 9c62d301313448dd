"""Draws the boards that no longer show what is stored and that no handler will draw.

A handler draws what it has changed. It leaves the board to this task where Telegram's limits do
not let an edit through at once; it has to leave it where Telegram cannot be reached, or where its
process is killed. In each of these cases the view of the game stays marked as stale in the store.

This task looks for such marks at the start, when a handler says so, and every few seconds. It
waits for the turn of the chat, so that it never draws what a handler is about to draw, and looks
at the mark again then. One drawing shows whatever has happened meanwhile. A view that Telegram
refuses for good (the message is gone, the bot was blocked) is forgotten.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from telegram.error import BadRequest, Forbidden, TelegramError

from bot.chat import boards
from bot.store import games, users, views
from bot.store.views import StaleView
from bot.telegram.application import SudokuApplication
from bot.telegram.conversation import Conversation

MOST_LOOKED_AT: Final = 1_000
"""Stale views that are looked at before the others get their turn."""

MOST_AT_ONCE: Final = 16
"""Boards that are on their way at the same time."""

PAUSE_SECONDS: Final = 1.0
"""Before a view is looked at again whose chat may not be sent to now."""

REST_SECONDS: Final = 10.0
"""Before another look where nobody says that there is something to draw."""

log = logging.getLogger(__name__)


class Redrawer:
    """Keeps the boards of one Application up to date."""

    def __init__(
        self, application: SudokuApplication, sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        self._application = application
        self._sleep = sleep

    async def run(self) -> None:
        """For ever; cancel it."""
        while True:
            try:
                is_done = await self.draw_all()
            except Exception:
                log.exception("boards could not be drawn anew; trying again")
                is_done = True
            await self._rest(REST_SECONDS if is_done else PAUSE_SECONDS)

    async def draw_all(self) -> bool:
        """Draws what may be drawn now; whether nothing is left that waits for Telegram's limits."""
        self._application.stale_views.clear()
        found = await views.stale(self._application.services.database, MOST_LOOKED_AT)
        places = asyncio.Semaphore(MOST_AT_ONCE)

        async def draw(view: StaleView) -> bool:
            async with places:
                return await self._draw(view)

        return all(await asyncio.gather(*map(draw, found)))

    async def _rest(self, seconds: float) -> None:
        """Until there is something to draw, or it is time to look by itself."""
        if seconds == PAUSE_SECONDS:
            await self._sleep(seconds)
            return
        waiting = asyncio.ensure_future(self._application.stale_views.wait())
        sleeping = asyncio.ensure_future(self._sleep(seconds))
        try:
            await asyncio.wait([waiting, sleeping], return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
            sleeping.cancel()

    async def _draw(self, view: StaleView) -> bool:
        """Draws one view; False where it has to wait."""
        application, place = self._application, view.place
        if not application.may_send(place.chat_id):
            return False
        async with application.turn(place.chat_id):
            person = await self._reader(view)
            context = Conversation.of(application, person, place)
            try:
                await boards.resume(context, view.game_id)
            except (BadRequest, Forbidden) as refusal:
                log.warning("telegram: the board of game %d: %s", view.game_id, refusal)
                await views.shown(context.database, view.game_id, place, None, view.version)
            except TelegramError as error:
                log.warning("telegram: the board of game %d: %s", view.game_id, error)
        return True

    async def _reader(self, view: StaleView) -> users.User | None:
        """Whose language and tastes a board has: the person's own, in a group the beginner's."""
        database = self._application.services.database
        if view.place.chat_id > 0:
            return await users.get(database, view.place.chat_id)
        stored = await games.get(database, view.game_id, view.place)
        if stored is None or stored.started_by is None:
            return None
        return await users.get(database, stored.started_by)
