"""The limits of the whole bot: who goes first when there is more to send than Telegram takes.

Telegram allows a bot thirty messages a second. Answers that somebody waits for come first if their
chat was sent little lately, then kept answers for such chats, then all other answers, of which
the chat that was sent least and is owed least goes first, and the dailies last. Each rank leaves
some of the second to the ranks before it (`MOST`), so that the few questions of quiet people pass
without a wait, however lively others are. Thirty accounts that never stop asking are sent as little
as everybody else when Telegram takes no more, but are always owed many answers.

An answer to somebody who has asked for little is late after LATE_SECONDS. Late ones go first, the
oldest before the others, except that AHEAD of each second are for those who ask now. Without that,
people who wrote in an outage of some seconds were owed two answers, came after all who asked anew,
and waited for minutes while many wrote. Where an outage was longer, what is older than
TOO_LATE_SECONDS is late no more, or whoever writes then would wait for all of it. Letting whoever
had asked for more be late as well, only later, had all wait for thirty accounts that never stop.

The ranks behind the first are spread over the second. A limit for a second alone lets them use it
up at its beginning, and in the next second again: everybody else waited for the rest of each.

What failed: one queue in the order of asking, where twenty lively groups held up everybody for
seconds. Then two ranks of answers, asked now and kept, each with a share of its own: the groups
used up each second, and a quiet person's answer was kept behind theirs for another one. Then
keeping what could not be sent at once: a wait of a few hundredths of a second became one of a whole
second, until what is kept was looked at. Then leaving four of each second to quiet chats: when
people wrote 25 messages a second, whoever had written twice just before waited until others paused.

When the network fails for several chats in a row, or Telegram tells many chats to wait, it may be
the chats or the whole bot. While that is in doubt, one request a second goes in until one
succeeds. Halting everything as soon as three chats were told to wait was wrong, as those were often
lively groups. Each process has its own network, but Telegram's answers are about the bot: when
another replica has seen as many refusals, this one is in doubt as well.

The thirty a second are those of all replicas together. This gate lets in as many as its replica
holds permits for, and borrows one for each caller beyond that, as long as its rank leaves enough of
them to others (`bot.telegram.sharing`). Without replicas it has all of them.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from itertools import count
from math import inf
from typing import Final

from bot.operate.limits import Window

OVERALL: Final = 28
"""Messages a second: two less than Telegram allows, for the network may bunch them up."""

CHATS_OF_A_TROUBLE: Final = 3
"""Chats in a row whose requests the network failed, after which the whole bot is in doubt."""

CHATS_OF_A_HALT: Final = 10
"""Chats in a row that were told to wait, after which the whole bot is in doubt.

A few lively groups are told to wait at any time.
"""

PROBE_SECONDS: Final = 1.0
"""Seconds between two requests while the whole bot is in doubt."""

SOON: Final = 0.3
"""Seconds that an answer rather waits here than in the database."""

LITTLE: Final = 0.5
"""Whoever was sent no more than this lately is quiet: one message, a second ago."""

LATE_SECONDS: Final = 1.0
"""For so long an answer to somebody modest lets others go before it."""

TOO_LATE_SECONDS: Final = 10.0
"""After so long an answer waits for its turn by rank again."""

MODEST: Final = 2.0
"""Answers to accounts that have asked for no more than this lately can be late.

In a group, what it was sent lately counts as well.
"""

AHEAD: Final = 4
"""Of each second's OVERALL, how many who ask now go before those that are late."""

FEW: Final = 4
"""So many answers or fewer are what an outage of some seconds leaves of one person."""

PARTS: Final = 4
"""In each so many parts of a second the ranks behind the first use no more than their part."""


class Lane(IntEnum):
    """What kind of message is sent: asked for now, kept, a daily, a last word, or an owed board.

    KEPT and OWED must have been let in by `FloodControl.admit`. A LAST_WORD tells a group that it
    has to wait, and uses the message that is reserved for that.
    """

    INTERACTIVE = 0
    KEPT = 1
    BULK = 2
    LAST_WORD = 3
    OWED = 4


class Rank(IntEnum):
    """The order in which callers go in, the lowest first."""

    ASKED = 0
    OWED = 1
    BUSY = 2
    """An answer, asked for now or kept, for a chat that was sent more than a little lately."""
    BULK = 3

    @classmethod
    def of(cls, lane: Lane, load: float) -> "Rank":
        """The rank of a caller by its lane and by how much its chat was sent lately."""
        if lane is Lane.BULK:
            return cls.BULK
        if load > LITTLE:
            return cls.BUSY
        return cls.ASKED if lane is Lane.INTERACTIVE else cls.OWED


