"""Sends the answers that Telegram did not take when they were given (`bot.store.replies`).

What holds:

- The answers of one chat go out one after the other, in the order in which they were given. Two
  chats do not wait for each other: each has a task of its own, and they take turns in Telegram's
  thirty messages a second.
- They come before the dailies, and leave room for people who ask now (`Lane.KEPT`).
- An export is made when it may go out, of what is stored then.
- A row is deleted when Telegram has taken its message, or refuses it for good; everything else is
  tried again, after a look whether it has arrived all the same (`bot.telegram.unconfirmed`). While
  nothing at all succeeds, that is every RETRY_SECONDS: nobody knows when an outage ends, and then
  the first answer should come within seconds. If other messages succeed meanwhile, the fault is
  with this one, and the pauses grow.
- What is kept for a blocked chat is deleted, and what answers a blocked account in a group is
  dropped when its turn comes.
- A row that cannot be deleted after that, because another process locks the database, is deleted
  later, and its message does not come again.
- When the process ends, a message that is on its way may still finish, so that it does not come
  twice (`Tasks.unbroken`).
"""

import asyncio
import json
import logging
from base64 import b64decode
from collections.abc import Awaitable, Callable
from typing import Final

from telegram import ReplyParameters
from telegram.error import ChatMigrated, RetryAfter, TelegramError

from bot.chat import export
from bot.chat.making import follow_group
from bot.game.keyboard import Keyboard
from bot.ledger.ledger import REPLIES
from bot.ledger.owner import Owner, on_behalf_of
from bot.store import replies, users
from bot.store.replies import Kept, Reply
from bot.store.seam.not_stored import StoreError
from bot.telegram.application import SudokuApplication
from bot.telegram.conversation import Conversation
from bot.telegram.flood import is_transient
from bot.telegram.gate import Lane
from bot.telegram.tasks import Tasks

MOST_AT_ONCE: Final = 48
"""The most answers that are on their way at a time; some are slow to be confirmed by Telegram."""

RETRY_SECONDS: Final = 1.0
LONGEST_RETRY: Final = 60.0

log = logging.getLogger(__name__)


