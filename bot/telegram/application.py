"""python-telegram-bot's Application with the services of this bot and the path of each update.

An update is handled in `process_update`, after which the inbox wipes it. It stays there only if it
could not be stored and its sender could not be told so either; then it is handled again
(`bot.telegram.attempts`). An update that is not stored, because another process locks the database,
is handled as far as that takes no writing (`bot.telegram.early`).

Handlers turn every error into an answer (`bot.handlers.dispatch`), and the library passes what they
raise all the same to `process_error`. So a NotStored that arrives there is one of which nobody was
told.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any, Final

from telegram import Update
from telegram.ext import Application, ExtBot

from bot.game.person import person_of_chat
from bot.game.place import Place
from bot.operate.metrics import Metrics, UpdateResult, ended
from bot.play.services import Services
from bot.store import replies, users
from bot.store.replies import Reply
from bot.store.seam.not_stored import NotStored, StoreError
from bot.store.seam.reading import reading_only
from bot.telegram.administrators import Administrators
from bot.telegram.attempts import until_stored
from bot.telegram.chat_order import ChatOrder, KeptReplies
from bot.telegram.early import Record
from bot.telegram.flood import FloodControl
from bot.telegram.gate import Lane
from bot.telegram.inbox import Inbox
from bot.telegram.leading import Leading
from bot.telegram.people import acting
from bot.telegram.tasks import Tasks
from bot.telegram.unstored import Unstored
from bot.telegram.updates import person_of

MOST_GROUPS: Final = 10_000
"""Groups whose newest message is remembered."""

ALERT_SECONDS: Final = 60.0

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LateBoard:
    """The note below a board that could not be sent, or may not have been.

    `sent_as` is the version of its mark if it may have arrived all the same, else None.
    """

    note: str
    sent_as: int | None = None


class SudokuApplication(
    Application[ExtBot[Lane], Any, dict[Any, Any], dict[Any, Any], dict[Any, Any], Any]
):
    """The Application that handlers work in.

    `work` is what goes on after its handler, by the place and number of the message that announces
    it, and `searches` are those for better ways, by the person who reads. By game and place,
    `late_boards` are those that could not be sent yet, and `late_records` write which message shows
    a board, where another process had locked the database.
    """

    def __init__(self, *, services: Services, inbox: Inbox, metrics: Metrics, **parts: Any) -> None:
        super().__init__(**parts)
        self.services = services
        self.inbox = inbox
        self.metrics = metrics
        self.administrators = Administrators(self.bot, services.clock)
        self.leading = Leading(services.database)
        self.kept = KeptReplies()
        self.work = Tasks[tuple[Place, int]]()
        self.searches = Tasks[int]()
        self.blocked = inbox.blocked
        self.unstored = Unstored(self.bot, self._may_tell, monotonic)
        self.put_off = Tasks[int]()
        """Tells people that their updates wait until they can be stored."""

        self.late_records: dict[tuple[int, Place], Record] = {}
        self.late_boards: dict[tuple[int, Place], LateBoard] = {}
        self.sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
        self._failures: dict[int, NotStored] = {}
        self._newest: dict[int, int] = {}
        self._silent_until = 0.0
        self._told: dict[int, float] = {}

    @property
    def order(self) -> ChatOrder:
        """The order of the updates; raises TypeError for another update processor."""
        order = self.update_processor
        if not isinstance(order, ChatOrder):
            raise TypeError("this application does not keep the order of a chat")
        return order

    def turn(self, chat_id: int) -> AbstractAsyncContextManager[None]:
        """Keeps the updates of the chat waiting, for work that goes on after its handler."""
        return self.order.turn(chat_id)

    def is_at_work(self, chat_id: int) -> bool:
        """Whether an update of the chat is at work, or a `turn` of it."""
        return self.order.is_at_work(chat_id)

    @property
    def flood(self) -> FloodControl | None:
        """The flood control; None where nothing limits what is sent."""
        flood = self.bot.rate_limiter
        return flood if isinstance(flood, FloodControl) else None

    def may_send(self, chat_id: int) -> bool:
        """Whether Telegram's limits allow a message to the chat without waiting."""
        return self.flood is None or self.flood.is_free(chat_id)

    def _may_tell(self, chat_id: int) -> bool:
        return not self.blocked.has_chat(chat_id) and self.may_send(chat_id)

    def drops(self, update: Update) -> bool:
        """Whether an update is dropped, because its person or its chat is blocked."""
        if self.blocked.is_empty:
            return False
        person, chat = person_of(update), update.effective_chat
        if self.blocked.drops(person, chat.id if chat else None, update):
            return True
        # A press names its person, also where that is an anonymous administrator of the group.
        if update.callback_query is None or chat is None:
            return False
        if not self.blocked.has_person(person_of_chat(chat.id)):
            return False
        acts = acting(update, self.administrators)
        return acts is not None and self.blocked.has_person(acts.id)

    def drop(self, update: Update) -> None:
        """Wipes an update of somebody who is blocked, without an answer."""
        self._failures.pop(update.update_id, None)
        self.inbox.finish(update.update_id)
        self.blocked.count()

    def tells_of_wait(self, chat_id: int, seconds: float) -> bool:
        """Whether a chat should hear that it has to wait: once in the `seconds` of the wait."""
        now = monotonic()
        self._told = {chat: until for chat, until in self._told.items() if until > now}
        if chat_id in self._told:
            return False
        self._told[chat_id] = now + seconds
        return True

    def may_show(self, chat_id: int) -> bool:
        """Whether a board may be sent or edited now, at the pace that a group can keep up."""
        return self.may_send(chat_id) and not self.wait_for_board(chat_id)

    def wait_for_board(self, chat_id: int) -> float:
        """The seconds until the chat's own limits allow a board."""
        return 0.0 if self.flood is None else self.flood.wait_for_board(chat_id)

    @property
    def stale_views(self) -> asyncio.Event:
        """Set when a view was left stale and the background has to draw it."""
        return self.services.stale_views

    def newest_message(self, chat_id: int) -> int | None:
        """The newest message of a group; None where it is not known."""
        return self._newest.get(chat_id)

    def note_message(self, chat_id: int, message_id: int) -> None:
        """Notes a message that came or was sent; only those of groups are remembered."""
        if chat_id < 0:
            # Popped and put back, so that the first of the dictionary is the one idle longest.
            newest = max(self._newest.pop(chat_id, 0), message_id)
            self._newest[chat_id] = newest
            if len(self._newest) > MOST_GROUPS:
                del self._newest[next(iter(self._newest))]

    def must_stand_below(self, chat_id: int) -> None:
        """Requires that an owed board, if it has arrived, is below all that people have written."""
        if self.flood is not None:
            self.flood.unconfirmed.must_stand_below(chat_id)

    def must_keep(self, chat_id: int) -> bool:
        """Whether an answer to the chat has to be kept: for the limits, or for older answers."""
        return self.kept.count(chat_id) > 0 or not self.may_send(chat_id)

    async def keep(self, reply: Reply) -> None:
        """Stores an answer, which the background sends as soon as it may. Raises NoRoom."""
        now = int(self.services.clock().timestamp())
        if self.flood is not None:
            self.flood.note_asked(reply.place.chat_id)
        self.kept.begun += 1
        count = await replies.keep(self.services.database.unhurried, reply, now)
        self.kept.now(reply.place.chat_id, count)
        self.kept.news.set()

    async def admitted(
        self, chat_id: int, lane: Lane = Lane.KEPT, waited: float | None = 0.0
    ) -> Lane | None:
        """Waits until the bot's limits allow what was kept; returns the lane to send it in.

        Somebody has `waited` for it for so many seconds, or with None nobody waits.
        """
        if self.flood is None:
            return None
        await self.flood.admit(lane, chat_id, self.kept.count(chat_id), waited)
        return lane

    def is_at_leisure(self, chat_id: int) -> bool:
        """Whether the chat has room for a courtesy and for a message after it."""
        return self.flood is None or self.flood.is_at_leisure(chat_id)

    async def process_update(self, update: object) -> None:
        """Handles an update, again and again if it has to stay in the inbox."""
        if not isinstance(update, Update):
            await super().process_update(update)
            return
        if self.flood is not None:
            self.flood.unconfirmed.arrived(update)
        if self.inbox.early.is_early(update):
            await self._handle_early(update)
        elif failure := await self._attempt(update):
            await until_stored(partial(self._attempt, update), failure, self.sleep)

    async def process_error(
        self, update: object | None, error: Exception, *parts: Any, **named_parts: Any
    ) -> bool:
        """Notes an update that was not stored without anybody being told; all else is a bug."""
        if not isinstance(update, Update) or not isinstance(error, NotStored):
            return await super().process_error(update, error, *parts, **named_parts)
        self._failures[update.update_id] = error
        return True

    async def _handle_early(self, update: Update) -> None:
        """Handles an update that is not stored, or puts it off if that would write something."""
        update_id, early = update.update_id, self.inbox.early
        if not early.begins(update_id):
            return
        with reading_only():
            await super().process_update(update)
        if self._failures.pop(update_id, None) is None:
            early.answered(update_id)
            return
        ended(UpdateResult.PUT_OFF)
        if early.put_off(update_id):
            self.put_off.begin(update_id, self._tell_put_off(update))

    async def _tell_put_off(self, update: Update) -> None:
        """Tells the person of an update if it waits for long."""
        await self.sleep(self.inbox.early.patience(update.update_id))
        if not self.inbox.early.is_put_off(update.update_id):
            return
        with suppress(StoreError):
            person = await users.get(self.services.database, person_of(update) or 0)
            await self.unstored.tell_put_off(update, person.language if person else None)

    async def _attempt(self, update: Update) -> NotStored | None:
        """Handles an update once; returns why it was not stored if it has to be handled again."""
        if update.effective_chat is not None:
            await self.inbox.settle(update.effective_chat.id)
        try:
            if not await self.inbox.attempt(update.update_id):
                await self.unstored.say(update, "error.not_stored")
                return None
        except NotStored as failure:
            return failure
        try:
            is_recorded = await self.inbox.record(update.update_id)
        except NotStored as failure:
            self.inbox.leave(update.update_id)
            return failure
        if not is_recorded:
            await super().process_update(update)
        unstored = self._failures.pop(update.update_id, None)
        if unstored is None:
            self.inbox.finish(update.update_id)
        else:
            self.inbox.leave(update.update_id)
        return unstored

    async def leave_out(self, update: Update, is_first: bool) -> None:  # noqa: FBT001 - as LeaveOut
        """Drops an update that is one too many, and tells the chat so at the first of them."""
        self.inbox.finish(update.update_id)
        self.metrics.left_out.inc()
        if is_first:
            await self.unstored.say(update, "junk.too_fast")

    def ran_out(self) -> None:
        """Counts an update that found all slots taken, and logs that once in ALERT_SECONDS."""
        self.metrics.slots_missed.inc()
        now = monotonic()
        if now >= self._silent_until:
            self._silent_until = now + ALERT_SECONDS
            log.error("all slots for updates are taken: people wait for one")

    def __repr__(self) -> str:
        """Names the bot without its token, which the library's own text shows."""
        return f"SudokuApplication[{self.bot.token.partition(':')[0]}]"
