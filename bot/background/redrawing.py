"""Draws the boards that no longer show what is stored and that no handler will draw.

The problem: a handler draws what it has changed, but not always. Where Telegram's limits do not let
a board through immediately, the handler leaves it to this task. If Telegram cannot be reached, or
the process is killed, the board is left as well. In each of these cases the view of the game stays
marked as stale in the store (`store.views`).

This task looks for such marks at the start, when it is woken because there is one, and every few
seconds. What holds:

- It never draws what a handler is about to draw. A drawing waits for the turn of its chat, and then
  looks at the mark again. What was drawn meanwhile is not drawn again, and one drawing shows all
  changes.
- No chat waits for another one. Each board is drawn in a task of its own. A chat that may not be
  sent to, or in which an update is being handled, is left to a later look. At first one look waited
  for all its drawings; then a slow chat held up the boards of all others.
- A board that a page has changed is drawn when it has rested, RESTED_AT_ONCE at a time and each in
  RESTED_SECONDS at least, so that the boards of many pages do not hold up what people ask for in
  chats; nor does it begin while an update is being answered (`bot.telegram.precedence`).
- People who ask now come first, then what is owed, then the dailies. A courtesy is drawn only where
  its chat has room for it and for a move right after. A board waits for Telegram's thirty a second
  before it takes the turn of its chat, so no handler waits for that.
- Where another process locks the database, a board that was sent may still be marked. It is not
  sent again: what it shows is recorded first (`Conversation.record`).
- Every mark ends. If Telegram refuses a board for good (the message is gone, the bot was blocked),
  the operator has blocked the chat, or a bug keeps the board from being drawn, its mark is taken
  away until the game changes again. After other failures it is tried again: every second while
  nothing at all succeeds or the database is away, because nobody knows when an outage ends, and
  otherwise after pauses that grow.
- A board is counted for the account that asked for it once, however often it is tried, and it is as
  old as its mark. At first each attempt counted and began to wait anew; after an outage some boards
  came last for that.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from time import monotonic
from typing import Final

from telegram.error import BadRequest, ChatMigrated, Forbidden, RetryAfter, TelegramError

from bot.chat import owed
from bot.chat.making import follow_group
from bot.game.person import User
from bot.game.place import Place
from bot.ledger.owner import on_behalf_of
from bot.store import games, users, views
from bot.store.seam.not_stored import StoreError
from bot.store.views import Staleness, StaleView
from bot.telegram.application import SudokuApplication
from bot.telegram.conversation import Conversation
from bot.telegram.gate import Lane
from bot.telegram.tasks import FAREWELL_SECONDS, Tasks

MOST_LOOKED_AT: Final = 1_000
"""Stale views that one look finds, besides those that are being drawn already."""

MOST_AT_ONCE: Final = 48
"""The most boards that are being sent at a time."""

RESTED_AT_ONCE: Final = 2
"""The most boards that are being sent at a time after they have rested."""

RESTED_SECONDS: Final = 0.03
"""Seconds from the beginning of such a board to that of the next one in its place.

