"""The order in which updates are handled, and how many at a time.

Two moves in one chat must take effect in the order in which they were made, also in a group where
several people move at the same time. Different chats are independent: one that waits for Telegram
or for the engine must not hold up the others. python-telegram-bot handles either one update after
the other for all chats, or many concurrently in no order (`concurrent_updates`). So this is an
update processor of our own.

- The invariant: at most one update of a chat is at work, and the one that came first is next. One
  lock per chat gives that, because asyncio wakes the waiters of a lock in their order. A chat
  without updates has no lock, since only the updates that use a lock keep it alive.
- An update takes a slot of the process only while its handler runs. It takes none while it waits
  for its chat's turn, for its person's share, or until fewer answers are owed to its chat
  (`room`). So an update that waits for Telegram's limits never holds a slot, and the chats take
  slots in turn.
- A person is served in a few chats at a time and at a limited rate, however many chats they write
  in and however many processes serve them (`bot.telegram.shares`). A limit per chat was not
  enough: somebody in thirty groups got thirty times as much.
- The updates that may wait are limited for each chat by their number, and for each person and for
  everybody by the memory that they take (`bot.ledger`). Any more are left out, and the chat is
  told so once.
- When all slots are taken, `ran_out` is called, so that the operator hears of it.
- An update of a blocked account or chat is dropped before it waits for anything. When somebody is
  blocked, their updates that wait or are at work are ended (`let_go`).
- Work that goes on after its handler takes its turn in the same order (`turn`).
- A press need not draw its board if the same message has been pressed again, because the later
  press draws both changes. So waiting presses are counted for each message (`press_waits`).
- The pictures of an album are updates of their own, and nothing says which is the last one. So
  those that wait are counted for each album (`album_waits`).
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AbstractContextManager, asynccontextmanager
from typing import Any, Final
from weakref import WeakValueDictionary

from telegram import Update
from telegram.ext import BaseUpdateProcessor

from bot.ledger.ledger import UPDATES, Ledger
from bot.ledger.owner import Owner, on_behalf_of
from bot.operate.limits import Allowance
from bot.telegram.shares import DividedAllowance
from bot.telegram.updates import person_of

MessageKey = tuple[int, int]
"""A message by its chat and its number."""

AlbumKey = tuple[int, str]
"""An album by its chat and its name."""

MOST_WAITING: Final = 60
"""Updates of one chat that may wait for the one at work; any more are left out."""

MOST_OF_ALBUM: Final = 10
"""Pictures of an album, of which none is left out when another one waits already."""

UPDATE_BYTES: Final = 4_000
"""What an update takes in memory apart from its text."""

BYTES_A_CHARACTER: Final = 4
"""What each character of its text takes, as it was sent and as it was read."""

AT_ONCE: Final = 8
"""Updates of one person that are at work."""

SHARE_BURST: Final = 15
SHARE_SECONDS: Final = 0.2
"""Seconds between two updates of a person beyond those that are worked on at once."""

MOST_KEPT: Final = 20
"""Answers owed to one chat from which on its next update waits; a group gets them in a minute."""

UNLIMITED: Final = 2**31
"""The limit given to the library, whose own count includes updates that wait."""

Measure = Callable[[int], AbstractContextManager[None]]
"""Takes the number of an update; its context lasts until the update is dealt with."""

LeaveOut = Callable[[Update, bool], Awaitable[None]]
"""Called with an update that is left out, and whether it is the first since the chat was quiet."""

Drops = Callable[[Update], bool]
"""Whether an update is dropped, because its person or its chat is blocked."""

Room = Callable[[int], Awaitable[None]]
"""Returns once a chat may ask for more answers."""


async def _room(_chat_id: int) -> None:
    """Lets every chat ask without waiting."""


async def _leave_out(_update: Update, _is_first: bool) -> None:  # noqa: FBT001 - see LeaveOut
    """Tells nobody that an update is left out."""


class _Turn:
    """The lock of one chat, and how many updates hold it or wait for it."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.waiting = 0
        self.has_left_out = False


class _Person:
    """The updates of one person that are at work."""

    def __init__(self, at_once: int) -> None:
        self.at_work = asyncio.Semaphore(at_once)


