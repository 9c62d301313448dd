"""A fair lane: whose turn it is when more is asked for than a few workers can do.

The problem: whoever asks most gets most in a queue. Thirty accounts with boards that were made to
take for ever held up everybody else for seconds, and six with slow pictures for twenty.

What holds, for every lane in the same way:

- **Accounts take turns, then the chats of an account** (deficit round robin, Shreedhar and Varghese
  1995). Each round gives every waiting account QUANTUM seconds of processor time. It gets its turn
  once it has saved what the turn may cost at most, and what was not used is given back after it.
  So the time is divided equally, whatever each question costs, and however many there are. An
  account whose turn is under way saves as well, and keeps what it has saved if nothing of it waits
  for a moment, but never saves more than it needs for one turn.
- **Newcomers come first.** An account has a credit of CREDIT seconds, which grows again by RECOVERY
  a second for each slot. While it has some left it does not wait for those that have none. Somebody
  who plays at human speed never uses it up. Thirty accounts that ask without a pause earn less in
  a second than one worker gives, so newcomers hardly wait for each other. When they do, because
  many came at once, the newest is served first: otherwise everybody would wait as long as those
  that came in the crowd, and most would no longer want what they get (adaptive LIFO, Maurer 2015).
- **A long turn can be cut off.** A turn that has taken LONG seconds, of an account without credit,
  ends when a newcomer waits and nothing is free. Whoever asked begins again in a later turn, and
  after MOST_CUTS is asked to come back later. Otherwise two boards of ten seconds would hold both
  workers for that long.
- An account has at most `at_once` turns at a time and `places` questions in the lane. More are
  refused, since it could not be served with them soon.

Costs are processor time, not questions: nobody can tell a hard question from an easy one before it
was answered. The lane is one process's own. On PostgreSQL each replica has lanes and workers of its
own, and a chat is held by one of them, so nothing of this is counted in the database.

What failed: a count of questions for each person. It let a person ask for ten seconds of work every
two seconds, and refused a group that asked for many easy things.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import ceil
from operator import itemgetter
from time import monotonic
from typing import Final

from bot.ledger.owner import NOBODY, Owner

QUANTUM: Final = 0.1
CREDIT: Final = 0.3
RECOVERY: Final = 0.01
CROWD_SECONDS: Final = 0.5
"""Newcomers are a crowd once the first of them has waited for so long."""

DEEPEST_DEBT: Final = 6.0
"""The most that the credit of an account may lack; it is paid back in ten minutes."""

LONG: Final = 1.0
MOST_CUTS: Final = 2
PLACES: Final = 10

IDLE_ACCOUNTS: Final = 1_000

Cut = Callable[[], object]
"""Ends what a turn is doing; the turn then ends soon."""


class LaneFull(RuntimeError):  # noqa: N818 - an answer to the user, not a fault
    """Raised when an account has all its places; about `seconds` later one is free again."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = ceil(seconds)


@dataclass(slots=True, eq=False)
class Turn:
    """A turn of at most `most` seconds that has come.

    Whoever has it says in `used` how many seconds of processor time it took, or the time that
    passes counts, and in `cut` how to cut it off, or it cannot be. `is_cut` once it was. `is_paid`
    if its account had saved the time.
    """

    owner: Owner
    most: float
    began: float
    used: float | None = None
    cut: Cut | None = None
    is_cut: bool = False
    is_paid: bool = False


@dataclass(slots=True, eq=False)
class _Waiting:
    """Somebody who waits for a turn."""

    owner: Owner
    most: float
    comes: asyncio.Future[Turn]


@dataclass(slots=True, eq=False)
class _Account:
    """What one account waits for in each chat, and what it has left."""

    number: int
    credit: float
    seen_at: float
    saved: float = 0.0
    queued_at: float = 0.0
    held: int = 0
    at_work: int = 0
    chats: dict[int, deque[_Waiting]] = field(default_factory=dict)

    @property
    def first(self) -> _Waiting:
        return next(iter(self.chats.values()))[0]

    def take(self) -> _Waiting:
        """Takes the first question of the first chat, which goes behind the other chats."""
        chat = next(iter(self.chats))
        waiting = self.chats.pop(chat)
        taken = waiting.popleft()
        if waiting:
            self.chats[chat] = waiting
        return taken


