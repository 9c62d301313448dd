"""What Telegram sends is stored first, handled then, and wiped after that.

With getUpdates a batch is confirmed by the next call, before its handlers have run: a process that
is killed in between has lost what people said. So each batch is stored in one commit before
Telegram is told that it has arrived, and the same holds for the webhook's calls.

- An update that came twice is handled once: its number stays known for a while after it is done.
- An update that a killed process did not finish is handled again by the next one, before anything
  new. What changed a game is not done again: the transaction of the change notes it, and the
  game's stale view is shown instead (`Visit.takes_effect`, `store.views`).
- An update that ends every process that takes it up is given up after some attempts. Only those
  that were left count an attempt, for a write before each update would cost every move.
- What people said is wiped once it is dealt with. To wipe each update alone took a commit a move,
  so the finished ones gather for a moment and go together; a kill meanwhile costs nothing but the
  look at a mark that says that all is done.
"""

import asyncio
import json
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, Final

from telegram import Bot, Update
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.store import inbox
from bot.store.inbox import Arrival, Left
from bot.store.source import Store
from bot.telegram.gate import Lane

WIPE_SECONDS: Final = 0.02
"""How long finished updates gather before one commit wipes them all."""

PRUNE_SECONDS: Final = 60.0

log = logging.getLogger(__name__)


class Inbox:
    """The stored updates of one bot."""

    def __init__(self, database: Store, bot_id: int, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._bot_id = bot_id
        self._clock = clock
        self._open: set[int] = set()
        self._finished: set[int] = set()
        self._news = asyncio.Event()
        self._begun: dict[int, Left] = {}
        self._left: set[int] = set()

    async def receive(self, updates: Sequence[Update]) -> tuple[Update, ...]:
        """Stores a batch in one commit; those of it that never came before."""
        now = int(self._clock().timestamp())
        fresh = await inbox.receive(self._database, self._bot_id, [*map(_arrival, updates)], now)
        self._open |= fresh
        return tuple(update for update in updates if update.update_id in fresh)

    async def left(self, bot: Bot) -> tuple[Update, ...]:
        """What an earlier process did not finish, to be handled before anything new."""
        found = await inbox.left(self._database, self._bot_id)
        self._left = {one.update_id for one in found}
        self._open |= self._left
        self._begun |= {one.update_id: one for one in found if one.took_effect}
        return tuple(Update.de_json(json.loads(one.payload), bot) for one in found)

    async def attempt(self, update_id: int) -> None:
        """Counts one attempt at an update that an earlier process had left."""
        if update_id in self._left:
            self._left.discard(update_id)
            await inbox.attempt(self._database.unhurried, self._bot_id, update_id)

    def begun(self, update_id: int) -> Left | None:
        """What is left of an update that had taken effect when its process ended."""
        return self._begun.get(update_id)

    def finish(self, update_id: int) -> None:
        """The update is dealt with; it is wiped soon, together with others."""
        if update_id in self._open:
            self._open.discard(update_id)
            self._begun.pop(update_id, None)
            self._finished.add(update_id)
            self._news.set()

    async def wipe(self) -> None:
        """Wipes what is finished, now."""
        finished, self._finished = self._finished, set()
        if finished:
            try:
                await inbox.finish(self._database.unhurried, self._bot_id, finished)
            except BaseException:
                self._finished |= finished
                raise

    @asynccontextmanager
    async def wiping(self) -> AsyncIterator[None]:
        """Wipes finished updates while the block runs, and all of them at its end."""
        tasks = [asyncio.create_task(self._wipe_again()), asyncio.create_task(self._prune_again())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            await self.wipe()

    async def _wipe_again(self) -> None:
        while True:
            await self._news.wait()
            await asyncio.sleep(WIPE_SECONDS)
            self._news.clear()
            try:
                await self.wipe()
            except Exception:
                log.exception("finished updates could not be wiped; trying again with the next")

    async def _prune_again(self) -> None:
        while True:
            try:
                await inbox.prune(self._database, int(self._clock().timestamp()))
            except Exception:
                log.exception("the inbox could not be pruned; trying again in a minute")
            await asyncio.sleep(PRUNE_SECONDS)


class InboxBot(ExtBot[Lane]):
    """A bot whose updates are stored before Telegram is told that they have arrived."""

    def __init__(self, inbox: Inbox, **parts: Any) -> None:
        super().__init__(**parts)
        self._inbox = inbox
        self._confirmed = 0
        self._has_given_way = False

    def __repr__(self) -> str:
        """Names the bot without its token, which the library's own text shows."""
        return f"InboxBot[{self.token.partition(':')[0]}]"

    def give_way(self) -> None:
        """Asks no more: another process serves this bot, and a call from here would end its own."""
        self._has_given_way = True

    async def get_updates(self, offset: int | None = None, **more: Any) -> tuple[Update, ...]:  # type: ignore[override]
        """The updates that never came before, stored; the next call confirms the whole batch."""
        if self._has_given_way:
            return ()
        # python-telegram-bot only counts on from what it gets, which may be nothing.
        wanted = max(offset or 0, self._confirmed) or offset
        updates = await super().get_updates(wanted, **more)
        try:
            fresh = await self._inbox.receive(updates)
        except sqlite3.Error as error:
            # As with a network that fails, the library then asks again, at growing intervals.
            raise TelegramError("updates could not be stored") from error
        if updates:
            self._confirmed = updates[-1].update_id + 1
        return fresh


def _arrival(update: Update) -> Arrival:
    person, chat = update.effective_user, update.effective_chat
    return Arrival(
        update.update_id,
        person.id if person else None,
        chat.id if chat else None,
        update.to_json(),
    )
