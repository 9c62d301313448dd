"""Flood control: everything that is sent keeps to Telegram's limits, people before the dailies.

The problem: Telegram allows about one message a second in a chat with short bursts, 20 a minute in
a group and 30 a second in all (core.telegram.org/bots/faq). Edits count as messages; answers to
pressed buttons do not. A bot that sends more is answered 429 and told how long to wait. Three kinds
of messages share these limits: answers to people who wait for them now, answers that had to be
kept, of which an outage leaves thousands, and dailies, of which thousands may fall due in one
minute.

What holds:

- No request waits here for long. Callers first ask `is_free`, and otherwise keep what they have to
  say in the database (`bot.store.replies`, `bot.store.views`), because what waits in memory holds
  up its handler and is lost in a kill. A request that comes all the same waits PATIENCE at most;
  then it fails with RetryAfter.
- The requests of one chat are made in the order in which they came.
- `bot.telegram.gate` keeps the limits of the whole bot. Kept answers and dailies wait there before
  they take their place in the order of a chat. Nobody enters before the call may be made
  (`is_sure`), and whoever has waited for something else since then enters again: after an outage
  of the database fifty answers that had been let in one by one went out in one second.
- A 429 halts the chat that it was for, and the request fails. So does a broken network, for a
  second.
- A message of which nobody knows whether it has arrived is looked for before it is sent again
  (`bot.telegram.unconfirmed`).
- A group's boards keep a pace that the group can keep up for hours (`wait_for_board`).
- Of several processes, only one sends to a chat at a time, and they share the limits of the whole
  bot (`bot.telegram.sharing`).

What failed: AIORateLimiter of python-telegram-bot 22.8 halts everything on one 429, lifts the halt
too early (its issue 5338), and has one lane only, in which players queue behind the dailies.
Letting answers wait up to a minute in memory, each in its handler, let a few groups hold all
handlers. Halting all chats when three of them were told to wait stopped everybody for a few lively
groups.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from datetime import timedelta
from functools import partial
from math import inf
from time import monotonic
from typing import Any, Final

from telegram.error import BadRequest, InvalidToken, NetworkError, RetryAfter, TelegramError
from telegram.ext import BaseRateLimiter

from bot.ledger.owner import account_here
from bot.operate.limits import Bucket, Window
from bot.telegram.gate import FEW, LATE_SECONDS, MODEST, Gate, Lane
from bot.telegram.sending import SENDS, Answer, Sending
from bot.telegram.unconfirmed import Delivery, Unconfirmed
from bot.telegram.unstored import IS_OF_NO_UPDATE

Call = Callable[[], Coroutine[Any, Any, Answer]]

LIMITED: Final = ("send", "edit", "copy", "forward")
"""Prefixes of the methods that count against the limits."""

UNLIMITED: Final = "sendChatAction"
BURST: Final = 3
GROUP_MINUTE: Final = 20
PACE_BURST: Final = 5
PACE_SECONDS: Final = 4.0
"""Seconds between two boards of a group after PACE_BURST of them.

In a minute that makes GROUP_MINUTE boards.
"""

PATIENCE: Final = 2.0
"""Seconds that a request may wait for its chat; one that would wait longer fails."""

PAUSES: Final = (0.1, 0.5)
"""Seconds before a request whose connection broke is made again."""

BROKEN_SECONDS: Final = 1.0
"""Seconds for which a chat is sent nothing after the network has failed its request."""

FRESH_SECONDS: Final = 0.2
"""Seconds within which whoever was let in by the gate must send."""

STRANGE_SECONDS: Final = 60.0
"""Seconds for which a group may still be limited by what an ended process has sent to it."""

ACCOUNT_SECONDS: Final = 2.0
"""An account that asks for more than one message in so long comes after those that do not.