class KeptReplies:
    """How many kept answers each chat is owed, and the updates that wait for them to go out.

    `news` is set when an answer has been kept. `begun` counts the answers whose keeping was begun,
    also those that could not be stored.
    """

    def __init__(self) -> None:
        self.news = asyncio.Event()
        self.begun = 0
        self._counts: dict[int, int] = {}
        self._rooms: dict[int, asyncio.Event] = {}

    def count(self, chat_id: int) -> int:
        return self._counts.get(chat_id, 0)

    @property
    def total(self) -> int:
        """How many answers all chats together are owed."""
        return sum(self._counts.values())

    def now(self, chat_id: int, count: int) -> None:
        """Sets how many answers are owed to a chat."""
        self._counts[chat_id] = count
        if not count:
            del self._counts[chat_id]
        if count < MOST_KEPT and chat_id in self._rooms:
            self._rooms.pop(chat_id).set()

    def found(self, chat_id: int, count: int) -> None:
        """Sets how many answers another process has left for a chat, and has them sent."""
        self.now(chat_id, count)
        self.news.set()

    def one_less(self, chat_id: int) -> None:
        """Counts an answer as sent, unless it is the last; for that one `now` is called."""
        if self.count(chat_id) > 1:
            self.now(chat_id, self.count(chat_id) - 1)

    async def room(self, chat_id: int) -> None:
        """Returns once fewer than MOST_KEPT answers are owed to the chat."""
        while self.count(chat_id) >= MOST_KEPT:
            await self._rooms.setdefault(chat_id, asyncio.Event()).wait()


