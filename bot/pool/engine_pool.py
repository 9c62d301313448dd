"""Async doors to the engine: its searches run in worker processes, never in the event loop.

Every question first gets a short time in the quick lane; what is not answered there moves on to
the patient lane. So a board made to be slow holds up nobody but other slow boards, and one person
can hold only one patient worker at a time.
"""

import asyncio
import logging
import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from math import ceil
from typing import Any, Final, Self
from weakref import WeakValueDictionary

from bot.operate.limits import Allowance
from bot.pool.engine import (
    NOBODY,
    AskedTooOften,
    Decision,
    EngineBusy,
    EngineLost,
    OnWait,
    Result,
)
from bot.pool.jobs import decide_now, generate_now
from bot.pool.workers import Limit, WorkerLost, Workers
from engine.board import Grid, Symmetry
from engine.make import Puzzle
from engine.search import Budget, BudgetSpent

QUICK_SECONDS: Final = 0.3
PATIENT_SECONDS: Final = 10.0
GRACE_SECONDS: Final = 2.0
"""Processor time of a worker beyond the time of its question, after which it is ended."""

STALL_SECONDS: Final = 30.0
"""The same by the clock on the wall, for a worker gets only a small part of a busy machine."""

WAITING_PLACES: Final = 200
QUEUE_SECONDS: Final = 30.0
"""The longest that a question waits for a worker."""

QUESTIONS_AT_ONCE: Final = 20
SECONDS_A_QUESTION: Final = 2.0
"""Seconds between two questions of one person beyond those that are asked at once."""

log = logging.getLogger(__name__)


class EnginePool:
    """Worker processes behind two lanes; use as `async with EnginePool(workers) as pool`.

    They begin while the block runs already: a question waits for them, `started` too.

    `measure` is entered with the kind of each question, until it is answered. An `allowance` is
    spent by everybody but NOBODY.

    Every door raises BudgetSpent when the question is too hard for its time, EngineBusy when too
    many wait already or the asker has spent the allowance, and EngineLost when the worker died.
    """

    def __init__(
        self,
        workers: int,
        patience: float = PATIENT_SECONDS,
        measure: Callable[[str], AbstractContextManager[None]] = lambda _: nullcontext(),
        allowance: Allowance | None = None,
        stall: float = STALL_SECONDS,
    ) -> None:
        self._workers = workers
        self._allowance = allowance
        self._pondering = 0
        self._measure = measure
        self._quick = _Lane(workers, QUICK_SECONDS, stall)
        self._patient = _Lane(workers, patience, stall)
        self._starting: asyncio.Future[Any] | None = None
        self._waiting = 0
        self._asking: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def __aenter__(self) -> Self:
        self._starting = asyncio.gather(self._quick.start(), self._patient.start())
        return self

    async def __aexit__(self, *_: object) -> None:
        with suppress(Exception):
            await self.started()
        await asyncio.gather(self._quick.stop(), self._patient.stop())

    async def started(self) -> None:
        """Returns once all workers have answered; raises what kept them from it."""
        if self._starting is None:
            raise RuntimeError("this pool was not entered")
        if self._starting.done():
            # From then on, event loops other than this one may ask, too.
            self._starting.result()
        else:
            await asyncio.shield(self._starting)

    @property
    def is_idle(self) -> bool:
        """Whether nobody waits for an answer."""
        return not self._waiting

    @property
    def waiting(self) -> int:
        """How many questions are waiting or at work."""
        return self._waiting

    @property
    def pondering(self) -> int:
        """How many of them were too hard for the quick lane."""
        return self._pondering

    @property
    def lost(self) -> int:
        """How many workers have died and are not replaced yet."""
        return self._quick.lost + self._patient.lost

    async def ready(self) -> None:
        """Returns once a worker has answered; workers that have died idle are replaced by it."""
        await self.started()
        await self._quick.ready()
        if not self._pondering:
            await self._patient.ready()

    async def decide(self, asker: int, grid: Grid, on_wait: OnWait | None = None) -> Decision:
        """Whether `grid` has no, one or several solutions."""
        return await self.ask(asker, decide_now, grid, on_wait=on_wait)

    async def generate(
        self,
        asker: int,
        size: int,
        symmetry: Symmetry,
        seed: str,
        clues: int | None = None,
        *,
        on_wait: OnWait | None = None,
    ) -> Puzzle:
        """A new puzzle with exactly one solution."""
        return await self.ask(asker, generate_now, size, symmetry, seed, clues, on_wait=on_wait)

    async def ask(
        self,
        asker: int,
        job: Callable[..., Result],
        *question: object,
        on_wait: OnWait | None = None,
    ) -> Result:
        """Any other question: `job(*question, budget)` of a function that workers can import."""
        if self._allowance and asker != NOBODY and (pause := await self._allowance.spend(asker)):
            raise AskedTooOften(ceil(pause))
        if self._waiting >= WAITING_PLACES:
            raise EngineBusy
        self._waiting += 1
        try:
            with self._measure(job.__name__.removesuffix("_now")):
                return await self._in_lanes(asker, job, question, on_wait)
        finally:
            self._waiting -= 1

    async def _in_lanes(
        self,
        asker: int,
        job: Callable[..., Result],
        question: tuple[object, ...],
        on_wait: OnWait | None,
    ) -> Result:
        await self.started()
        try:
            return await self._quick.answer(self._quick.submit(job, question))
        except BudgetSpent:
            async with self._asking.setdefault(asker, asyncio.Lock()):
                return await self._ponder(job, question, on_wait)

    async def _ponder(
        self,
        job: Callable[..., Result],
        question: tuple[object, ...],
        on_wait: OnWait | None,
    ) -> Result:
        self._pondering += 1
        place = self._pondering - self._workers
        # It stands in the queue before anybody is told so, which takes as long as Telegram does.
        asked = self._patient.submit(job, question)
        try:
            if on_wait is not None and place > 0:
                await on_wait(place)
            return await self._patient.answer(asked)
        finally:
            asked.cancel()
            self._pondering -= 1


class _Lane:
    """Workers that give every question the same time."""

    def __init__(self, workers: int, seconds: float, stall: float) -> None:
        self._workers = Workers(workers)
        self._seconds = seconds
        self._limit = Limit(seconds + GRACE_SECONDS, seconds + stall)

    async def start(self) -> None:
        await asyncio.to_thread(self._workers.start)

    async def ready(self) -> None:
        """Returns once a worker has answered."""
        await asyncio.wrap_future(self._workers.submit(self._limit, os.getpid))

    async def stop(self) -> None:
        await asyncio.to_thread(self._workers.stop)

    @property
    def lost(self) -> int:
        return self._workers.lost

    def submit(
        self, job: Callable[..., Result], question: tuple[object, ...]
    ) -> asyncio.Future[Result]:
        """Puts a question at the end of the lane's queue."""
        budget = Budget(self._seconds)
        return asyncio.wrap_future(self._workers.submit(self._limit, job, *question, budget))

    async def answer(self, asked: asyncio.Future[Result]) -> Result:
        """What became of a question."""
        try:
            async with asyncio.timeout(self._limit.wall + QUEUE_SECONDS):
                return await asked
        except TimeoutError:
            raise EngineBusy from None
        except WorkerLost as error:
            log.exception("a worker of the engine was lost")
            raise EngineLost from error
