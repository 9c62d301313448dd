"""Flood control: what is sent keeps to Telegram's limits, players first, the daily behind them.

The problem: Telegram allows about one message a second in a chat with short bursts, 20 a minute in
a group and 30 a second in all (core.telegram.org/bots/faq). Edits count as messages; answers to
pressed buttons do not. Whoever sends more is answered 429 and told how long to wait. Two kinds of
messages share these limits: answers to players, who wait for them, and dailies, of which thousands
may fall due in one minute.

What holds:

- The requests of one chat are made in the order in which they came.
- Players come before the dailies. A daily goes in only while no player waits, takes at most 25 of
  the 30, and waits for that before it takes its place in the order of its chat: no player of that
  chat waits behind it.
- A 429 halts the chat that it was for. Telegram does not say whether it means the chat or the bot,
  so all wait only when several chats in a row were told to.
- An edit that has to wait counts as done, so that its handler can go on. Of several edits of one
  message that wait only the latest is made, for it shows what the earlier ones did.
- Nobody waits longer than PATIENCE: then the request fails with RetryAfter. In BULK each 429 fails
  like that, for a row of the outbox can wait without holding anything up.

Boards hardly ever wait here. Whoever would edit one asks `is_free` before, and leaves it to the
background otherwise (`bot.background.redrawing`): what waits here is lost in a kill.

What failed: AIORateLimiter of python-telegram-bot 22.8 halts everything on one 429, lifts the halt
too early (its issue 5338), and knows one lane only, in which players queue behind the dailies. An
edit once took the place of the one before also while that one was on its way already; then the
later edit was dropped with it, so now the latest is looked for again when one has been made.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from enum import IntEnum
from functools import partial
from time import monotonic
from typing import Any, Final

from telegram.error import NetworkError, RetryAfter, TelegramError
from telegram.ext import BaseRateLimiter

from bot.operate.limits import Bucket, Window

Answer = bool | dict[str, Any] | list[dict[str, Any]]
Call = Callable[[], Coroutine[Any, Any, Answer]]

LIMITED: Final = ("send", "edit", "copy", "forward")
"""How the names of the methods begin that count against the limits."""

UNLIMITED: Final = "sendChatAction"
BURST: Final = 3
GROUP_MINUTE: Final = 20
OVERALL: Final = 30
BULK: Final = 25
CHATS_OF_A_HALT: Final = 3
"""When so many chats in a row are told to wait, Telegram means the whole bot."""

PATIENCE: Final = 60.0
"""The longest that a player's request waits before it fails."""

PAUSES: Final = (0.1, 0.5)
"""Before a request whose connection broke is made again."""

FAREWELL_SECONDS: Final = 3.0
IDLE_CHATS: Final = 1_000

log = logging.getLogger(__name__)


class Lane(IntEnum):
    """Whose turn it is first; what is in BULK is also held to BULK a second."""

    INTERACTIVE = 0
    BULK = 1


class _Chat:
    """The limits of one chat, the order of its requests, and the edits that wait in it."""

    def __init__(self, chat_id: object, burst: int) -> None:
        is_group = str(chat_id).startswith(("-", "@"))
        self.limits: list[Window | Bucket] = [Bucket(burst, 1.0)]
        if is_group:
            self.limits.append(Window(GROUP_MINUTE, 60.0))
        self.order = asyncio.Lock()
        self.halted_until = 0.0
        self.edits: dict[object, Call] = {}

    def wait(self, now: float) -> float:
        return max(self.halted_until - now, *(limit.wait(now) for limit in self.limits), 0.0)

    def is_at_leisure(self, now: float) -> bool:
        return all(limit.is_at_leisure(now) for limit in self.limits)

    def note(self, now: float) -> None:
        for limit in self.limits:
            limit.note(now)

    def is_idle(self, now: float) -> bool:
        busy = self.order.locked() or self.edits or self.halted_until > now
        return not busy and all(limit.is_empty(now) for limit in self.limits)


