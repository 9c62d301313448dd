"""The engine behind fair lanes: questions run in worker processes, never in the event loop.

Most questions take milliseconds, but anybody can send a board that was made to take for ever, and
it looks like any other. So every question first gets QUICK_SECONDS in the quick lane, and begins
again in the patient lane if that was not enough. Each lane has workers of its own, so a slow board
holds up only other slow boards, and in each lane accounts take turns (`bot.ledger.lane`). One
account has one question at a time in the patient lane, as long as there are others to serve.

Pictures of boards and pages to print are drawn in the quick lane as well. Drawn in a thread of the
bot's own process, they held up its event loop.

What bounds the work, in this order:

- the places of an account in a lane (AskedTooOften);
- QUEUE_SECONDS of waiting for a turn in one lane, and MOST_CUTS turns that were cut off because
  newcomers waited (EngineBusy);
- the budget of the question, which the engine itself keeps (BudgetSpent);
- a limit beyond the budget, after which the worker is killed (EngineLost).
"""

import asyncio
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from typing import Any, Final, Self

from bot.ledger.lane import MOST_CUTS, FairLane, LaneFull, Turn
from bot.ledger.ledger import Ledger
from bot.ledger.owner import Owner
from bot.pool.engine import AskedTooOften, Decision, EngineBusy, EngineLost, OnWait, Result
from bot.pool.jobs import decide_now, drawn_now, generate_now
from bot.pool.worker import Limit
from bot.pool.workers import WorkerCut, WorkerLost, Workers
from engine.board import Grid, Symmetry
from engine.make import Puzzle
from engine.search import Budget, BudgetSpent

QUICK_SECONDS: Final = 0.3
PATIENT_SECONDS: Final = 10.0
GRACE_SECONDS: Final = 2.0
"""Processor time of a worker beyond the time of its question, after which it is ended."""

STALL_SECONDS: Final = 30.0
"""The same in wall time, since on a busy machine a worker gets little processor time."""

PATIENT_NICENESS: Final = 10
"""Long questions leave the processor to quick ones and to pictures."""

QUEUE_SECONDS: Final = 30.0
"""The longest that a question waits for its turn in a lane."""

log = logging.getLogger(__name__)


class EnginePool:
    """An Engine of two lanes, each with `workers` processes; use it as an async context manager.

    The processes start while the block already runs; questions and `started` wait for them.

    The context manager `measure(kind)` is entered for the time that each question takes, and the
    `ledger` is told the processor time. `patience` is the budget of the patient lane in seconds.
    """

    def __init__(
        self,
        workers: int,
        patience: float = PATIENT_SECONDS,
        measure: Callable[[str], AbstractContextManager[None]] = lambda _: nullcontext(),
        ledger: Ledger | None = None,
        stall: float = STALL_SECONDS,
    ) -> None:
        self._workers = workers
        self._pondering = 0
        self._measure = measure
        ledger = ledger or Ledger()
        quick, patient = Workers(workers), Workers(workers, niceness=PATIENT_NICENESS)
        turns = partial(FairLane, workers, spend=ledger.spend)
        self._quick = _Lane(quick, turns(at_once=workers), QUICK_SECONDS, stall)
        self._patient = _Lane(patient, turns(at_once=1), patience, stall)
        self._starting: asyncio.Future[Any] | None = None
        self._waiting = 0

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
        """How many workers have ended by themselves and are not replaced yet."""
        return self._quick.lost + self._patient.lost

    async def ready(self) -> None:
        """Returns once a worker has answered; one that died idle is replaced first."""
        await self.started()
        await self._quick.ready()
        # While the patient lane works, its probe would wait behind questions of ten seconds.
        if not self._pondering:
            await self._patient.ready()

    async def decide(self, owner: Owner, grid: Grid, on_wait: OnWait | None = None) -> Decision:
        """Whether `grid` has no, one or several solutions."""
        return await self.ask(owner, decide_now, grid, on_wait=on_wait)

    async def generate(
        self,
        owner: Owner,
        size: int,
        symmetry: Symmetry,
        seed: str,
        clues: int | None = None,
        *,
        on_wait: OnWait | None = None,
    ) -> Puzzle:
        """A new puzzle with exactly one solution."""
        return await self.ask(owner, generate_now, size, symmetry, seed, clues, on_wait=on_wait)

    async def ask(
        self,
        owner: Owner,
        job: Callable[..., Result],
        *question: object,
        on_wait: OnWait | None = None,
    ) -> Result:
        """The result of `job(*question, budget)`, a function that workers can import."""
        with self._asked(job):
            await self.started()
            try:
                return await self._quick.answer(owner, job, question)
            except BudgetSpent:
                return await self._ponder(owner, job, question, on_wait)

    async def draw(self, owner: Owner, drawing: Callable[..., Result], *parts: object) -> Result:
        """The result of `drawing(*parts)`, a function that workers can import."""
        with self._asked(drawing):
            await self.started()
            return await self._quick.answer(owner, drawn_now, (drawing, parts))

    @contextmanager
    def _asked(self, job: Callable[..., object]) -> Iterator[None]:
        self._waiting += 1
        try:
            with self._measure(job.__name__.removesuffix("_now")):
                yield
        finally:
            self._waiting -= 1

    async def _ponder(
        self,
        owner: Owner,
        job: Callable[..., Result],
        question: tuple[object, ...],
        on_wait: OnWait | None,
    ) -> Result:
        self._pondering += 1
        place = self._pondering - self._workers
        # The question enters the lane first: `on_wait` sends a message, and that takes time.
        asked = asyncio.create_task(self._patient.answer(owner, job, question))
        try:
            if on_wait is not None and place > 0:
                await on_wait(place)
            return await asked
        finally:
            asked.cancel()
            self._pondering -= 1