class ChatOrder(BaseUpdateProcessor):
    """Handles the updates of one chat in their order, and those of different chats concurrently.

    At most `slots` are at work at a time, and each person has a `share` of them. `leave_out` is
    called for each update that is one too many for its chat or its person, and `ran_out` for each
    that finds no free slot. `drop` is called for each update that `drops` names.
    """

    def __init__(
        self,
        slots: int,
        measure: Measure,
        share: Allowance | None = None,
        ledger: Ledger | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        super().__init__(UNLIMITED)
        self._slots = asyncio.Semaphore(slots)
        self._share = share
        self._ledger = ledger or Ledger()
        self._at_once = AT_ONCE
        self._sleep = sleep
        self._people: WeakValueDictionary[int, _Person] = WeakValueDictionary()
        self.room: Room = _room
        self.length_of: Callable[[int], int] = lambda _update_id: 0
        """The characters of an update, as Telegram wrote it."""
        self.ran_out: Callable[[], None] = lambda: None
        self.at_work = 0
        """How many updates have a slot."""
        self._measure = measure
        self._is_abandoned = False
        self._at_work: dict[asyncio.Task[Any], object] = {}
        self._let_go: set[asyncio.Task[Any]] = set()
        self.drops: Drops = lambda _update: False
        self.drop: Callable[[Update], None] = lambda _update: None
        self._turns: WeakValueDictionary[int, _Turn] = WeakValueDictionary()
        self.leave_out: LeaveOut = _leave_out
        self._waiting: Counter[MessageKey | AlbumKey] = Counter()

    # The library declares an Awaitable and passes what Application.process_update gives.
    async def do_process_update(
        self,
        update: object,
        coroutine: Coroutine[Any, Any, None],  # type: ignore[override]
    ) -> None:
        """Handles an update when its turn in its chat comes; the wait is measured too."""
        if self._is_abandoned:
            coroutine.close()
            return
        if isinstance(update, Update) and self.drops(update):
            coroutine.close()
            self.drop(update)
            return
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("an update is handled outside of any task")
        self._at_work[task] = update
        try:
            with self._measure(update.update_id if isinstance(update, Update) else 0):
                await self._in_turn(update, coroutine)
        except asyncio.CancelledError:
            if task not in self._let_go:
                raise
            task.uncancel()
            if isinstance(update, Update):
                self.drop(update)
        finally:
            del self._at_work[task]
            self._let_go.discard(task)

    def let_go(self) -> None:
        """Ends all updates, at work or waiting, that are to be dropped by now."""
        for task, update in self._at_work.items():
            if isinstance(update, Update) and task not in self._let_go and self.drops(update):
                self._let_go.add(task)
                task.cancel()

    async def abandon(self) -> int:
        """Cancels all updates, whether at work or waiting; returns how many there were."""
        self._is_abandoned = True
        abandoned = tuple(self._at_work)
        for task in abandoned:
            task.cancel()
        await asyncio.gather(*abandoned, return_exceptions=True)
        return len(abandoned)

    async def _in_turn(self, update: object, coroutine: Coroutine[Any, Any, None]) -> None:
        chat = update.effective_chat if isinstance(update, Update) else None
        if not isinstance(update, Update) or chat is None:
            await coroutine
            return
        # The dictionaries hold weak references: these local names keep both alive.
        turn = self._turns.setdefault(chat.id, _Turn())
        # A chat stands for the person where an update names none.
        number = person_of(update) or chat.id
        person = self._people.setdefault(number, _Person(self._at_once))
        owner = Owner(number, chat.id)
        size = UPDATE_BYTES + BYTES_A_CHARACTER * self.length_of(update.update_id)
        has_room = self._ledger.has_room(UPDATES, owner, size)
        kind = _counted(update)
        most = MOST_WAITING + (MOST_OF_ALBUM if self._is_of_waiting_album(kind) else 0)
        # `turn.waiting` counts the update at work as well.
        if turn.waiting > most or not has_room:
            coroutine.close()
            is_first, turn.has_left_out = not turn.has_left_out, True
            await self.leave_out(update, is_first)
            return
        turn.waiting += 1
        self._ledger.take(UPDATES, owner, size)
        try:
            # The slot comes last, so that nothing is awaited while it is held but the handler.
            async with self._waited(turn.lock, kind):
                await self.room(chat.id)
                async with person.at_work:
                    await self._grant(number)
                    await self._work(number, coroutine)
        finally:
            turn.waiting -= 1
            self._ledger.give_back(UPDATES, owner, size)
            # A coroutine that was cancelled before it began would warn otherwise.
            coroutine.close()

    def divide(self, count: int) -> None:
        """Divides each person's share among `count` processes from now on."""
        self._at_once = max(1, AT_ONCE // count)
        if isinstance(self._share, DividedAllowance):
            self._share.divide(count)

    async def _grant(self, person: int) -> None:
        """Returns once the person's share allows one more update."""
        while self._share is not None and (wait := await self._share.spend(person)):
            await self._sleep(wait)

    async def _work(self, person: int, coroutine: Coroutine[Any, Any, None]) -> None:
        if self._slots.locked():
            self.ran_out()
        async with self._slots:
            self.at_work += 1
            try:
                with on_behalf_of(person):
                    await coroutine
            finally:
                self.at_work -= 1

    @asynccontextmanager
    async def turn(self, chat_id: int) -> AsyncIterator[None]:
        """Keeps all updates of the chat waiting while the block runs."""
        # The local name keeps it alive, as in `_in_turn`.
        turn = self._turns.setdefault(chat_id, _Turn())
        async with turn.lock:
            yield

    @property
    def waiting(self) -> int:
        """How many updates wait for their turn or for a slot."""
        return self.current_concurrent_updates - self.at_work

    @property
    def busy(self) -> tuple[int, ...]:
        """The chats in which an update, or a `turn`, is at work."""
        return tuple(chat for chat in self._turns if self.is_at_work(chat))

    def is_at_work(self, chat_id: int) -> bool:
        """Whether an update of the chat, or a `turn`, is at work."""
        turn = self._turns.get(chat_id)
        return turn is not None and turn.lock.locked()

    def press_waits(self, message: MessageKey) -> bool:
        """Whether another press of a button below this message waits for its turn."""
        return self._waiting[message] > 0

    def album_waits(self, album: AlbumKey) -> bool:
        """Whether another picture of this album waits for its turn."""
        return self._waiting[album] > 0

    def _is_of_waiting_album(self, kind: MessageKey | AlbumKey | None) -> bool:
        return kind is not None and isinstance(kind[1], str) and self._waiting[kind] > 0

    @asynccontextmanager
    async def _waited(
        self, turn: asyncio.Lock, kind: MessageKey | AlbumKey | None
    ) -> AsyncIterator[None]:
        """Holds the lock of a chat; counts the press or the picture as waiting until it has it."""
        if kind is not None:
            self._waiting[kind] += 1
        try:
            await turn.acquire()
        finally:
            if kind is not None:
                self._waiting[kind] -= 1
                # A Counter keeps zeros, and there are new messages for ever.
                if not self._waiting[kind]:
                    del self._waiting[kind]
        try:
            yield
        finally:
            turn.release()

    async def initialize(self) -> None:
        """Nothing to make ready."""

    async def shutdown(self) -> None:
        """Nothing to put away."""


def _counted(update: Update) -> MessageKey | AlbumKey | None:
    """The message whose button was pressed, or the album of a picture; None for all else."""
    query, message = update.callback_query, update.message
    if query is not None:
        return (query.message.chat.id, query.message.message_id) if query.message else None
    if message is not None and message.media_group_id is not None:
        return message.chat.id, message.media_group_id
    return None
