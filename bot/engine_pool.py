"""Async doors to the engine: its searches run in worker processes, never in the event loop.

Every question first gets a short time in the quick lane; what is not answered there moves on to
the patient lane. So a board made to be slow holds up nobody but other slow boards, and one person
can hold only one patient worker at a time.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Self, TypeVar
from weakref import WeakValueDictionary

from bot.workers import WorkerLost, Workers
from engine import (
    Budget,
    BudgetSpent,
    Contradiction,
    Geometry,
    Grid,
    NoSolution,
    NotUnique,
    Puzzle,
    Symmetry,
    generate,
    solve,
)

QUICK_SECONDS: Final = 0.3
PATIENT_SECONDS: Final = 10.0
GRACE_SECONDS: Final = 2.0
WAITING_PLACES: Final = 200
QUEUE_SECONDS: Final = 30.0
"""The longest that a question waits for a worker."""

Result = TypeVar("Result")

log = logging.getLogger(__name__)


class EngineBusy(RuntimeError):  # noqa: N818 - an answer to the user, not a fault
    """So many questions are waiting that another one is better asked later."""


class EngineLost(RuntimeError):  # noqa: N818 - as above
    """The worker died or hung while it worked on this question; another has taken its place."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What is known of a puzzle: one solution, two of several, or none and perhaps why."""

    solutions: tuple[Grid, ...]
    contradiction: Contradiction | None = None


def decide_now(grid: Grid, budget: Budget) -> Decision:
    """The Decision on `grid`, in the calling process; raises BudgetSpent."""
    try:
        return Decision((solve(grid, budget),))
    except NoSolution as none:
        return Decision((), none.contradiction)
    except NotUnique as several:
        return Decision(several.grids)


def generate_now(
    size: int, symmetry: Symmetry, seed: str, clues: int | None, budget: Budget
) -> Puzzle:
    """A puzzle of the usual shape of its size, in the calling process; raises BudgetSpent."""
    return generate(Geometry.of_size(size), symmetry, seed, clues, budget)


class EnginePool:
    """Worker processes behind two lanes; use as `async with EnginePool(workers) as pool`.

    Every door raises BudgetSpent when the question is too hard for its time, EngineBusy when too
    many wait already, and EngineLost when the worker died.
    """

    def __init__(self, workers: int, patience: float = PATIENT_SECONDS) -> None:
        self._quick = _Lane(workers, QUICK_SECONDS)
        self._patient = _Lane(workers, patience)
        self._waiting = 0
        self._asking: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def __aenter__(self) -> Self:
        await asyncio.gather(self._quick.start(), self._patient.start())
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(self._quick.stop(), self._patient.stop())

    @property
    def is_idle(self) -> bool:
        """Whether nobody waits for an answer."""
        return not self._waiting

    async def decide(self, asker: int, grid: Grid) -> Decision:
        """Whether `grid` has no, one or several solutions."""
        return await self.ask(asker, decide_now, grid)

    async def generate(
        self, asker: int, size: int, symmetry: Symmetry, seed: str, clues: int | None = None
    ) -> Puzzle:
        """A new puzzle with exactly one solution."""
        return await self.ask(asker, generate_now, size, symmetry, seed, clues)

    async def ask(self, asker: int, job: Callable[..., Result], *question: object) -> Result:
        """Any other question: `job(*question, budget)` of a function that workers can import."""
        if self._waiting >= WAITING_PLACES:
            raise EngineBusy
        self._waiting += 1
        try:
            return await self._quick.run(job, question)
        except BudgetSpent:
            async with self._asking.setdefault(asker, asyncio.Lock()):
                return await self._patient.run(job, question)
        finally:
            self._waiting -= 1


class _Lane:
    """Workers that give every question the same time."""

    def __init__(self, workers: int, seconds: float) -> None:
        self._workers = Workers(workers)
        self._seconds = seconds

    async def start(self) -> None:
        await asyncio.to_thread(self._workers.start)

    async def stop(self) -> None:
        await asyncio.to_thread(self._workers.stop)

    async def run(self, job: Callable[..., Result], question: tuple[object, ...]) -> Result:
        limit = self._seconds + GRACE_SECONDS
        future = self._workers.submit(limit, job, *question, Budget(self._seconds))
        try:
            async with asyncio.timeout(limit + QUEUE_SECONDS):
                return await asyncio.wrap_future(future)
        except TimeoutError:
            raise EngineBusy from None
        except WorkerLost as error:
            log.exception("a worker of the engine was lost")
            raise EngineLost from error