MOST: Final = (OVERALL, 27, 26, 25)
"""By Rank, how many messages must have gone out in a second, in all ranks, for one to wait.

These are of OVERALL messages. A gate that can only let in a few divides these in proportion.
"""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A caller: its rank, how much its chat was sent lately, and when it is late.

    Its number keeps callers of equal rank and load in their order.
    """

    rank: Rank
    load: float
    number: int
    late_at: float
    turn: asyncio.Future[None]

    def is_late(self, now: float) -> bool:
        """Whether it goes before all who are not late."""
        return self.late_at <= now < self.late_at + TOO_LATE_SECONDS - LATE_SECONDS

    def rank_at(self, now: float) -> Rank:
        """What is late leaves room to those who ask now."""
        return Rank.OWED if self.is_late(now) else self.rank


class Gate:
    """Lets callers in by lane; `clock` gives seconds that only grow."""

    def __init__(
        self, clock: Callable[[], float], sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._own = Window(OVERALL, 1.0)
        self._part = Window(OVERALL // PARTS, 1.0 / PARTS)
        # Those who went in though somebody late was waiting.
        self._ahead = Window(AHEAD, 1.0)
        self._borrowed = Window(OVERALL, 1.0)
        self._common = 0
        self._refused_at = dict.fromkeys(Rank, -inf)
        self.borrow: Callable[[int], Awaitable[bool]] = _refuse
        """Borrows a permit for one caller; False if no more than so many are free."""
        self._waiting: list[Ticket] = []
        self._numbers = count()
        self._porter: asyncio.Task[None] | None = None
        self._entered_at = 0.0
        self.failed: set[object] = set()
        """Chats whose requests the network has failed since one succeeded, until there is doubt."""
        self._halted: set[object] = set()
        self.is_halted_elsewhere = False

    @property
    def held(self) -> int:
        """How many callers it lets in within any second without borrowing."""
        return self._own.count

    def allot(self, held: int, common: int = 0) -> None:
        """Let in as many as are `held` within any second, and count on borrowing `common` more.

        Where it cannot borrow, it lets in one a second at least.
        """
        self._common = common
        self._own.count = held if common else max(held, 1)
        # Rounded up, or four parts would be less than the whole.
        self._part.count = max(-(-held // PARTS), 1)
        self._ahead.count = max((self._own.count + common) * AHEAD // OVERALL, 1)

    @property
    def demand(self) -> int:
        """How many went in within the last second, plus how many wait."""
        now = self._clock()
        self._own.forget(now)
        self._borrowed.forget(now)
        return len(self._own.times) + len(self._borrowed.times) + len(self._waiting)

    @property
    def is_halted(self) -> bool:
        """Whether so many chats were told to wait that the whole bot is in doubt."""
        return len(self._halted) >= CHATS_OF_A_HALT

    def has_failed(self, chat_id: object, *, is_halt: bool) -> None:
        # While in doubt only a success counts.
        if not self._is_in_doubt:
            (self._halted if is_halt else self.failed).add(chat_id)

    def has_succeeded(self) -> None:
        self.failed.clear()
        self._halted.clear()
        self.is_halted_elsewhere = False

    def is_free(self, load: float = 0.0) -> bool:
        """Whether a caller who asks now, for a chat of that load, would go in within SOON."""
        rank = Rank.of(Lane.INTERACTIVE, load)
        before = self._before(rank, load)
        return self._wait(rank, before) <= SOON or self._is_lent_soon(rank, before)

    def is_crowded(self, load: float = 0.0) -> bool:
        """Whether a caller who asks now would wait for longer than a second."""
        rank = Rank.of(Lane.INTERACTIVE, load)
        most = 1 if self._is_in_doubt else _most(rank, self.held + self._common)
        if self._somebody_is_late:
            most = min(most, self._ahead.count)
        return self._before(rank, load) >= most

    async def enter(self, lane: Lane, load: float = 0.0, late_in: float = inf) -> None:
        """Returns when it is this caller's turn: by rank, then by load, then in order of asking.

        In `late_in` seconds it is late.
        """
        rank, now = Rank.of(lane, load), self._clock()
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        ticket = Ticket(rank, load, next(self._numbers), now + late_in, turn)
        if not ticket.is_late(now) and not self._before(rank, load) and not self._wait(rank):
            self._note(self._own)
            return
        self._waiting.append(ticket)
        if self._porter is None or self._porter.done():
            self._porter = asyncio.create_task(self._let_in())
        await turn

    def _before(self, rank: Rank, load: float) -> int:
        """How many waiting callers go before one that comes now, without those who are late."""
        now = self._clock()
        waiting = (one for one in self._waiting if not one.is_late(now))
        return sum((one.rank, one.load) <= (rank, load) for one in waiting)

    @property
    def _somebody_is_late(self) -> bool:
        now = self._clock()
        return any(one.is_late(now) for one in self._waiting)

    async def _let_in(self) -> None:
        """Lets in those who wait, for as long as there are any; at most one such task runs."""
        while firsts := self._firsts():
            now = self._clock()
            pauses = [self._wait(one.rank_at(now), is_late=one.is_late(now)) for one in firsts]
            if (pause := min(pauses)) <= 0:
                self._go(firsts[pauses.index(pause)], self._own)
            elif await self._let_in_borrowing(firsts) is not Rank.ASKED:
                # A short sleep, because a caller of a better rank may come, who waits less.
                await self._sleep(min(pause, 1 / OVERALL))

    def _firsts(self) -> list[Ticket]:
        """Who of those that are late goes in next, if any, and who of the others."""
        now = self._clock()
        # A caller that was cancelled while it waited uses nothing up.
        self._waiting = [one for one in self._waiting if not one.turn.done()]
        late = [one for one in self._waiting if one.is_late(now)]
        others = [one for one in self._waiting if not one.is_late(now)]
        firsts = sorted(late, key=lambda one: (one.late_at, one.load, one.number))[:1]
        return firsts + sorted(others, key=lambda one: (one.rank, one.load, one.number))[:1]

    async def _let_in_borrowing(self, firsts: Iterable[Ticket]) -> Rank | None:
        """Lets in the first of these for whom a permit can be borrowed; gives its rank."""
        for one in firsts:
            now = self._clock()
            rank = one.rank_at(now)
            if self._may_borrow(is_late=one.is_late(now)):
                if await self.borrow(OVERALL - MOST[rank]):
                    self._go(one, self._borrowed)
                    return rank
                self._refused_at[rank] = self._clock()
        return None

    def _go(self, one: Ticket, window: Window) -> None:
        self._waiting.remove(one)
        self._note(window, is_late=one.is_late(self._clock()))
        if not one.turn.done():
            one.turn.set_result(None)

    def _wait(self, rank: Rank, before: int = 0, *, is_late: bool = False) -> float:
        """The seconds until a caller of a rank may go in, if so many others go in before it.

        That is without borrowing.
        """
        now = self._clock()
        # What can be borrowed has the room for other ranks.
        most = self.held if self._common else _most(rank, self.held)
        is_ahead = not is_late and self._somebody_is_late
        if before >= (min(most, self._ahead.count) if is_ahead else most):
            return inf
        wait = self._own.wait(now, spare=self.held - most + before)
        if rank is not Rank.ASKED:
            wait = max(wait, self._part.wait(now))
        if is_ahead:
            wait = max(wait, self._ahead.wait(now, spare=before))
        if self._is_in_doubt:
            wait = max(wait, self._entered_at + (1 + before) * PROBE_SECONDS - now)
        return wait

    def _may_borrow(self, *, is_late: bool) -> bool:
        now = self._clock()
        if not self._common or (self._is_in_doubt and now < self._entered_at + PROBE_SECONDS):
            return False
        return is_late or not self._somebody_is_late or not self._ahead.wait(now)

    def _is_lent_soon(self, rank: Rank, before: int) -> bool:
        """Whether a caller that comes now may count on a permit that is borrowed."""
        refused_at = max(at for other, at in self._refused_at.items() if other <= rank)
        is_refused = self._clock() - refused_at < SOON
        most = 1 if self._is_in_doubt else self._common
        return before < most and not is_refused and self._may_borrow(is_late=False)

    @property
    def _is_in_doubt(self) -> bool:
        is_halted = self.is_halted or self.is_halted_elsewhere
        return is_halted or len(self.failed) >= CHATS_OF_A_TROUBLE

    def _note(self, window: Window, *, is_late: bool = False) -> None:
        self._entered_at = self._clock()
        if not is_late and self._somebody_is_late:
            self._ahead.note(self._entered_at)
        window.note(self._entered_at)
        if window is self._own:
            self._part.note(self._entered_at)


def _most(rank: Rank, count: int) -> int:
    """How many of so many messages a rank may use, as `MOST` says."""
    return max(count * MOST[rank] // OVERALL, 1)


async def _refuse(_spare: int) -> bool:
    """A process without replicas has all permits."""
    return False
