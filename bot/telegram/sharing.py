"""The permits of this replica, of those that the whole bot has to send messages in a second.

The permits are rows (`bot.store.postgres.permits`). While the replicas need no more than HELD
together, each holds what it needs and uses that without asking, so somebody who answers steadily
borrows little. Beyond that nobody holds any: each message borrows one, which is a statement of its
own. A replica alone has all of them.

Each second every replica declares how many permits it has just used, reads what the others have
declared, and gives permits back or takes what is free accordingly.

What failed: dividing all permits each second by what replicas had declared, twice what they needed.
One that had just begun held five and used none, the others waited, and at 25 messages a second, of
28, people waited for minutes; what a replica held when it was killed lay idle until its lease had
ended. Then dividing one half, so that the other half went to whoever needed it just then: what two
replicas held and used only now and then was missing where a third had taken over the people of a
killed one, who waited for ten seconds.

A replica that cannot borrow, because it has just begun or is cut off from the database, may send
one message a second without a permit; the permits are two less than Telegram allows to make room
for that.

The limits of single chats are not shared, because everything that a chat is sent comes from its
holder. But when a holder has just ended, the next one does not know what it sent, so flood control
is told of that (`may_get_chats`).
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
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
HELD: Final = OVERALL // 2
"""The most permits that several replicas hold together."""

STEP: Final = 4
"""What a replica declares is a multiple of it, so that not every message changes the row."""

BORROWED_SECONDS: Final = 0.3
"""Seconds within which the answer to whoever wants to borrow must come.

A permit that was borrowed longer ago may soon be used by another replica.
"""

log = logging.getLogger(__name__)


@asynccontextmanager
async def sharing(
    store: Store, flood: FloodControl | None, divide: Callable[[int], None]
) -> AsyncIterator[None]:
    """Keeps this replica's permits up to date while the block runs; alone it has all of them.

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
    """The permits of one replica; `sleep` waits between two looks."""

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
        self.patience = BORROWED_SECONDS
        """Seconds that a message waits for the permit that it borrows."""

        self._said = Demand(replica, 0, 0, is_halted=False)
        self._is_warned = False
        self._asking: asyncio.Task[bool] | None = None
        self._others = frozenset[int]()
        self._seen_at = clock()
        self._forget_at = clock()

    async def begin(self) -> None:
        """Takes the first permits."""
        self._gate.allot(0)
        self._gate.borrow = self.borrow
        await permits.make(self._source, OVERALL)
        await permits.declare(self._source, self._replica, 0, is_halted=False)
        await self.look()
        if self._others:
            # This replica gets chats of theirs, and does not know what those were sent lately.
            self._flood.may_get_chats()

    async def end(self) -> None:
        """Gives all permits back, so that others use them only a second later."""
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.wait([self._asking])
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
        """Gives up all permits once the database has been away for LEASE_SECONDS.

        By then others have ended this replica and use its permits.
        """
        if self._gate.held != 1 and self._clock() - self._seen_at >= LEASE_SECONDS:
            self._gate.allot(0)
            log.warning("sending one message a second, for the database is not there: %s", error)

    async def borrow(self, spare: int) -> bool:
        """Borrows a permit; False if no more than `spare` are free, or the database is slow.

        Then nothing is borrowed until the next look has succeeded.
        """
        if self._asking is not None:
            # An earlier answer has not come yet, and when it comes it is too old.
            return False
        asking = self._asking = asyncio.create_task(self._ask_for_one(spare))
        asking.add_done_callback(self._has_asked)
        await asyncio.wait([asking], timeout=self.patience)
        if asking.done():
            return not asking.cancelled() and asking.result()
        self._gate.allot(self._gate.held)
        return False

    async def _ask_for_one(self, spare: int) -> bool:
        try:
            return await permits.borrow(self._source, spare)
        except (StoreError, LeaseLost):
            self._gate.allot(self._gate.held)
            return False

    def _has_asked(self, _: asyncio.Task[bool]) -> None:
        self._asking = None

    async def _say(self) -> None:
        # The declaration falls slowly, so that a short lull does not give everything back.
        wanted = max(self._gate.demand // STEP * STEP, self._said.wanted - STEP)
        now = Demand(self._replica, wanted, 0, self._gate.is_halted)
        if now != self._said:
            was_halted = self._said.is_halted
            await permits.declare(self._source, self._replica, wanted, is_halted=now.is_halted)
            self._said = now
            if was_halted and not now.is_halted:
                await permits.lift(self._source)

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
        held = sum(one.held for one in seen if one.replica == self._replica)
        target, common = OVERALL, 0
        if self._others:
            target = self._said.wanted if sum(one.wanted for one in seen) <= HELD else 0
            # Another one may still hold more than it ought to.
            free = OVERALL - target - sum(one.held for one in seen) + held
            common = max(free, 0) // len(seen)
        # Fewer permits hold immediately, more of them only once the database has it.
        self._gate.allot(min(held, target), common)
        if held > target:
            await permits.give(self._source, self._replica, held - target)
        elif held < target:
            # What cannot be used yet can be at the next look.
            held += await permits.take(self._source, self._replica, target - held)
            self._gate.allot(held, common)