A limit for each chat does not tell: thirty accounts that never stop asking are sent as little in
each of their chats as everybody else, when Telegram takes no more.
"""

ACCOUNT_MOST: Final = 60.0
"""Seconds after which an account that asks for nothing any more is like all others."""

IDLE_CHATS: Final = 1_000


async def _at_once() -> None:
    """Any call may be made at any time."""


def is_transient(error: TelegramError) -> bool:
    """Whether the same request may succeed later."""
    # The library makes BadRequest a NetworkError, although the request itself is wrong.
    if isinstance(error, BadRequest):
        return False
    return isinstance(error, RetryAfter | NetworkError | InvalidToken)


class _Chat:
    """The limits of one chat, and the order of its requests."""

    def __init__(self, chat_id: object, burst: int) -> None:
        self.id = chat_id
        # Groups have negative numbers, and channels may be named by "@".
        is_group = str(chat_id).startswith(("-", "@"))
        self.limits: list[Window | Bucket] = [Bucket(burst, 1.0)]
        self.pace: list[Window | Bucket] = []
        self.minute: Window | None = None
        if is_group:
            # One message of the minute is reserved for a last word.
            self.minute = Window(GROUP_MINUTE - 1, 60.0)
            self.limits.append(self.minute)
            self.pace.append(Bucket(PACE_BURST, PACE_SECONDS))
        self.order = asyncio.Lock()
        self.halted_until = 0.0
        self.admitted_at = inf

    def wait(self, now: float) -> float:
        return max(self.halted_until - now, *(limit.wait(now) for limit in self.limits), 0.0)

    def is_at_leisure(self, now: float) -> bool:
        return all(limit.is_at_leisure(now) for limit in self.limits)

    def note(self, now: float) -> None:
        for limit in (*self.limits, *self.pace):
            limit.note(now)

    def assume_busy(self, now: float) -> None:
        """Assumes that a group has been sent all that it may be, evenly."""
        if self.minute is not None:
            for limit in (*self.limits, *self.pace):
                limit.assume_busy(now)

    def has_last_word(self, now: float) -> bool:
        """Whether the only message left of this minute is the one reserved for a last word."""
        if self.minute is None or self.halted_until > now or not self.minute.wait(now):
            return False
        return len(self.minute.times) < GROUP_MINUTE

    def load(self, now: float) -> float:
        """How much the chat was sent lately; 0 after a minute without messages."""
        return sum(limit.load(now) for limit in self.limits)

    def is_idle(self, now: float) -> bool:
        busy = self.order.locked() or self.halted_until > now
        return not busy and all(limit.is_empty(now) for limit in (*self.limits, *self.pace))


class FloodControl(BaseRateLimiter[Lane]):
    """python-telegram-bot's rate limiter; `clock` gives seconds that only grow."""

    def __init__(
        self,
        clock: Callable[[], float] = monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        burst: int = BURST,
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._burst = burst
        self._chats: dict[object, _Chat] = {}
        self._accounts: dict[int, Bucket] = {}
        self._sweep_at = IDLE_CHATS
        self._strange_until = 0.0
        self.gate = Gate(clock, sleep)
        self.is_sure: Callable[[], Awaitable[None]] = _at_once
        """Returns when a call may be made, as far as this process knows."""
        self.unconfirmed = Unconfirmed()

    async def initialize(self) -> None:
        """Nothing to make ready."""

    async def shutdown(self) -> None:
        """Nothing to put away."""

    def is_free(self, chat_id: int) -> bool:
        """Whether a request for a chat would be made at once, or after a moment at the gate."""
        return not self.wait(chat_id) and self.gate.is_free(self._load(chat_id))

    def wait(self, chat_id: int) -> float:
        """The seconds until the chat's own limits allow a message."""
        chat = self._chats.get(chat_id)
        if chat is None:
            return 0.0
        wait = chat.wait(self._clock())
        # How long the request at work will take is not known; a second stands for it.
        return wait or (1.0 if chat.order.locked() else 0.0)

    def wait_for_board(self, chat_id: int) -> float:
        """The seconds until a board may go to a chat at the pace that a group can keep up."""
        chat, now = self._chats.get(chat_id), self._clock()
        pace = max((limit.wait(now) for limit in chat.pace), default=0.0) if chat else 0.0
        return max(pace, self.wait(chat_id))

    async def admit(
        self, lane: Lane, chat_id: int, owed: int = 0, waited: float | None = 0.0
    ) -> None:
        """Returns when the limits of the whole bot allow a request in that lane.

        Of those who wait, the chat comes first that was lately sent the least and is `owed` the
        fewest answers, for an account that has asked for little. It is late by what it has `waited`
        in seconds before; with None nobody waits for it. It must have been noted (`note_asked`).
        """
        late_in = inf if waited is None or owed > FEW else self._late_in(chat_id) - waited
        # By now it counts itself among what was asked for.
        itself = max(1.0 - (waited or 0.0) / ACCOUNT_SECONDS, 0.0)
        load = max(self._load(chat_id) - itself, 0.0)
        await self._may_call()
        await self.gate.enter(lane, load + max(owed - 1, 0), late_in)
        self._chat(chat_id).admitted_at = self._clock()

    def _load(self, chat_id: object) -> float:
        """How much a chat was sent lately, and how much its account has asked for."""
        chat = self._chats.get(chat_id)
        return (chat.load(self._clock()) if chat else 0.0) + self._asked(chat_id)

    def _asked(self, chat_id: object) -> float:
        """How much the account of a chat has asked for lately."""
        account = self._accounts.get(_account(chat_id))
        return account.load(self._clock()) if account else 0.0

    def _late_in(self, chat_id: object) -> float:
        """The seconds after which an answer that is asked for now is late."""
        # What a private chat was sent does not count: after an outage that is its first answers.
        is_private = isinstance(chat_id, int) and chat_id > 0
        load = self._asked(chat_id) if is_private else self._load(chat_id)
        return LATE_SECONDS if load <= MODEST else inf

    def note_asked(self, chat_id: object) -> None:
        """Notes that a message is asked for, which may wait long."""
        now = self._clock()
        account = self._accounts.setdefault(_account(chat_id), Bucket(1, ACCOUNT_SECONDS))
        account.note(now)
        account.full_at = min(account.full_at, now + ACCOUNT_MOST)
        if len(self._accounts) > 2 * IDLE_CHATS:
            busy = {one: bucket for one, bucket in self._accounts.items() if bucket.load(now)}
            # However many they are, their number stays bounded: the longest known go.
            self._accounts = dict([*busy.items()][-IDLE_CHATS:])

    @property
    def is_in_trouble(self) -> bool:
        """Whether the network has failed, and no request has succeeded since."""
        return bool(self.gate.failed)

    def is_at_leisure(self, chat_id: int) -> bool:
        """Whether a chat has room for a request, and for another one right after it."""
        chat = self._chats.get(chat_id) or _Chat(chat_id, self._burst)
        return self.is_free(chat_id) and chat.is_at_leisure(self._clock())

    def may_get_chats(self) -> None:
        """Prepares for chats of another process, of which it is not known what they were sent.

        For STRANGE_SECONDS a group that is new here is treated as one that was just sent all that
        it may be.
        """
        now = self._clock()
        self.unconfirmed.numbering.may_get_chats()
        self._strange_until = now + STRANGE_SECONDS
        self._forget_idle(now)

    # The signature is the library's.
    async def process_request(  # noqa: PLR0917
        self,
        callback: Callable[..., Coroutine[Any, Any, Answer]],
        args: Any,
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: Lane | None,
    ) -> Answer:
        """Makes the request when its turn comes; raises RetryAfter if that is too far off."""
        call: Call = partial(callback, *args, **kwargs)
        lane = rate_limit_args or Lane.INTERACTIVE
        if endpoint in SENDS and isinstance(data.get("chat_id"), int):
            # What is kept or owed may have been tried before; what a handler sends is new.
            is_repeated, is_board = lane in {Lane.KEPT, Lane.OWED}, lane is Lane.OWED
            sending = Sending(endpoint, data, partial(callback, **kwargs))
            call = Delivery(self.unconfirmed, sending, call, is_repeated, is_board)
        call = partial(self._once if lane is Lane.BULK else self._again, call)
        if not endpoint.startswith(LIMITED) or endpoint == UNLIMITED:
            return await call()
        chat = self._chat(data.get("chat_id"))
        if lane is Lane.BULK:
            # Before the lock of the chat, so that no player waits for that behind a daily.
            await self.gate.enter(lane)
        async with chat.order:
            if lane is not Lane.LAST_WORD:
                await self._wait_for(chat)
            elif not chat.has_last_word(self._clock()):
                raise RetryAfter(timedelta(seconds=chat.wait(self._clock())))
            # KEPT and OWED have entered the gate in `admit`, BULK above; a LAST_WORD does not.
            if lane is Lane.INTERACTIVE:
                load = self._load(chat.id)
                if self.gate.is_crowded(load):
                    raise RetryAfter(timedelta(seconds=1))
                self.note_asked(chat.id)
                await self._may_call()
                await self.gate.enter(lane, load, self._late_in(chat.id))
            elif lane in {Lane.KEPT, Lane.OWED}:
                await self._enter_again(chat)
            return await self._make(chat, call)

    async def _may_call(self) -> None:
        """Returns when a call may be made; one that answers no stored update may be at any time."""
        if not IS_OF_NO_UPDATE.get():
            await self.is_sure()

    async def _enter_again(self, chat: _Chat) -> None:
        """Waits at the gate again, among those who are late, if the chat was let in long ago."""
        admitted_at, chat.admitted_at = chat.admitted_at, inf
        if self._clock() - admitted_at > FRESH_SECONDS:
            await self._may_call()
            await self.gate.enter(Lane.KEPT, late_in=0.0)

    async def _make(self, chat: _Chat, call: Call) -> Answer:
        # Before the call, because a message counts even if Telegram's answer to it is lost.
        chat.note(self._clock())
        try:
            answer = await call()
        except TelegramError as error:
            if is_transient(error):
                pause = _seconds(error) if isinstance(error, RetryAfter) else BROKEN_SECONDS
                chat.halted_until = max(chat.halted_until, self._clock() + pause)
                self.gate.has_failed(chat.id, is_halt=isinstance(error, RetryAfter))
            else:
                # A refusal for good shows that Telegram answers.
                self.gate.has_succeeded()
            raise
        self.gate.has_succeeded()
        return answer

    async def _again(self, call: Call) -> Answer:
        """Retries a request whose connection broke, but not one that timed out.

        Usually Telegram had just closed the connection and has seen nothing. Otherwise, and if the
        message is not found either, somebody reads it twice. That is better than not at all,
        except in BULK.
        """
        for pause in PAUSES:
            try:
                return await call()
            except NetworkError as broken:
                # TimedOut and BadRequest are subclasses.
                if type(broken) is not NetworkError:
                    raise
                await self._sleep(pause)
        return await call()

    async def _once(self, call: Call) -> Answer:
        """Makes a request once; if its connection broke, looks whether its message has arrived."""
        try:
            return await call()
        except NetworkError as broken:
            if type(broken) is NetworkError and isinstance(call, Delivery):
                await self._sleep(PAUSES[0])
                with suppress(TelegramError):
                    if found := await call.find():
                        return found
            raise

    async def _wait_for(self, chat: _Chat) -> None:
        while (pause := chat.wait(self._clock())) > 0:
            if pause > PATIENCE:
                raise RetryAfter(timedelta(seconds=pause))
            await self._sleep(pause)

    def _chat(self, chat_id: object) -> _Chat:
        now = self._clock()
        if len(self._chats) >= self._sweep_at:
            self._forget_idle(now)
        if (chat := self._chats.get(chat_id)) is None:
            chat = self._chats[chat_id] = _Chat(chat_id, self._burst)
            if now < self._strange_until:
                chat.assume_busy(now)
        return chat

    def _forget_idle(self, now: float) -> None:
        self._chats = {k: chat for k, chat in self._chats.items() if not chat.is_idle(now)}
        self._sweep_at = max(IDLE_CHATS, 2 * len(self._chats))


def _account(chat_id: object) -> int:
    """The account for which a message is sent; a chat stands for itself where there is none."""
    return account_here() or (chat_id if isinstance(chat_id, int) else 0)


def _seconds(refusal: RetryAfter) -> float:
    pause = refusal.retry_after
    return pause.total_seconds() if isinstance(pause, timedelta) else float(pause)