class Replier:
    """Sends the answers that one Application has kept."""

    def __init__(
        self, application: SudokuApplication, sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        self._application = application
        self._database = application.services.database
        self._sleep = sleep
        self._slots = asyncio.Semaphore(MOST_AT_ONCE)
        self._chats = Tasks[int](self._has_ended)
        # Sent or refused, but not deleted yet.
        self._settled = set[int]()

    @property
    def chats(self) -> tuple[asyncio.Task[None], ...]:
        """The tasks that send, one for each chat that waits."""
        return self._chats.running

    async def run(self) -> None:
        """Sends until it is cancelled; a message on its way then may still finish."""
        try:
            while True:
                try:
                    await self.look()
                except Exception:
                    log.exception("kept answers could not be looked for; trying again")
                    await self._sleep(RETRY_SECONDS)
                else:
                    await self._application.kept.news.wait()
        finally:
            await self._chats.end()

    async def look(self) -> None:
        """Begins a task for each chat that waits and has none."""
        kept = self._application.kept
        kept.news.clear()
        waiting = await replies.waiting(self._database, self._database.replica)
        for chat_id, count in waiting.items():
            if self._application.blocked.has_chat(chat_id):
                await replies.forget(self._database, chat_id)
                kept.now(chat_id, 0)
                continue
            kept.now(chat_id, count)
            if chat_id not in self._chats:
                self._chats.begin(chat_id, self._serve(chat_id))

    def _has_ended(self, chat_id: int) -> None:
        # Answers may still wait: the task has failed, or one was kept while it ended.
        if self._application.kept.count(chat_id):
            self._application.kept.news.set()

    async def _serve(self, chat_id: int) -> None:
        """Sends all that one chat waits for."""
        known, pause = self._application.kept, RETRY_SECONDS
        begun = known.begun
        # An answer may be about to be stored while the count is read; then it counts once more.
        while (count := await replies.count(self._database, chat_id)) or begun != known.begun:
            begun = known.begun
            if count and not await self._attempt(chat_id):
                await self._sleep(pause)
                pause = self._longer(pause)
            else:
                pause = RETRY_SECONDS
        known.now(chat_id, 0)

    def _longer(self, pause: float) -> float:
        """The next pause of a message that fails; it does not grow while all others fail too."""
        flood = self._application.flood
        return pause if flood and flood.is_in_trouble else min(2 * pause, LONGEST_RETRY)

    async def _attempt(self, chat_id: int) -> bool:
        """Sends the first answer of a chat when it may go out; False where that failed for now.

        The answer is read only then. Otherwise the answers of all chats would be in memory, and one
        that was deleted meanwhile would still be sent.
        """
        await self._until_free(chat_id)
        size, person, kept_at = await replies.first_load(self._database, chat_id)
        ledger, owner = self._application.services.ledger, Owner(person or chat_id, chat_id)
        # What is stored, what it is decoded to, and the call.
        count = 3 * size
        await ledger.until_room(REPLIES, owner, count)
        with on_behalf_of(owner.account), ledger.reserve(REPLIES, owner, count):
            now = self._application.services.clock().timestamp()
            lane = await self._application.admitted(chat_id, waited=now - (kept_at or now))
            async with self._slots:
                kept = await replies.first(self._database, chat_id)
                if kept is None:
                    return True
                with self._chats.unbroken():
                    return await self._deliver(kept, lane)

    async def _until_free(self, chat_id: int) -> None:
        flood = self._application.flood
        while flood is not None and (wait := flood.wait(chat_id)) > 0:
            await self._sleep(wait)

    async def _deliver(self, kept: Kept, lane: Lane | None) -> bool:
        if kept.id in self._settled:
            return await self._forget(kept)
        place = kept.reply.place
        try:
            if not self._is_to_blocked(kept.reply):
                await self._send(kept.reply, lane)
        except ChatMigrated as moved:
            await follow_group(self._application, place.chat_id, moved.new_chat_id)
            self._application.kept.news.set()
            return True
        except TelegramError as error:
            if is_transient(error):
                log.warning("an answer is still kept: %s", error)
                # How long it has to wait is up to flood control, not to the growing pauses.
                return isinstance(error, RetryAfter) and self._application.flood is not None
            log.warning("an answer is dropped: %s", error)
        return await self._forget(kept)

    async def _forget(self, kept: Kept) -> bool:
        """Deletes an answer that is dealt with; False where that failed for now."""
        try:
            await replies.done(self._database.unhurried, kept.id)
        except StoreError as error:
            self._settled.add(kept.id)
            log.warning("an answer was sent, and is not deleted yet: %s", error)
            return False
        self._settled.discard(kept.id)
        self._application.kept.one_less(kept.reply.place.chat_id)
        return True

    def _is_to_blocked(self, reply: Reply) -> bool:
        blocked = self._application.blocked
        return blocked.has_person(reply.user_id) or blocked.has_chat(reply.place.chat_id)

    async def _send(self, reply: Reply, lane: Lane | None) -> None:
        context = await Conversation.of(self._application, None, reply.place, lane)
        context.is_patient = True
        if reply.is_export:
            await self._send_export(context, reply)
            return
        if reply.reply_to is not None:
            context.reply = ReplyParameters(reply.reply_to, allow_sending_without_reply=True)
        buttons: Keyboard | None = json.loads(reply.keyboard) if reply.keyboard else None
        file = None if reply.file is None else b64decode(reply.file)
        if reply.message_id is None:
            await context.post(reply.html, buttons, file, reply.file_name)
        else:
            await context.edit(reply.message_id, reply.html, buttons, file)

    async def _send_export(self, context: Conversation, reply: Reply) -> None:
        """Sends what is stored about the person now; nothing about one who was deleted."""
        person = await users.get(self._database, reply.user_id or 0)
        if person is None or reply.file_name is None:
            return
        context.is_now(person)
        kept = reply.file_name

        async def give(name: str, part: bytes) -> None:
            # The person may have been deleted meanwhile.
            if await replies.waits_for(self._database, context.chat_id, kept):
                await context.post(reply.html, None, part, name)

        await export.make(context.visit, kept, give)