class _Lane:
    """Workers that give every question the same time, in the `turns` of a fair lane."""

    def __init__(self, workers: Workers, turns: FairLane, seconds: float, stall: float) -> None:
        self._workers = workers
        self._turns = turns
        self._seconds = seconds
        self._limit = Limit(seconds + GRACE_SECONDS, seconds + stall)

    async def start(self) -> None:
        await asyncio.to_thread(self._workers.start)

    async def ready(self) -> None:
        """Returns once a worker has answered."""
        await asyncio.wrap_future(self._workers.submit(self._limit, os.getpid).answer)

    async def stop(self) -> None:
        await asyncio.to_thread(self._workers.stop)

    @property
    def lost(self) -> int:
        return self._workers.lost

    async def answer(
        self, owner: Owner, job: Callable[..., Result], question: tuple[object, ...]
    ) -> Result:
        """The answer to a question; raises AskedTooOften, EngineBusy or EngineLost."""
        for _ in range(MOST_CUTS + 1):
            with suppress(WorkerCut):
                return await self._try(owner, job, question)
        raise EngineBusy

    async def _try(
        self, owner: Owner, job: Callable[..., Result], question: tuple[object, ...]
    ) -> Result:
        waiting = asyncio.timeout(QUEUE_SECONDS)
        try:
            async with waiting, self._turns.turn(owner, self._seconds) as turn:
                waiting.reschedule(None)
                return await self._work(turn, job, question)
        except LaneFull as full:
            raise AskedTooOften(full.seconds) from None
        except TimeoutError:
            if waiting.expired():
                raise EngineBusy from None
            raise

    async def _work(
        self, turn: Turn, job: Callable[..., Result], question: tuple[object, ...]
    ) -> Result:
        asked = self._workers.submit(self._limit, job, *question, Budget(self._seconds))
        turn.cut = asked.cut
        try:
            return await asyncio.wrap_future(asked.answer)
        except asyncio.CancelledError:
            # Nobody waits for the answer, and the turn ends now: the worker must be free too.
            asked.cut()
            raise
        except WorkerCut:
            raise
        except WorkerLost as error:
            log.exception("a worker of the engine was lost")
            raise EngineLost from error
        finally:
            if asked.answer.done():
                turn.used = asked.used