Drawing takes 2 ms, and many are due in the same second: 50 in a row held up whoever wrote meanwhile
for 40 ms. The real Telegram takes longer than this to answer, and waits for nothing.
"""

MOST_RESTED: Final = 16
"""The most boards that have rested and are being sent, or wait for that. The others wait in the
database, where what is done in their chat meanwhile takes them before all that have rested."""

PAUSE_SECONDS: Final = 1.0
"""Seconds before a view is looked at again if its chat may not be sent to now."""

REST_SECONDS: Final = 10.0
"""Seconds between two looks when nothing wakes the sender."""

FIRST_RETRY: Final = 1.0
LONGEST_RETRY: Final = 60.0

log = logging.getLogger(__name__)


class Redrawer:
    """Keeps the boards of one Application up to date."""

    def __init__(
        self,
        application: SudokuApplication,
        sleep: Callable[[float], Awaitable[None]],
        farewell_seconds: float = FAREWELL_SECONDS,
        pace: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._application = application
        self._database = application.services.database
        self._sleep = sleep
        self._pace = pace
        self._slots = asyncio.Semaphore(MOST_AT_ONCE)
        self._rested_slots = asyncio.Semaphore(RESTED_AT_ONCE)
        self._rested = 0
        self._next_rested: int | None = None
        # Since when those boards are stale that were counted for their accounts.
        self._counted = dict[tuple[int, Place], int]()
        self._drawings = Tasks[tuple[int, Place]](farewell_seconds=farewell_seconds)

    @property
    def drawings(self) -> tuple[asyncio.Task[None], ...]:
        """The boards that are being drawn now, or wait to be tried again."""
        return self._drawings.running

    async def run(self) -> None:
        """Draws until it is cancelled; a board on its way then may still finish."""
        try:
            while True:
                # After hundreds of pages have been played, a look finds many and takes a while.
                await self._application.inbox.precedence.after_chats()
                try:
                    is_done = await self.look()
                except Exception:
                    log.exception("no stale boards could be looked for; trying again")
                    is_done = False
                await self._rest(is_done=is_done)
        finally:
            await self._drawings.end()

    async def look(self) -> bool:
        """Begins to draw what may be drawn now; False where some chat has to wait for that."""
        # Before the query, so that a view that is marked while it runs wakes the next look.
        self._application.stale_views.clear()
        now, replica = self._now, self._database.replica
        most = MOST_LOOKED_AT + len(self._drawings)
        found = await views.stale(self._database, most, replica, now=now)
        self._next_rested = await views.next_rested(self._database, now, replica)
        late = await self._record_late()
        stale = {_key(view) for view in found}
        self._counted = {key: since for key, since in self._counted.items() if key in stale}
        new = [view for view in found if _key(view) not in self._drawings]
        free = [view for view in new if self._is_blocked(view) or self._may_draw(view)]
        for view in free:
            if not view.has_rested:
                self._drawings.begin(_key(view), self._bring_up_to_date(view))
            elif self._rested < MOST_RESTED:
                self._rested += self._drawings.begin(_key(view), self._follow(view))
        return len(free) == len(new) and not late

    @property
    def _now(self) -> int:
        return int(self._application.services.clock().timestamp())

    async def _record_late(self) -> frozenset[tuple[int, Place]]:
        """Writes which messages show what; the views of which that still cannot be stored."""
        late = self._application.late_records
        with suppress(StoreError):
            for key, write in [*late.items()]:
                await write(self._database.unhurried)
                # A newer one may have come meanwhile.
                if late.get(key) is write:
                    del late[key]
        return frozenset(late)

    def _is_blocked(self, view: StaleView) -> bool:
        """Whether nothing is shown in the chat any more."""
        return self._application.blocked.has_chat(view.place.chat_id)

    def _may_draw(self, view: StaleView) -> bool:
        return self._is_free(view) and self._has_no_update(view)

    def _is_free(self, view: StaleView) -> bool:
        """Whether a board may go to the chat."""
        application, chat_id = self._application, view.place.chat_id
        if view.kind is Staleness.COURTESY:
            return application.is_at_leisure(chat_id)
        return not application.wait_for_board(chat_id)

    @staticmethod
    def _is_awaited(view: StaleView) -> bool:
        """Whether somebody waits for a board in the chat."""
        return not view.has_rested and view.kind is not Staleness.COURTESY

    def _has_no_update(self, view: StaleView) -> bool:
        """Whether no handler is at work that may draw the board."""
        return not self._application.is_at_work(view.place.chat_id)

    async def _rest(self, *, is_done: bool) -> None:
        """Waits until there is something to draw, or it is time for another look."""
        if not is_done:
            await self._sleep(PAUSE_SECONDS)
            return
        waiting = asyncio.ensure_future(self._application.stale_views.wait())
        seconds = REST_SECONDS
        if self._next_rested is not None:
            seconds = min(max(self._next_rested - self._now, PAUSE_SECONDS), seconds)
        sleeping = asyncio.ensure_future(self._sleep(seconds))
        try:
            await asyncio.wait([waiting, sleeping], return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
            sleeping.cancel()

    async def _follow(self, view: StaleView) -> None:
        """Draws a board that has rested; has more of them looked for when half are drawn."""
        try:
            failure = await self._attempt(view)
        finally:
            self._rested -= 1
            if self._rested == MOST_RESTED // 2:
                self._application.stale_views.set()
        if failure:
            # It no longer counts: a chat that cannot be reached must not hold up the others.
            await self._sleep(FIRST_RETRY)
            await self._bring_up_to_date(view)

    async def _bring_up_to_date(self, view: StaleView) -> None:
        pause = FIRST_RETRY
        while failure := await self._attempt(view):
            await self._sleep(pause)
            flood = self._application.flood
            is_outage = isinstance(failure, StoreError) or (flood and flood.is_in_trouble)
            pause = pause if is_outage else min(2 * pause, LONGEST_RETRY)

    async def _attempt(self, view: StaleView) -> TelegramError | StoreError | None:
        """Draws one view, or leaves it to a later look; gives the error if that failed for now."""
        try:
            if self._is_blocked(view):
                await self._forget(view, keeps_message=True)
                return None
            async with AsyncExitStack() as stack:
                if view.has_rested:
                    # Before the limit of the bot, or those that wait here would use it up.
                    await stack.enter_async_context(self._place_among_rested())
                # That limit comes before the turn of a chat, which holds up its handlers.
                with on_behalf_of(view.asked_by or view.place.chat_id):
                    self._count(view)
                    waited = self._now - view.marked_at if self._is_awaited(view) else None
                    lane = await self._application.admitted(view.place.chat_id, Lane.OWED, waited)
                await stack.enter_async_context(self._slots)
                await stack.enter_async_context(self._application.turn(view.place.chat_id))
                if self._application.inbox.holding.is_leaving:
                    # Another process may have the chat by now, and draw the board.
                    return None
                if _key(view) in self._application.late_records:
                    # The board was sent, and would be sent once more.
                    return None
                if self._is_free(view):
                    with self._drawings.unbroken():
                        await self._draw(view, lane)
                else:
                    self._application.stale_views.set()
        except ChatMigrated as moved:
            await follow_group(self._application, view.place.chat_id, moved.new_chat_id)
        except (TelegramError, StoreError) as error:
            log.warning("the board of game %d is not drawn yet: %s", view.game_id, error)
            if not isinstance(error, RetryAfter) or self._application.flood is None:
                return error
            # Flood control knows how long the chat has to wait, and a later look asks it.
            self._application.stale_views.set()
        return None

    def _count(self, view: StaleView) -> None:
        """Counts a board for the account that asked for it, if this one was not counted yet."""
        if self._application.flood and self._counted.get(_key(view)) != view.marked_at:
            self._counted[_key(view)] = view.marked_at
            self._application.flood.note_asked(view.place.chat_id)

    @asynccontextmanager
    async def _place_among_rested(self) -> AsyncIterator[None]:
        """One of the places of boards that have rested, held for RESTED_SECONDS at least."""
        async with self._rested_slots:
            await self._application.inbox.precedence.after_chats()
            began = monotonic()
            yield
            await self._pace(max(0.0, began + RESTED_SECONDS - monotonic()))

    async def _draw(self, view: StaleView, lane: Lane | None) -> None:
        context = await Conversation.of(
            self._application, await self._reader(view), view.place, lane
        )
        context.is_patient = True
        try:
            await owed.resume(context, view.game_id)
        except (BadRequest, Forbidden) as refusal:
            log.warning("the board of game %d is forgotten: %s", view.game_id, refusal)
            await self._forget(view, keeps_message=False)
        except (TelegramError, StoreError):
            raise
        except Exception:
            # A bug would come again with each attempt. The old board stays until the next change.
            log.exception("the board of game %d cannot be drawn", view.game_id)
            await self._forget(view, keeps_message=True)

    async def _forget(self, view: StaleView, *, keeps_message: bool) -> None:
        """Takes the mark away, although nothing was drawn."""
        self._application.late_boards.pop((view.game_id, view.place), None)
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
        """The person for whom the board is drawn; a group's own choices count before theirs.

        In a private chat that is its person, in a group the one whom the mark names, otherwise the
        one who began the game.
        """
        if view.place.chat_id > 0:
            return await users.get(self._database, view.place.chat_id)
        if view.asked_by is not None:
            return await users.get(self._database, view.asked_by)
        stored = await games.get(self._database, view.game_id, view.place)
        if stored is None or stored.started_by is None:
            return None
        return await users.get(self._database, stored.started_by)


def _key(view: StaleView) -> tuple[int, Place]:
    return view.game_id, view.place
