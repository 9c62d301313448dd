"""The limits of the whole bot: who goes first when more is to be said than Telegram takes.

Telegram allows a bot thirty messages a second. Whoever asks now in a chat that was sent nothing of
late comes first, then the answers that had to be kept for such chats, then all other answers,
those of the chat that was sent least of late before the others, and the dailies last. Each rank
leaves some of the second to those before it (`MOST`), so that the few questions of quiet people
pass at once however lively others are.

What failed: turns in the order of asking, where twenty lively groups held up everybody for seconds;
then two ranks of answers, asked now and kept, each with a share of its own: the groups used up
the second, and a quiet person's answer was kept behind theirs for another one.

When several chats in a row have failed, or many were told to wait, nobody knows whether that is
about them or about the bot. Then one request a second goes in until one succeeds. At first all
were halted for as long as three chats were told to wait, and those were often lively groups.
Whether the network fails is each process's own matter, but what Telegram answers is about the bot:
where another replica has been told to wait so often, this one is in doubt as well.

The thirty a second are those of all replicas together. `share` is how many of them this gate may
let in; `bot.telegram.sharing` says so, and otherwise it is all of them.
"""

import asyncio
from collections.abc import Awaitable, Callable
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from typing import Final

from bot.operate.limits import Window

OVERALL: Final = 28
"""Messages a second: two less than Telegram allows, for they come closer together on their way."""

CHATS_OF_A_TROUBLE: Final = 3
"""Chats that the network has failed in a row after which the whole bot may be unable to send."""

CHATS_OF_A_HALT: Final = 10
"""Chats in a row that were told to wait after which that may be true of the whole bot. A few lively
groups are told so at any time.
"""

PROBE_SECONDS: Final = 1.0
"""Seconds between two requests while nobody knows whether the whole bot can send."""


class Lane(IntEnum):
    """Whose turn it is first; whoever sends in KEPT has been let in by `admit` before.

    A LAST_WORD says that a group has to wait, and takes the message that is spared for it.
    """

    INTERACTIVE = 0
    KEPT = 1
    BULK = 2
    LAST_WORD = 3


class Rank(IntEnum):
    """Who goes first."""

    ASKED = 0
    OWED = 1
    BUSY = 2
    """An answer, asked for now or kept, for a chat that was sent something of late."""
    BULK = 3

    @classmethod
    def of(cls, lane: Lane, load: float) -> "Rank":
        """The rank of a caller in a lane whose chat was sent so much of late."""
        if lane is Lane.BULK:
            return cls.BULK
        if load:
            return cls.BUSY
        return cls.OWED if lane is Lane.KEPT else cls.ASKED


MOST: Final = (OVERALL, 26, 24, 23)
"""Of a second's OVERALL messages so many may have gone out, in any rank, when one of each Rank
follows; of a smaller share in proportion."""

Ticket = tuple[Rank, float, int, asyncio.Future[None]]
"""Who waits: their rank, how much their chat was sent of late, their number, and what tells them
to go in."""


class Gate:
    """Lets callers in by lane; `clock` gives seconds that only grow."""

    def __init__(
        self, clock: Callable[[], float], sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._overall = Window(OVERALL, 1.0)
        self._waiting: list[Ticket] = []
        self._numbers = count()
        self._porter: asyncio.Task[None] | None = None
        self._entered_at = 0.0
        self.failed: set[object] = set()
        """Chats that the network has failed since a request succeeded, as far as that matters."""
        self._halted: set[object] = set()
        self.is_halted_elsewhere = False

    @property
    def share(self) -> int:
        """How many it lets in in any second."""
        return self._overall.count

    @share.setter
    def share(self, count: int) -> None:
        self._overall.count = max(count, 1)

    @property
    def demand(self) -> int:
        """How many went in within the last second, and how many wait."""
        self._overall.forget(self._clock())
        return len(self._overall.times) + len(self._waiting)

    @property
    def is_halted(self) -> bool:
        """Whether so many chats were told to wait that it may be the whole bot."""
        return len(self._halted) >= CHATS_OF_A_HALT

    def has_failed(self, chat_id: object, *, is_halt: bool) -> None:
        if not self._is_in_doubt:
            (self._halted if is_halt else self.failed).add(chat_id)

    def has_succeeded(self) -> None:
        self.failed.clear()
        self._halted.clear()
        self.is_halted_elsewhere = False

    def is_free(self, load: float = 0.0) -> bool:
        """Whether a caller who asks now, for a chat of that load, would go in at once."""
        rank = Rank.of(Lane.INTERACTIVE, load)
        return not self._has_before(rank, load) and not self._wait(rank)

    def is_crowded(self, load: float = 0.0) -> bool:
        """Whether a caller who asks now would wait for longer than a second."""
        rank = Rank.of(Lane.INTERACTIVE, load)
        most = 1 if self._is_in_doubt else self._most(rank)
        return sum(ticket[:2] <= (rank, load) for ticket in self._waiting) >= most

    async def enter(self, lane: Lane, load: float = 0.0) -> None:
        """Returns when it is this caller's turn, in its rank the one with the least load."""
        rank = Rank.of(lane, load)
        if not self._has_before(rank, load) and not self._wait(rank):
            self._note()
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (rank, load, next(self._numbers), turn))
        if self._porter is None or self._porter.done():
            self._porter = asyncio.create_task(self._let_in())
        await turn

    def _has_before(self, rank: Rank, load: float) -> bool:
        """Whether somebody waits who goes before a caller that comes now."""
        return bool(self._waiting) and self._waiting[0][:2] <= (rank, load)

    async def _let_in(self) -> None:
        while self._waiting:
            pause = self._wait(self._waiting[0][0])
            if pause > 0:
                # No longer, for whoever comes meanwhile may go before, and sooner.
                await self._sleep(min(pause, 1 / OVERALL))
            elif not (turn := heappop(self._waiting)[-1]).done():
                self._note()
                turn.set_result(None)

    def _wait(self, rank: Rank) -> float:
        now = self._clock()
        wait = self._overall.wait(now, spare=self.share - self._most(rank))
        if self._is_in_doubt:
            wait = max(wait, self._entered_at + PROBE_SECONDS - now)
        return wait

    def _most(self, rank: Rank) -> int:
        """Of a second's messages so many may have gone out when one of that rank follows."""
        return max(self.share * MOST[rank] // OVERALL, 1)

    @property
    def _is_in_doubt(self) -> bool:
        is_halted = self.is_halted or self.is_halted_elsewhere
        return is_halted or len(self.failed) >= CHATS_OF_A_TROUBLE

    def _note(self) -> None:
        self._entered_at = self._clock()
        self._overall.note(self._entered_at)
