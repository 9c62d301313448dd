"""The limits of the whole bot: who goes first when more is to be said than Telegram takes.

Telegram allows a bot thirty messages a second. Answers to people who wait for them now come before
answers that had to be kept, and those before the dailies. Whoever waits in a lane goes in by how
little their chat was sent of late: with turns in the order of asking, twenty lively groups held up
everybody for seconds. Kept answers leave some room for whoever asks now.

When several chats in a row have failed, or many were told to wait, nobody knows whether that is
about them or about the bot. Then one request a second goes in until one succeeds. At first all
were halted for as long as three chats were told to wait, and those were often lively groups.
"""

import asyncio
from collections.abc import Awaitable, Callable
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from typing import Final

from bot.operate.limits import Window

Ticket = tuple[float, int, asyncio.Future[None]]
"""Who waits: how much their chat was sent of late, their number, and what tells them to go in."""

OVERALL: Final = 28
"""Messages a second; two less than Telegram allows, for on their way they come closer together."""

MOST_OF_A_LANE: Final = (OVERALL, 26, 23, OVERALL)
"""A second in each Lane."""

CHATS_OF_A_TROUBLE: Final = 3
"""When the network has failed so many chats in a row, it may be the whole bot that cannot send."""

CHATS_OF_A_HALT: Final = 10
"""When so many in a row were told to wait. A few lively groups are told so at once any time."""

PROBE_SECONDS: Final = 1.0
"""Between two requests as long as nobody knows whether the whole bot can send."""


class Lane(IntEnum):
    """Whose turn it is first; whoever sends in KEPT has been let in by `admit` before.

    A LAST_WORD says that a group has to wait, and takes the message that is spared for it.
    """

    INTERACTIVE = 0
    KEPT = 1
    BULK = 2
    LAST_WORD = 3


class Gate:
    """Lets callers in by lane; `clock` gives seconds that only grow."""

    def __init__(
        self, clock: Callable[[], float], sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._overall = Window(OVERALL, 1.0)
        self._lanes = {lane: Window(MOST_OF_A_LANE[lane], 1.0) for lane in Lane}
        self._waiting: dict[Lane, list[Ticket]] = {lane: [] for lane in Lane}
        self._numbers = count()
        self._porters: dict[Lane, asyncio.Task[None]] = {}
        self._entered_at = 0.0
        self.failed: set[object] = set()
        """Chats that the network has failed since a request succeeded, as far as that matters."""
        self._halted: set[object] = set()

    def has_failed(self, chat_id: object, *, is_halt: bool) -> None:
        if not self._is_in_doubt:
            (self._halted if is_halt else self.failed).add(chat_id)

    def has_succeeded(self) -> None:
        self.failed.clear()
        self._halted.clear()

    def is_free(self) -> bool:
        """Whether an interactive caller would go in at once."""
        return not self._waiting[Lane.INTERACTIVE] and not self._wait(Lane.INTERACTIVE)

    @property
    def is_crowded(self) -> bool:
        """Whether an interactive caller would wait for longer than a second."""
        most = 1 if self._is_in_doubt else OVERALL
        return len(self._waiting[Lane.INTERACTIVE]) >= most

    async def enter(self, lane: Lane, load: float = 0.0) -> None:
        """Returns when it is this caller's turn, in its lane the one with the least load."""
        nobody_before = not any(self._waiting[other] for other in Lane if other <= lane)
        if nobody_before and not self._wait(lane):
            self._note(lane)
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._waiting[lane], (load, next(self._numbers), turn))
        if lane not in self._porters or self._porters[lane].done():
            self._porters[lane] = asyncio.create_task(self._let_in(lane))
        await turn

    async def _let_in(self, lane: Lane) -> None:
        waiting = self._waiting[lane]
        while waiting:
            pause = self._wait(lane)
            if any(self._waiting[other] for other in Lane if other < lane):
                pause = max(pause, 1 / OVERALL)
            if pause > 0:
                await self._sleep(pause)
            elif not (turn := heappop(waiting)[2]).done():
                self._note(lane)
                turn.set_result(None)

    def _wait(self, lane: Lane) -> float:
        now = self._clock()
        wait = max(self._overall.wait(now), self._lanes[lane].wait(now))
        if self._is_in_doubt:
            wait = max(wait, self._entered_at + PROBE_SECONDS - now)
        return wait

    @property
    def _is_in_doubt(self) -> bool:
        return len(self.failed) >= CHATS_OF_A_TROUBLE or len(self._halted) >= CHATS_OF_A_HALT

    def _note(self, lane: Lane) -> None:
        self._entered_at = now = self._clock()
        self._overall.note(now)
        self._lanes[lane].note(now)
