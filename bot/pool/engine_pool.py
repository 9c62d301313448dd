"""The engine behind a queue: questions run in worker processes, never in the event loop.

Most questions take milliseconds, but anybody can send a board that was made to take for ever, and
it looks like any other. So every question first gets QUICK_SECONDS in the quick lane, and begins
again in the patient lane if that was not enough. Each lane has workers of its own, so a slow board
holds up only other slow boards. A person has one question at a time in the patient lane. Others of
theirs wait for a lock before they enter its queue, so that one person takes one patient worker.

What bounds the work, in this order:

- an allowance for each person (AskedTooOften);
- WAITING_PLACES questions, waiting or at work, in both lanes together (EngineBusy);
- QUEUE_SECONDS beyond the wall limit for a whole stay in one lane (EngineBusy);
- the budget of the question, which the engine itself keeps (BudgetSpent);
- a limit beyond the budget, after which the worker is killed (EngineLost).
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
"""The same in wall time, since on a busy machine a worker gets little processor time."""

WAITING_PLACES: Final = 200
QUEUE_SECONDS: Final = 30.0
"""The longest that a question waits for a worker."""

QUESTIONS_AT_ONCE: Final = 20
SECONDS_A_QUESTION: Final = 2.0
"""Seconds between two questions of one person who has used up QUESTIONS_AT_ONCE."""

log = logging.getLogger(__name__)


class EnginePool:
    """An Engine of two lanes, each with `workers` processes; use it as an async context manager.

    The processes start while the block already runs; questions and `started` wait for them.

    The context manager `measure(kind)` is entered for the time that each question takes. Everybody
    but NOBODY spends the `allowance`. `patience` is the budget of the patient lane in seconds.
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
        """Returns once all workers have answered; raises the error of a start that failed."""
        if self._starting is None:
            raise RuntimeError("this pool was not entered")
        if self._starting.done():
            # Once the start is done, callers from other event loops may ask as well.
            self._starting.result()
        else:
            # A caller that is cancelled must not cancel the start for everybody.
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
        """Returns once a worker has answered; one that died idle is replaced first."""
        await self.started()
        await self._quick.ready()
        # While the patient lane works, its probe would wait behind questions of ten seconds.
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
        """The result of `job(*question, budget)`, a function that workers can import."""
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
            # One lock a person; the weak dictionary drops it with the last question that holds it.
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
        # The question enters the queue first: `on_wait` sends a message, and that takes time.
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
        """The answer to a question; raises EngineBusy or EngineLost where there is none."""
        try:
            async with asyncio.timeout(self._limit.wall + QUEUE_SECONDS):
                return await asked
        except TimeoutError:
            raise EngineBusy from None
        except WorkerLost as error:
            log.exception("a worker of the engine was lost")
            raise EngineLost from error
