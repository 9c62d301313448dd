"""The inbox: every update is stored first, then handled, then wiped.

With getUpdates a batch is confirmed by the next call, which may come before its handlers have run:
a process that is killed in between would lose what people said. So each batch is stored in one
commit before Telegram hears that it has arrived, and so is each call of the webhook.

- An update that is delivered twice is handled once, since its number stays known for a while after
  it is done.
- An update that a killed process did not finish is handled again by the next one, before anything
  newer. A change to a game is not made twice: its transaction notes the update, and the next
  process only draws the game's stale view (`Visit.takes_effect`, `store.views`).
- An update that kills every process that handles it is given up after some attempts. Only updates
  that an earlier process left count attempts, because a write before each update would slow down
  every move.
- An update that cannot be read goes into quarantine, and is confirmed like the others
  (`bot.telegram.updates`).
- An update that cannot be stored, because another process locks the database, its disk is full or
  its file is gone, is handled as far as that takes no writing (`bot.telegram.early`).
- What people said is wiped once it is dealt with. Wiping each update alone would cost a commit per
  move, so finished updates are collected for a moment and wiped together. A process killed in that
  moment leaves updates that were answered. For a move the next process only looks at the mark of
  its view, but an answer in words comes again. So the next update of a chat waits until the
  answered ones are wiped (`settle`), and at most one answer of a chat comes twice.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from typing import Final

from telegram import Bot, Update

from bot.store import inbox
from bot.store.inbox import LONGEST_QUARANTINED, MOST_ATTEMPTS
from bot.store.seam.holding import Arrival, Holding, Left
from bot.store.seam.not_stored import LeaseLost, Locked, NotStored, StoreError
from bot.store.seam.source import Store
from bot.telegram.alone import Alone
from bot.telegram.blocked import Blocked
from bot.telegram.early import EarlyUpdates
from bot.telegram.precedence import Precedence
from bot.telegram.updates import ReadUpdate, UpdateText, read

WIPE_SECONDS: Final = 0.02
"""How long finished updates are collected before one commit wipes them all."""

PRUNE_SECONDS: Final = 60.0

log = logging.getLogger(__name__)


class Inbox:
    """The stored updates of one bot."""

    def __init__(
        self,
        database: Store,
        bot_id: int,
        clock: Callable[[], datetime],
        holding: Holding | None = None,
        blocked: Blocked | None = None,
    ) -> None:
        self._database = database
        self.blocked = blocked or Blocked()
        self.holding: Holding = holding or Alone(database, bot_id)
        self._bot_id = bot_id
        self._clock = clock
        self._open: set[int] = set()
        self._lengths: dict[int, int] = {}
        self._finished: set[int] = set()
        self._told: dict[int, int] = {}
        """The chat in which each update was answered in words, until the update is wiped."""
        # Numbers whose commit failed, perhaps only after the database had made it.
        self._unsure: set[int] = set()
        # Whether updates may be stored or taken in for this process of which it does not know.
        self._is_unsure = False
        self._news = asyncio.Event()
        self._begun: dict[int, Left] = {}
        self._left: set[int] = set()
        self._handing_over = asyncio.Lock()
        self._wiping_once = asyncio.Lock()
        self.early = EarlyUpdates()
        self.precedence = Precedence()
        self._is_early = False
        self.finds_replies: Callable[[int, int], None] = lambda _chat_id, _count: None
        """Called with a chat and how many kept replies wait for it, before its updates come."""
        self.faults = Counter[str]()
        """How many updates could not be read since the start, by fault."""

    async def receive(self, batch: Sequence[ReadUpdate]) -> tuple[Update, ...]:
        """Stores a batch in one commit; returns the updates that this process is to handle.

        Those are new and can be read. Those of blocked accounts and chats are dropped. Raises
        StoreError, OSError and LeaseLost; then the batch may be handed over early.
        """
        if not self.blocked.is_empty:
            batch = [one for one in batch if not self._drops(one)]
        if batch:
            self.precedence.begins()
        now = int(self._clock().timestamp())
        kept = [*map(_arrival, batch)]
        numbers = {one.update_id for one in kept}
        try:
            received = await self.holding.receive(kept, now)
            mine = received.mine | await self._stored_after_all(numbers)
        except Locked:
            # Nothing was begun, so nothing can be stored.
            raise
        except BaseException:
            # A disk or a connection may fail after the commit, so the batch may be stored.
            self._unsure |= numbers
            self._is_unsure = True
            raise
        # Those that cannot be read were not counted when their commit seemed to fail.
        fresh = received.fresh | (self._unsure & numbers)
        self._unsure -= numbers
        if self._is_early and batch:
            self._is_early = False
            log.info("updates are stored again")
        async with self._handing_over:
            # A take-in that ran meanwhile has handed over what is older, perhaps with these.
            mine -= self._known
            if self._is_unsure and self.holding.takes_in_again:
                # Older updates of these chats may be stored unknown to this process. `left` finds
                # them together with these, and keeps the order.
                mine = frozenset()
        mine = self._without_early(mine)
        updates = tuple(one.update for one in batch if one.update and one.number in mine)
        self._open |= {update.update_id for update in updates}
        self._lengths |= {one.number: len(one.text) for one in batch if one.number in mine}
        faults = [one.fault for one in batch if one.fault and one.number in fresh]
        if faults:
            self._tell(faults)
            with suppress(StoreError, OSError):
                # `wiping` will trim again, and what has arrived must be handled in any case.
                await inbox.trim(self._database, now)
        if not self._open:
            # They are for another process, or need no answer.
            self.precedence.ends()
        return updates

    def _drops(self, one: ReadUpdate) -> bool:
        is_dropped = self.blocked.drops(one.user_id, one.chat_id, one.update)
        if is_dropped:
            self.blocked.count()
        return is_dropped

    async def hand_over_early(
        self, batch: Sequence[ReadUpdate], refusal: Exception
    ) -> tuple[Update, ...]:
        """The updates of a batch to be handled although it could not be stored (`early`).

        Raises the refusal where they cannot be, and StoreError where nothing can be read either.
        """
        if self._database.is_shared or not isinstance(refusal, NotStored):
            # The chats may be another replica's, or nobody knows what is stored.
            raise refusal
        numbers = {one.number for one in batch}
        stored = await inbox.known(self._database, self._bot_id, sorted(numbers))
        self._unsure -= numbers - stored
        known = stored - await self._stored_after_all(numbers)
        if not self._is_early:
            self._is_early = True
            log.warning("updates are answered as far as nothing is to be stored: %s", refusal)
        return self.early.hand_over(one for one in batch if one.number not in known)

    def _without_early(self, mine: frozenset[int]) -> frozenset[int]:
        """Those that are stored now and still need a handler."""
        answered = self.early.stored(mine)
        self._open |= answered
        for update_id in answered:
            self.finish(update_id)
        return mine - answered

    def answered_early(self, confirmed: int | None = None) -> None:
        """Forgets early updates that Telegram does not deliver again (`EarlyUpdates.forget`)."""
        for update_id in self.early.forget(confirmed):
            self._told.pop(update_id, None)
            if update_id in self._unsure:
                # It is stored after all, and would be handled again by the next process.
                self._unsure.discard(update_id)
                self._finished.add(update_id)
                self._news.set()

    async def record(self, update_id: int) -> bool:
        """Writes what an early update has left to be written; False where it was not answered.

        Raises StoreError.
        """
        records = self.early.records(update_id)
        if records is None:
            return False
        for write in records:
            await write(self._database.unhurried)
        self.early.recorded(update_id)
        return True

    async def _stored_after_all(self, numbers: set[int]) -> frozenset[int]:
        """Those that an earlier call stored though it seemed to fail, and that nobody handles."""
        unsure = self._unsure & numbers
        if not unsure:
            return frozenset()
        return await self.holding.waiting(unsure) - self._known

    @property
    def _known(self) -> set[int]:
        return self._open | self._finished

    def _tell(self, faults: Iterable[str]) -> None:
        """Logs the first update with a fault, the second, the fourth and so on."""
        for fault in faults:
            self.faults[fault] += 1
            count = self.faults[fault]
            # True for powers of two.
            if not count & (count - 1):
                log.error(
                    "cannot be read and is set aside: %s, update %d of its kind", fault, count
                )

    async def left(self, bot: Bot) -> tuple[Update, ...]:
        """The updates that wait for this process, which come before newer ones of their chats."""
        again, self._is_unsure = self._is_unsure, False
        known = self._known
        try:
            found = await self.holding.take_in(again=again)
            for chat_id, count in (await self.holding.replies_found()).items():
                self.finds_replies(chat_id, count)
            # Joined, not replaced: some have been received meanwhile, others finished and wiped.
            known |= self._known
            new = [one for one in found if one.update_id not in known]
            updates = [update for one in new if (update := await self._read_again(one, bot))]
        except BaseException:
            # Some may be taken in without having been handed over: the next call finds them.
            self._is_unsure = True
            raise
        self._open |= {update.update_id for update in updates}
        self._lengths |= {
            one.update_id: len(one.payload) for one in new if one.update_id in self._open
        }
        self._left |= {one.update_id for one in new if one.was_taken}
        self._begun |= {one.update_id: one for one in new if one.took_effect}
        if updates:
            self.precedence.begins()
        return tuple(updates)

    async def hand_over(self, bot: Bot, take: Callable[[Update], None]) -> None:
        """Hands each update that waits for this process to `take`, before any that arrives now."""
        async with self._handing_over:
            for update in await self.left(bot):
                take(update)

    async def _read_again(self, left: Left, bot: Bot) -> Update | None:
        """The update; None where only an earlier version of the program could read it."""
        one = next(read([UpdateText(left.payload)], bot), None)
        if one is not None and one.update is not None:
            return one.update
        fault = (one and one.fault) or "it has no number"
        self._tell([fault])
        await inbox.quarantine(self._database, self._bot_id, left.update_id, fault)
        return None

    async def attempt(self, update_id: int) -> bool:
        """Counts one attempt at an update that was left; False where it was one too many."""
        if update_id not in self._left:
            return True
        left = await inbox.attempt(self._database.unhurried, self._bot_id, update_id)
        self._left.discard(update_id)
        if left is None:
            self._open.discard(update_id)
            self._lengths.pop(update_id, None)
            self._told.pop(update_id, None)
            log.error("update %d was not stored after %d attempts", update_id, MOST_ATTEMPTS)
        elif left.took_effect:
            self._begun[update_id] = left
        return left is not None

    def length_of(self, update_id: int) -> int:
        """The characters of an update that is open, as Telegram wrote it."""
        return self._lengths.get(update_id, 0)

    def leave(self, update_id: int) -> None:
        """Notes that an update could not be dealt with, so that its next attempt counts."""
        self._left.add(update_id)

    def begun(self, update_id: int) -> Left | None:
        """The record of an update that had taken effect when its process ended, else None."""
        return self._begun.get(update_id)

    def finish(self, update_id: int) -> None:
        """Notes that an update is dealt with; it is wiped soon, together with others."""
        self._left.discard(update_id)
        self._lengths.pop(update_id, None)
        if update_id in self.early:
            self.early.answered(update_id)
        elif update_id in self._open:
            self._open.discard(update_id)
            self._lengths.pop(update_id, None)
            self._begun.pop(update_id, None)
            self._finished.add(update_id)
            self._news.set()
            if not self._open:
                self.precedence.ends()

    def tells(self, update_id: int, chat_id: int) -> None:
        """Notes in which chat an update is answered in words, for `settle`."""
        self._told[update_id] = chat_id

    async def settle(self, chat_id: int) -> None:
        """Wipes now if an update of the chat was answered; if that fails, it is wiped later."""
        if chat_id in self._told.values():
            # The chat goes on all the same: only after a kill would several answers come twice.
            with suppress(StoreError, LeaseLost):
                await self.wipe()

    async def wipe(self) -> None:
        """Wipes all finished updates now, in one commit."""
        async with self._wiping_once:
            finished = frozenset(self._finished)
            if finished:
                await inbox.finish(self._database.unhurried, self._bot_id, finished)
                self._finished -= finished
                for update_id in finished & self._told.keys():
                    del self._told[update_id]

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
            try:
                await self.wipe()
            except (StoreError, LeaseLost) as refusal:
                log.warning("finished updates were not wiped, and are handled again: %s", refusal)

    async def _wipe_again(self) -> None:
        while True:
            await self._news.wait()
            await asyncio.sleep(WIPE_SECONDS)
            # Cleared before the wipe, so that what finishes during it is not forgotten.
            self._news.clear()
            try:
                await self.wipe()
            except Exception:
                log.exception("finished updates could not be wiped; trying again with the next")

    async def _prune_again(self) -> None:
        while True:
            try:
                now = int(self._clock().timestamp())
                await inbox.trim(self._database, now)
                await inbox.prune(self._database, now)
                self.answered_early()
            except Exception:
                log.exception("the inbox could not be pruned; trying again in a minute")
            await asyncio.sleep(PRUNE_SECONDS)


def _arrival(one: ReadUpdate) -> Arrival:
    text = one.text[:LONGEST_QUARANTINED] if one.fault else one.text
    return Arrival(one.number, one.user_id, one.chat_id, text, one.fault)
