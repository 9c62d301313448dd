"""The share that this replica has of the messages that the whole bot may send in a second.

Each second every replica declares how many permits it can use (`bot.store.postgres.permits`), reads
what the others have declared, and computes how many each of them should hold. All of them compute
the same shares, because they read the same figures. A replica that holds too many gives the rest
back; one that holds too few takes what is free. So a replica that sends the dailies has most of the
permits while the others are quiet, and within three seconds each replica has what it needs, or as
much as every other one.

A replica declares RESERVE and twice what it needed in the last second, so that it seldom waits for
more. A replica without a permit, because it has just begun or is cut off from the database, may
send one message a second all the same; the permits are two less than Telegram allows to make room
for that.

The limits of single chats are not shared, because everything that a chat is sent comes from its
holder. But when a holder has just ended, the next one does not know what it sent, so flood control
is told of that (`may_get_chats`).
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Final

from bot.store.postgres import allowances, permits
from bot.store.postgres.permits import Demand
from bot.store.postgres.replicas import LEASE_SECONDS
from bot.store.seam.not_stored import LeaseLost, StoreError
from bot.store.seam.source import Source, Store
from bot.telegram.flood import FloodControl
from bot.telegram.gate import OVERALL

LOOK_SECONDS: Final = 1.0
FORGET_SECONDS: Final = 60.0
RESERVE: Final = 4
"""Permits that a replica declares when it sends nothing; declarations are multiples of it."""

log = logging.getLogger(__name__)


def shares(wanted: Iterable[tuple[int, int]], total: int) -> dict[int, int]:
    """Divides `total` permits among replicas, each given with how many it wants.

    No replica gets less than one that wants no more, and what nobody wants is divided evenly.
    """
    # From the smallest demand up: what one leaves of its even part goes to those that want more.
    rising = sorted(wanted, key=lambda one: (one[1], one[0]))
    found, left = dict[int, int](), total
    for place, (replica, want) in enumerate(rising):
        found[replica] = min(want, left // (len(rising) - place))
        left -= found[replica]
    for place, (replica, _) in enumerate(rising):
        spare = left // (len(rising) - place)
        found[replica] += spare
        left -= spare
    return found


@asynccontextmanager
async def sharing(
    store: Store, flood: FloodControl | None, divide: Callable[[int], None]
) -> AsyncIterator[None]:
    """Keeps this replica's share up to date while the block runs; alone it has all permits.

    `divide` is called with the number of replicas at each look.
    """
    if store.replica is None or flood is None:
        yield
        return
    part = Sharing(store, store.replica, flood)
    part.divide = divide
    await part.begin()
    looking = asyncio.create_task(part.run())
    try:
        yield
    finally:
        looking.cancel()
        await asyncio.wait([looking])
        await part.end()


class Sharing:
    """The share of one replica; `sleep` waits between two looks."""

    def __init__(
        self,
        source: Source,
        replica: int,
        flood: FloodControl,
        clock: Callable[[], float] = monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._source = source
        self._replica = replica
        self._flood = flood
        self._gate = flood.gate
        self._clock = clock
        self._sleep = sleep
        self.divide: Callable[[int], None] = lambda _count: None
        self._said = Demand(replica, 0, 0, is_halted=False)
        self._is_warned = False
        self._others = frozenset[int]()
        self._seen_at = clock()
        self._forget_at = clock()

    async def begin(self) -> None:
        """Takes a first share."""
        self._gate.share = 0
        await permits.make(self._source, OVERALL)
        await self.look()
        if self._others:
            # This replica gets chats of theirs, and does not know what those were sent lately.
            self._flood.may_get_chats()

    async def end(self) -> None:
        """Gives all permits back, so that others use them only a second later."""
        with suppress(StoreError, LeaseLost):
            await permits.give(self._source, self._replica, OVERALL)

    async def run(self) -> None:
        """Looks each second until it is cancelled."""
        while True:
            await self._sleep(LOOK_SECONDS)
            try:
                await self.look()
            except StoreError as error:
                self._miss(error)

    async def look(self) -> None:
        """Declares what this replica can use, and takes or gives back permits accordingly."""
        await self._say()
        seen = await permits.demands(self._source)
        self._seen_at = self._clock()
        self._note_others(frozenset(one.replica for one in seen) - {self._replica})
        await self._doubt(seen)
        await self._hold(seen)
        if self._seen_at >= self._forget_at:
            self._forget_at = self._seen_at + FORGET_SECONDS
            await allowances.forget(self._source)

    def _miss(self, error: StoreError) -> None:
        """Gives up the share once the database has been away for LEASE_SECONDS.

        By then others have ended this replica and use its permits.
        """
        if self._gate.share > 1 and self._clock() - self._seen_at >= LEASE_SECONDS:
            self._gate.share = 0
            log.warning("sending one message a second, for the database is not there: %s", error)

    async def _say(self) -> None:
        # The declaration falls slowly, so that a short lull does not give everything back.
        wanted = max(self._rounded(), self._said.wanted - RESERVE)
        now = Demand(self._replica, wanted, 0, self._gate.is_halted)
        if now != self._said:
            was_halted = self._said.is_halted
            await permits.declare(self._source, self._replica, wanted, is_halted=now.is_halted)
            self._said = now
            if was_halted and not now.is_halted:
                await permits.lift(self._source)

    def _rounded(self) -> int:
        # Rounded up to RESERVE, so that not every message changes the row.
        wanted = RESERVE + 2 * self._gate.demand
        return min(-(-wanted // RESERVE) * RESERVE, OVERALL)

    def _note_others(self, others: frozenset[int]) -> None:
        if not self._others <= others:
            # One of them has ended, and this replica may get its chats.
            self._flood.may_get_chats()
        self._others = others
        self.divide(len(others) + 1)

    async def _doubt(self, seen: tuple[Demand, ...]) -> None:
        """Shares the doubt whether the bot can send, until one replica has sent something."""
        is_lifted = self._said.is_halted and not any(one.is_halted for one in seen)
        if is_lifted:
            # Another replica got a message through.
            self._gate.has_succeeded()
        others = any(one.is_halted for one in seen if one.replica != self._replica)
        if others and self._is_warned and not self._gate.is_halted_elsewhere:
            # A message of this replica got through since the last look, which ends all doubt.
            await permits.lift(self._source)
            others = False
        self._is_warned = self._gate.is_halted_elsewhere = others

    async def _hold(self, seen: tuple[Demand, ...]) -> None:
        ought = shares(((one.replica, one.wanted) for one in seen), OVERALL)
        held = sum(one.held for one in seen if one.replica == self._replica)
        target = ought.get(self._replica, 0)
        # A smaller share holds immediately, a larger one only once the database has it.
        self._gate.share = min(held, target)
        if held > target:
            await permits.give(self._source, self._replica, held - target)
        elif held < target:
            held += await permits.take(self._source, self._replica, target - held)
            self._gate.share = held