class FairLane:
    """Gives at most `slots` turns at a time, and `at_once` of them to one account.

    An account may hold `places` of the lane. `spend` is told the processor time of each turn.
    """

    def __init__(
        self,
        slots: int,
        *,
        at_once: int,
        places: int = PLACES,
        spend: Callable[[Owner, float], None] = lambda _owner, _seconds: None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._free = slots
        self._spend = spend
        self._at_once = at_once
        self._places = places
        self._recovery = RECOVERY * slots
        self._clock = clock
        self._accounts: dict[int, _Account] = {}
        self._sweep_at = IDLE_ACCOUNTS
        self._newcomers: deque[_Account] = deque()
        self._others: deque[_Account] = deque()
        self._turns: dict[Turn, _Account] = {}
        self._looking: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> int:
        """How many questions wait for their turn."""
        return sum(one.held - one.at_work for one in (*self._newcomers, *self._others))

    @property
    def at_work(self) -> int:
        """How many turns have come and are not over."""
        return len(self._turns)

    def held(self, account: int) -> int:
        """How many questions of an account wait or are at work."""
        known = self._accounts.get(account)
        return known.held if known else 0

    @asynccontextmanager
    async def turn(self, owner: Owner, most: float) -> AsyncIterator[Turn]:
        """Waits for a turn of at most `most` seconds; the block is the turn. Raises LaneFull."""
        account = self._seen(owner.account)
        if account.held >= self._places and owner != NOBODY:
            raise LaneFull(account.held * most)
        account.held += 1
        try:
            turn = await self._come(account, _Waiting(owner, most, _future()))
            try:
                yield turn
            finally:
                self._settle(account, turn)
        finally:
            account.held -= 1
            self._give()

    async def _come(self, account: _Account, waiting: _Waiting) -> Turn:
        if not account.chats:
            self._queue(account)
        account.chats.setdefault(waiting.owner.chat, deque()).append(waiting)
        self._give()
        try:
            return await waiting.comes
        except asyncio.CancelledError:
            if waiting.comes.cancelled():
                self._leave(account, waiting)
            else:
                # The turn came in the moment in which its asker was cancelled.
                turn = waiting.comes.result()
                turn.used = 0.0
                self._settle(account, turn)
            raise

    def _queue(self, account: _Account) -> None:
        is_newcomer = account.credit > 0 and account.number != NOBODY.account
        account.queued_at = self._clock()
        (self._newcomers if is_newcomer else self._others).append(account)

    def _leave(self, account: _Account, waiting: _Waiting) -> None:
        chat = account.chats.get(waiting.owner.chat)
        # Without it `_begin` has met the question, cancelled as it was.
        if chat is None or waiting not in chat:
            return
        chat.remove(waiting)
        if not chat:
            del account.chats[waiting.owner.chat]
        if not account.chats:
            line = self._newcomers if account in self._newcomers else self._others
            line.remove(account)

    def _give(self) -> None:
        """Gives the free slots away, and looks what to cut off for newcomers that still wait."""
        while self._free and (self._give_newcomer() or self._give_other()):
            pass
        self._look()

    def _give_newcomer(self) -> bool:
        """Gives a slot to the first newcomer that may have one; False where there is none."""
        able = [*self._able(self._newcomers)]
        if not able:
            return False
        is_crowd = self._clock() - able[0].queued_at > CROWD_SECONDS
        newcomer = able[-1 if is_crowd else 0]
        self._newcomers.remove(newcomer)
        self._begin(newcomer)
        return True

    def _give_other(self) -> bool:
        """Gives a slot to the one of the others that has saved most beyond what it needs."""
        others = [*self._able(self._others)]
        if not others:
            return False
        # As many rounds at once as it takes until somebody has saved enough.
        rounds = max(0, min(ceil((one.first.most - one.saved) / QUANTUM) for one in others))
        for one in self._others:
            enough = max(one.saved, one.first.most + QUANTUM)
            one.saved = min(one.saved + rounds * QUANTUM, enough)
        # Among those who have enough, whoever could not have a turn for longest has saved most.
        first = max(others, key=lambda one: one.saved - one.first.most)
        self._others.remove(first)
        turn = self._begin(first)
        if turn is not None:
            turn.is_paid = True
            first.saved -= turn.most
        return True

    def _able(self, line: Iterable[_Account]) -> Iterator[_Account]:
        return (one for one in line if one.at_work < self._at_once)

    def _begin(self, account: _Account) -> Turn | None:
        """Begins the next turn of an account out of its line; None if it was just cancelled."""
        waiting = account.take()
        turn = None
        if not waiting.comes.cancelled():
            turn = Turn(waiting.owner, waiting.most, self._clock())
            self._turns[turn] = account
            account.credit -= turn.most
            account.at_work += 1
            self._free -= 1
            waiting.comes.set_result(turn)
        if account.chats:
            self._queue(account)
        return turn

    def _settle(self, account: _Account, turn: Turn) -> None:
        """Ends a turn: what it did not use is given back."""
        used = self._clock() - turn.began if turn.used is None else turn.used
        given_back = turn.most - used
        account.credit = max(min(account.credit + given_back, CREDIT), -DEEPEST_DEBT)
        if turn.is_paid:
            account.saved += given_back
        account.at_work -= 1
        self._free += 1
        del self._turns[turn]
        self._spend(turn.owner, used)

    def _look(self) -> None:
        """Cuts off a long turn for each newcomer that waits, now or as soon as it is long."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        wanted = sum(1 for _ in self._able(self._newcomers))
        wanted -= sum(turn.is_cut for turn in self._turns)
        if wanted <= 0:
            return
        now = self._clock()
        running = [
            (_cut_at(turn, account), turn)
            for turn, account in self._turns.items()
            if not turn.is_cut
        ]
        for at, turn in sorted(running, key=itemgetter(0)):
            if at > now:
                # Also for one that cannot be cut off yet: it has come a moment ago.
                self._looking = asyncio.get_running_loop().call_later(at - now, self._look)
                return
            if turn.cut is not None:
                turn.is_cut = True
                turn.cut()
                wanted -= 1
                if not wanted:
                    return

    def _seen(self, number: int) -> _Account:
        now = self._clock()
        if len(self._accounts) >= self._sweep_at:
            self._accounts = {
                n: one for n, one in self._accounts.items() if self._is_owed(one, now)
            }
            # The next sweep comes at twice what this one leaves, or sweeps would take all the time.
            self._sweep_at = max(IDLE_ACCOUNTS, 2 * len(self._accounts))
        account = self._accounts.setdefault(number, _Account(number, CREDIT, now))
        account.credit = self._credit(account, now)
        account.seen_at = now
        return account

    def _credit(self, account: _Account, now: float) -> float:
        return min(account.credit + (now - account.seen_at) * self._recovery, CREDIT)

    def _is_owed(self, account: _Account, now: float) -> bool:
        return account.held > 0 or self._credit(account, now) < CREDIT


def _future() -> asyncio.Future[Turn]:
    return asyncio.get_running_loop().create_future()


def _cut_at(turn: Turn, account: _Account) -> float:
    """The instant from which a turn is long, and its account has no credit left."""
    return turn.began + max(LONG, account.credit + turn.most)
