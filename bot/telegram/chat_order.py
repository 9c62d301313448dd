"""Which updates may be worked on at the same time.

Two moves in one chat must take effect in the order in which they were made, also in a group where
several people move at once; two chats have nothing to do with each other, and one that waits for
Telegram or for the engine must not hold up the others. python-telegram-bot offers one after the
other for all chats, or all together without any order (`concurrent_updates`), so this is an update
processor of our own.

- The invariant: at most one update of a chat is at work, and the next one is the one that came
  first. A lock a chat gives that, for asyncio wakes its waiters in their order. Chats without
  updates have no lock: it is kept alive only by those who wait for it.
- Only an update that is worked on takes a slot of the process. One that waits takes none, for its
  chat's turn, for its person's share, or until fewer answers wait for its chat (`room`). So a slot
  is never held by anybody who waits for Telegram's limits, and the chats take slots in turn.
- A person is worked for in a few chats at once and so many times a second, in however many chats
  they write and by however many processes (`bot.telegram.shares`). At first only each chat was
  limited: thirty groups were thirty times as much.
- A chat and a person may have a limited number of updates that wait. What comes on top is left
  out, and the chat is told so once.
- When the slots run out all the same, somebody is told (`ran_out`).
- Work that goes on behind its handler takes its turn in the same order (`turn`).
- A press of a button whose message is pressed again already need not draw what the next press
  draws anyway, so the presses that wait are counted for each message (`press_waits`).
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AbstractContextManager, asynccontextmanager
from typing import Any, Final
from weakref import WeakValueDictionary

from telegram import Update
from telegram.ext import BaseUpdateProcessor

from bot.operate.limits import Allowance
from bot.telegram.shares import DividedAllowance
from bot.telegram.updates import person_of

MessageKey = tuple[int, int]
"""A message by its chat and its number."""

MOST_WAITING: Final = 60
"""Updates of one chat that wait for the one at work; what comes on top is left out."""

MOST_OF_A_PERSON: Final = 100
"""Updates of one person, in all chats, that are at work or wait."""

AT_ONCE: Final = 8
"""Updates of one person that are at work."""

SHARE_BURST: Final = 15
SHARE_SECONDS: Final = 0.2
"""Seconds between two updates of a person beyond those that are worked on at once."""

MOST_KEPT: Final = 20
"""Answers that may wait for one chat before its next update waits too: a group's minute."""

UNLIMITED: Final = 2**31
"""For the library, whose own limit counts what waits too."""

Measure = Callable[[int], AbstractContextManager[None]]
"""Entered with the number of each update until it is dealt with."""

LeaveOut = Callable[[Update, bool], Awaitable[None]]
"""Told of an update that is left out, and whether it is the first since the chat was quiet."""


Room = Callable[[int], Awaitable[None]]
"""Returns when a chat may ask for more answers."""


async def _room(_chat_id: int) -> None:
    """Every chat may."""


async def _leave_out(_update: Update, _is_first: bool) -> None:  # noqa: FBT001 - see LeaveOut
    """Tells nobody that an update is left out."""


class _Turn:
    """Whose turn it is in one chat; it goes when nobody is left."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.waiting = 0
        self.has_left_out = False


class _Person:
    """What is done for one person; it goes when nothing is."""

    def __init__(self, at_once: int) -> None:
        self.at_work = asyncio.Semaphore(at_once)
        self.held = 0


class KeptReplies:
    """How many answers each chat still waits for, and who waits for them to become fewer.

    `news` is set when one was kept, and `begun` counts how often that was begun.
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
        """How many all chats wait for."""
        return sum(self._counts.values())

    def now(self, chat_id: int, count: int) -> None:
        """Note how many answers wait for a chat."""
        self._counts[chat_id] = count
        if not count:
            del self._counts[chat_id]
        if count < MOST_KEPT and chat_id in self._rooms:
            self._rooms.pop(chat_id).set()

    def found(self, chat_id: int, count: int) -> None:
        """Note how many answers wait for a chat that another process has answered so far."""
        self.now(chat_id, count)
        self.news.set()

    def one_less(self, chat_id: int) -> None:
        """One was sent; whether it was the last one is for `now` to say."""
        if self.count(chat_id) > 1:
            self.now(chat_id, self.count(chat_id) - 1)

    async def room(self, chat_id: int) -> None:
        """Returns when the chat may ask for more."""
        while self.count(chat_id) >= MOST_KEPT:
            await self._rooms.setdefault(chat_id, asyncio.Event()).wait()


