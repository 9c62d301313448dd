"""Draws the boards that no longer show what is stored and that no handler will draw.

The problem: a handler draws what it has changed, but not always. Where Telegram's limits do not let
an edit through at once, it leaves the board to this task; where Telegram cannot be reached, or its
process is killed, it has to leave it. In each of these cases the view of the game stays marked as
stale in the store (`store.views`).

This task looks for such marks at the start, when somebody says that there is one, and every few
seconds. What holds:

- It never draws what a handler is about to draw. A drawing waits for the turn of its chat, and
  looks at the mark again then: whatever was drawn meanwhile is not drawn again, and one drawing
  shows all that has happened.
- No chat waits for another one. Each board is drawn in a task of its own, and a chat that may not
  be sent to now, or whose update is at work, is left to a later look. At first one look waited for
  all its drawings; then a slow chat held up the boards of all others.
- Players come first. Only a few boards are on their way at the same time, or the marks that a
  killed process has left would fill Telegram's thirty messages a second at the next start.
- Every mark ends. What Telegram refuses for good (the message is gone, the bot was blocked) is
  forgotten, and so is what cannot be drawn because of a bug, until the game changes again. What
  fails otherwise is tried again, after pauses that grow: a new board whose confirmation was only
  too slow would come every few seconds.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from telegram.error import BadRequest, ChatMigrated, Forbidden, TelegramError

from bot.chat import boards
from bot.chat.making import follow_group
from bot.game.person import User
from bot.game.place import Place
from bot.store import games, users, views
from bot.store.views import StaleView
from bot.telegram.application import SudokuApplication
from bot.telegram.conversation import Conversation

MOST_LOOKED_AT: Final = 1_000
"""Stale views that one look finds, besides those that are being drawn already."""

MOST_AT_ONCE: Final = 16
"""Boards that are sent at the same time at most."""

PAUSE_SECONDS: Final = 1.0
"""Seconds before a view is looked at again if its chat may not be sent to now."""

REST_SECONDS: Final = 10.0
"""Seconds between two looks when nothing wakes the sender."""

FIRST_RETRY: Final = 10.0
LONGEST_RETRY: Final = 60.0

log = logging.getLogger(__name__)


class Redrawer:
    """Keeps the boards of one Application up to date."""

    def __init__(
        self, application: SudokuApplication, sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        self._application = application
        self._database = application.services.database
        self._sleep = sleep
        self._slots = asyncio.Semaphore(MOST_AT_ONCE)
        self._drawings: dict[tuple[int, Place], asyncio.Task[None]] = {}

    @property
    def drawings(self) -> tuple[asyncio.Task[None], ...]:
        """The boards that are being drawn now, or wait to be tried again."""
        return tuple(self._drawings.values())

    async def run(self) -> None:
        """Draws until it is cancelled; what is being drawn then stays marked."""
        try:
            while True:
                try:
                    is_done = await self.look()
                except Exception:
                    log.exception("no stale boards could be looked for; trying again")
                    is_done = True
                await self._rest(is_done=is_done)
        finally:
            drawings = self.drawings
            for drawing in drawings:
                drawing.cancel()
            await asyncio.gather(*drawings, return_exceptions=True)

    async def look(self) -> bool:
        """Begins to draw what may be drawn now; False where some chat has to wait for that."""
        self._application.stale_views.clear()
        found = await views.stale(self._database, MOST_LOOKED_AT + len(self._drawings))
        new = [view for view in found if (view.game_id, view.place) not in self._drawings]
        free = [view for view in new if self._is_free(view.place)]
        for view in free:
            key = view.game_id, view.place
            self._drawings[key] = asyncio.create_task(self._bring_up_to_date(view))
            self._drawings[key].add_done_callback(partial(self._has_ended, key))
        return len(free) == len(new)

    def _has_ended(self, key: tuple[int, Place], _drawing: asyncio.Task[None]) -> None:
        del self._drawings[key]

    def _is_free(self, place: Place) -> bool:
        """Whether a board would go out at once, and no handler is at work that may draw it."""
        application = self._application
        return application.may_send(place.chat_id) and not application.is_at_work(place.chat_id)

    async def _rest(self, *, is_done: bool) -> None:
        """Returns when there is something to draw, or when it is time for another look."""
        if not is_done:
            await self._sleep(PAUSE_SECONDS)
            return
        waiting = asyncio.ensure_future(self._application.stale_views.wait())
        sleeping = asyncio.ensure_future(self._sleep(REST_SECONDS))
        try:
            await asyncio.wait([waiting, sleeping], return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
            sleeping.cancel()

    async def _bring_up_to_date(self, view: StaleView) -> None:
        pause = FIRST_RETRY
        while not await self._attempt(view):
            await self._sleep(pause)
            pause = min(2 * pause, LONGEST_RETRY)

    async def _attempt(self, view: StaleView) -> bool:
        """Draws one view, or leaves it to a later look; False where that failed for now."""
        try:
            async with self._slots, self._application.turn(view.place.chat_id):
                if self._application.may_send(view.place.chat_id):
                    await self._draw(view)
                else:
                    self._application.stale_views.set()
        except ChatMigrated as moved:
            await follow_group(self._application, view.place.chat_id, moved.new_chat_id)
        except (TelegramError, sqlite3.Error) as error:
            log.warning("the board of game %d is not drawn yet: %s", view.game_id, error)
            return False
        return True

    async def _draw(self, view: StaleView) -> None:
        context = Conversation.of(self._application, await self._reader(view), view.place)
        try:
            await boards.resume(context, view.game_id)
        except (BadRequest, Forbidden) as refusal:
            log.warning("the board of game %d is forgotten: %s", view.game_id, refusal)
            await self._forget(view, keeps_message=False)
        except (TelegramError, sqlite3.Error):
            raise
        except Exception:
            log.exception("the board of game %d cannot be drawn", view.game_id)
            await self._forget(view, keeps_message=True)

    async def _forget(self, view: StaleView, *, keeps_message: bool) -> None:
        """Takes the mark away, although nothing was drawn."""
        now = await views.get(self._database, view.game_id, view.place)
        if now is not None:
            await views.shown(
                self._database,
                view.game_id,
                view.place,
                now.message_id if keeps_message else None,
                now.version,
                is_picture=now.is_picture,
            )

    async def _reader(self, view: StaleView) -> User | None:
        """The person whose settings a board follows; in a group the one who began the game."""
        if view.place.chat_id > 0:
            return await users.get(self._database, view.place.chat_id)
        stored = await games.get(self._database, view.game_id, view.place)
        if stored is None or stored.started_by is None:
            return None
        return await users.get(self._database, stored.started_by)