class FloodControl(BaseRateLimiter[Lane]):
    """python-telegram-bot's rate limiter; `clock` gives seconds that only grow.

    Requests of one chat keep their order. An edit that has to wait counts as done at once: it is
    made when its turn comes, unless a later edit of the same message has taken its place. A chat
    that Telegram tells to wait does so alone, unless several are told in a row. In BULK a
    RetryAfter reaches the caller, who has a better place to wait.
    """

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
        self._sweep_at = IDLE_CHATS
        self._gate = _Gate(clock, sleep)
        self._halted_in_a_row: set[int] = set()
        self._editing: set[asyncio.Task[None]] = set()

    async def initialize(self) -> None:
        """Nothing to make ready."""

    async def shutdown(self) -> None:
        """Nothing to put away."""

    async def end(self) -> None:
        """Makes the edits that still wait, or lets them be after FAREWELL_SECONDS."""
        if self._editing:
            _, late = await asyncio.wait(self._editing, timeout=FAREWELL_SECONDS)
            for task in late:
                task.cancel()

    def is_free(self, chat_id: int) -> bool:
        """Whether a request for a chat would be made at once."""
        chat = self._chats.get(chat_id)
        if chat is not None and (chat.edits or chat.order.locked() or chat.wait(self._clock())):
            return False
        return self._gate.is_free()

    def is_at_leisure(self, chat_id: int) -> bool:
        """Whether a request for a chat would be made at once, and another one right after it."""
        chat = self._chats.get(chat_id) or _Chat(chat_id, self._burst)
        return self.is_free(chat_id) and chat.is_at_leisure(self._clock())

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
        """Makes the request when its turn comes; raises RetryAfter when that is too far away."""
        call: Call = partial(callback, *args, **kwargs)
        if rate_limit_args is not Lane.BULK:
            call = partial(self._again, call)
        if not endpoint.startswith(LIMITED) or endpoint == UNLIMITED:
            return await call()
        chat = self._chat(data.get("chat_id"))
        message = data.get("message_id")
        if endpoint.startswith("edit") and message is not None and self._is_held(chat, message):
            self._edit_later(chat, message, call)
            return True
        return await self._take_turn(chat, rate_limit_args or Lane.INTERACTIVE, call)

    async def _take_turn(self, chat: _Chat, lane: Lane, call: Call) -> Answer:
        if lane is Lane.BULK:
            # Before the chat's order is taken, so that no player has to wait for it behind this.
            await self._gate.enter(lane)
        async with chat.order:
            while True:
                await self._wait_for(chat)
                if lane is not Lane.BULK:
                    await self._gate.enter(lane)
                chat.note(self._clock())
                try:
                    answer = await call()
                except RetryAfter as refusal:
                    self._halt(chat, _seconds(refusal))
                    if lane is Lane.BULK:
                        raise
                else:
                    self._halted_in_a_row.clear()
                    return answer

    async def _again(self, call: Call) -> Answer:
        """Makes a request again when its connection broke; a timeout is left as it is.

        As a rule Telegram closed it just then, having heard nothing. Otherwise somebody is told
        twice, which is better than not at all; in BULK it is not.
        """
        for pause in PAUSES:
            try:
                return await call()
            except NetworkError as broken:
                if type(broken) is not NetworkError:
                    raise
                await self._sleep(pause)
        return await call()

    async def _wait_for(self, chat: _Chat) -> None:
        while (pause := chat.wait(self._clock())) > 0:
            if pause > PATIENCE:
                raise RetryAfter(timedelta(seconds=pause))
            await self._sleep(pause)

    def _is_held(self, chat: _Chat, message: object) -> bool:
        return message in chat.edits or chat.order.locked() or chat.wait(self._clock()) > 0

    def _edit_later(self, chat: _Chat, message: object, call: Call) -> None:
        if message not in chat.edits:
            task = asyncio.create_task(self._edit(chat, message))
            self._editing.add(task)
            task.add_done_callback(self._editing.discard)
        chat.edits[message] = call

    async def _edit(self, chat: _Chat, message: object) -> None:
        made: Call | None = None

        async def latest() -> Answer:
            nonlocal made
            made = chat.edits[message]
            return await made()

        try:
            # A later edit may have come while the one before was on its way.
            while chat.edits[message] is not made:
                try:
                    await self._take_turn(chat, Lane.INTERACTIVE, latest)
                except RetryAfter as refusal:
                    log.warning("telegram: an edit that would have to wait too long: %s", refusal)
                    return
                except TelegramError as error:
                    if "not modified" not in str(error):
                        log.warning("telegram: an edit that had to wait: %s", error)
        finally:
            chat.edits.pop(message, None)

    def _halt(self, chat: _Chat, seconds: float) -> None:
        """Telegram does not say whether it means the chat or the bot: many chats are the bot."""
        until = self._clock() + seconds
        chat.halted_until = max(chat.halted_until, until)
        self._halted_in_a_row.add(id(chat))
        if chat is self._chats.get(None) or len(self._halted_in_a_row) >= CHATS_OF_A_HALT:
            self._gate.halt(until)

    def _chat(self, chat_id: object) -> _Chat:
        if len(self._chats) >= self._sweep_at:
            now = self._clock()
            self._chats = {k: chat for k, chat in self._chats.items() if not chat.is_idle(now)}
            self._sweep_at = max(IDLE_CHATS, 2 * len(self._chats))
        return self._chats.setdefault(chat_id, _Chat(chat_id, self._burst))