class ChatOrder(BaseUpdateProcessor):
    """Updates of one chat one after the other as they came, those of different chats together.

    At most `slots` are worked on at a time, and each person has a `share` of that. `leave_out` is
    called for what a chat or a person says on top of what may wait, and `ran_out` for each update
    that finds no slot.
    """

    def __init__(
        self,
        slots: int,
        measure: Measure,
        share: Allowance | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        super().__init__(UNLIMITED)
        self._slots = asyncio.Semaphore(slots)
        self._share = share
        self._at_once = AT_ONCE
        self._sleep = sleep
        self._people: WeakValueDictionary[int, _Person] = WeakValueDictionary()
        self.room: Room = _room
        self.ran_out: Callable[[], None] = lambda: None
        self.at_work = 0
        """How many updates have a slot."""
        self._measure = measure
        self._is_abandoned = False
        self._at_work: set[asyncio.Task[Any]] = set()
        self._turns: WeakValueDictionary[int, _Turn] = WeakValueDictionary()
        self.leave_out: LeaveOut = _leave_out
        self._waiting: Counter[MessageKey] = Counter()

    # The library declares an Awaitable and passes what Application.process_update gives.
    async def do_process_update(
        self,
        update: object,
        coroutine: Coroutine[Any, Any, None],  # type: ignore[override]
    ) -> None:
        """Handles an update in the turn of its chat; the wait for that is measured too."""
        if self._is_abandoned:
            coroutine.close()
            return
        task = asyncio.current_task()
        if task is not None:
            self._at_work.add(task)
            task.add_done_callback(self._at_work.discard)
        with self._measure(update.update_id if isinstance(update, Update) else 0):
            await self._in_turn(update, coroutine)

    async def abandon(self) -> int:
        """Cancels what is at work and what waits for its turn; how many updates those were."""
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
        # The local names keep both alive for as long as somebody waits for them.
        turn = self._turns.setdefault(chat.id, _Turn())
        number = person_of(update) or chat.id
        person = self._people.setdefault(number, _Person(self._at_once))
        if turn.waiting > MOST_WAITING or person.held >= MOST_OF_A_PERSON:
            coroutine.close()
            is_first, turn.has_left_out = not turn.has_left_out, True
            await self.leave_out(update, is_first)
            return
        turn.waiting += 1
        person.held += 1
        try:
            async with self._waited(turn.lock, _pressed_message(update)):
                await self.room(chat.id)
                async with person.at_work:
                    await self._grant(number)
                    await self._work(coroutine)
        finally:
            turn.waiting -= 1
            person.held -= 1
            coroutine.close()

    def divide(self, count: int) -> None:
        """Give each person one share of `count` processes from now on."""
        self._at_once = max(1, AT_ONCE // count)
        if isinstance(self._share, DividedAllowance):
            self._share.divide(count)

    async def _grant(self, person: int) -> None:
        """Returns when a person may be worked for."""
        while self._share is not None and (wait := await self._share.spend(person)):
            await self._sleep(wait)

    async def _work(self, coroutine: Coroutine[Any, Any, None]) -> None:
        if self._slots.locked():
            self.ran_out()
        async with self._slots:
            self.at_work += 1
            try:
                await coroutine
            finally:
                self.at_work -= 1

    @asynccontextmanager
    async def turn(self, chat_id: int) -> AsyncIterator[None]:
        """No update of the chat is at work while the block runs."""
        # The local name keeps it, as above.
        turn = self._turns.setdefault(chat_id, _Turn())
        async with turn.lock:
            yield

    @property
    def waiting(self) -> int:
        """How many updates wait for their turn or for a slot."""
        return self.current_concurrent_updates - self.at_work

    @property
    def busy(self) -> tuple[int, ...]:
        """The chats in which it is somebody's turn."""
        return tuple(chat for chat in self._turns if self.is_at_work(chat))

    def is_at_work(self, chat_id: int) -> bool:
        """Whether it is somebody's turn in the chat."""
        turn = self._turns.get(chat_id)
        return turn is not None and turn.lock.locked()

    def press_waits(self, message: MessageKey) -> bool:
        """Whether another press of a button below this message waits for its turn."""
        return self._waiting[message] > 0

    @asynccontextmanager
    async def _waited(self, turn: asyncio.Lock, message: MessageKey | None) -> AsyncIterator[None]:
        if message is not None:
            self._waiting[message] += 1
        try:
            await turn.acquire()
        finally:
            if message is not None:
                self._waiting[message] -= 1
                if not self._waiting[message]:
                    del self._waiting[message]
        try:
            yield
        finally:
            turn.release()

    async def initialize(self) -> None:
        """Nothing to make ready."""

    async def shutdown(self) -> None:
        """Nothing to put away."""


def _pressed_message(update: object) -> MessageKey | None:
    query = update.callback_query if isinstance(update, Update) else None
    message = query.message if query else None
    return (message.chat.id, message.message_id) if message else None
