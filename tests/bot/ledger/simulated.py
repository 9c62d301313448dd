"""A fair lane in simulated time: no test waits, and one in which somebody waits for ever fails.

The event loop has a clock of its own, which jumps to the next instant at which anything happens.
"""

import asyncio
import selectors
from collections import Counter
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from bot.ledger.lane import FairLane, Turn
from bot.ledger.owner import Owner

T = TypeVar("T")

MOST: Final = 0.3


class _Jumping(selectors.SelectSelector):
    """Passes the time of the loop instead of waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise AssertionError("everybody waits, and nothing will ever happen")
        self.now += timeout
        return super().select(0)


class _SimulatedLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now


def simulated(main: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns that is run in simulated time, from 0 on."""
    with asyncio.Runner(loop_factory=_SimulatedLoop) as runner:
        return runner.run(main)


def now() -> float:
    """The simulated time."""
    return asyncio.get_running_loop().time()


@dataclass
class Shop:
    """A lane whose turns take as long as a test says.

    `begun` and `ended` are the names of turns in order, and `seconds` what each account has used.
    """

    slots: int = 1
    at_once: int = 1
    places: int = 1_000
    begun: list[str] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    cut: list[tuple[str, float]] = field(default_factory=list)
    seconds: Counter[int] = field(default_factory=Counter)
    at_work: Counter[int] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.lane = FairLane(
            self.slots, at_once=self.at_once, places=self.places, spend=self._spend, clock=now
        )

    def _spend(self, owner: Owner, seconds: float) -> None:
        self.seconds[owner.account] += seconds  # type: ignore[assignment]

    def asks(
        self, name: str, owner: Owner, cost: float, most: float = MOST, *, can_be_cut: bool = False
    ) -> asyncio.Task[None]:
        """Asks for a turn that takes `cost` seconds, or less if it is cut off."""
        return asyncio.create_task(self.served(name, owner, cost, most, can_be_cut=can_be_cut))

    async def served(
        self, name: str, owner: Owner, cost: float, most: float = MOST, *, can_be_cut: bool = False
    ) -> None:
        async with self.lane.turn(owner, most) as turn:
            with self._noted(name, owner):
                await (self._cuttable(name, turn, cost) if can_be_cut else asyncio.sleep(cost))

    @contextmanager
    def _noted(self, name: str, owner: Owner) -> Iterator[None]:
        self.begun.append(name)
        self.at_work[owner.account] += 1
        assert self.at_work.total() <= self.lane.at_work <= self.slots
        assert self.at_work[owner.account] <= self.at_once
        try:
            yield
            self.ended.append(name)
        finally:
            self.at_work[owner.account] -= 1

    async def _cuttable(self, name: str, turn: Turn, cost: float) -> None:
        is_cut = asyncio.Event()
        turn.cut = is_cut.set
        try:
            async with asyncio.timeout(cost):
                await is_cut.wait()
        except TimeoutError:
            return
        assert turn.is_cut
        self.cut.append((name, now()))

    async def spends(self, owner: Owner, seconds: float) -> None:
        """Has an account use processor time in no time."""
        async with self.lane.turn(owner, MOST) as turn:
            turn.used = seconds