class _Gate:
    """The limits of the whole bot; whoever waits in a lane before goes in before."""

    def __init__(
        self, clock: Callable[[], float], sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._overall = Window(OVERALL, 1.0)
        self._bulk = Window(BULK, 1.0)
        self._halted_until = 0.0
        self._waiting: dict[Lane, deque[asyncio.Future[None]]] = {lane: deque() for lane in Lane}
        self._porters: dict[Lane, asyncio.Task[None]] = {}

    def halt(self, until: float) -> None:
        self._halted_until = max(self._halted_until, until)

    def is_free(self) -> bool:
        """Whether an interactive caller would go in at once."""
        return not self._waiting[Lane.INTERACTIVE] and not self._wait(Lane.INTERACTIVE)

    async def enter(self, lane: Lane) -> None:
        """Returns when it is this caller's turn."""
        nobody_before = not any(self._waiting[other] for other in Lane if other <= lane)
        if nobody_before and not self._wait(lane):
            self._note(lane)
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[lane].append(turn)
        if lane not in self._porters or self._porters[lane].done():
            self._porters[lane] = asyncio.create_task(self._let_in(lane))
        await turn

    async def _let_in(self, lane: Lane) -> None:
        waiting = self._waiting[lane]
        while waiting:
            pause = self._wait(lane)
            if lane is Lane.BULK and self._waiting[Lane.INTERACTIVE]:
                pause = max(pause, 1 / OVERALL)
            if pause > 0:
                await self._sleep(pause)
            elif not (turn := waiting.popleft()).done():
                self._note(lane)
                turn.set_result(None)

    def _wait(self, lane: Lane) -> float:
        now = self._clock()
        waits = [self._halted_until - now, self._overall.wait(now)]
        if lane is Lane.BULK:
            waits.append(self._bulk.wait(now))
        return max(*waits, 0.0)

    def _note(self, lane: Lane) -> None:
        now = self._clock()
        self._overall.note(now)
        if lane is Lane.BULK:
            self._bulk.note(now)


def _seconds(refusal: RetryAfter) -> float:
    pause = refusal.retry_after
    return pause.total_seconds() if isinstance(pause, timedelta) else float(pause)
