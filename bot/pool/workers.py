"""Worker processes, each of which answers one question at a time.

A worker that takes too long may hang, so it is killed. The limit is one of processor time: on a
busy machine every worker gets little of it, and a wall clock would kill whole rows of honest
workers, which the same busy machine would have to start again. A frozen worker takes no processor
time at all, so there is a wall-clock limit as well, and it is generous.

Each question has a thread of this process. It takes an idle worker, sends the question through a
pipe and waits for the answer, while a second thread watches the limits and kills the worker. The
pipe then ends, and so a worker that was killed and one that crashed look alike to the first thread,
which puts a new worker in its place. There are as many of these threads as workers, so each always
finds an idle worker. A worker that dies while idle is noticed and replaced by the next question
that takes it.

Workers are forked from one process that has imported what they need, where the system can do that.
So they share its memory, and a new one is there within milliseconds: a question may be cut off by
killing its worker (`Asked.cut`), and a worker that has gained more than MOST_GROWTH is replaced by
a fresh one. A started interpreter took 17 MB and a third of a second for each of them. A limit for
all that a worker holds replaced it after each question wherever it began with more than that.

Pebble 5.2 was tried and dropped: a worker that dies idle breaks its pool for good, and one that is
frozen idle is never noticed.
"""

import logging
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from queue import SimpleQueue
from time import monotonic
from typing import Any, Final, Generic, TypeVar

from bot.pool.worker import Limit, Worker, prepare, processor_time

Result = TypeVar("Result")

NICENESS: Final = 5
"""Work leaves the processor to the event loop where there are not cores enough for both."""

MOST_GROWTH: Final = 20_000_000
"""Bytes that a worker may have gained between two questions."""

log = logging.getLogger(__name__)


class WorkerLost(RuntimeError):  # noqa: N818 - says what became of the question
    """Raised when the worker died or was killed at its limit; another one has taken its place."""


class WorkerCut(WorkerLost):
    """Raised when the question was cut off, so that its worker serves others."""


class Asked(Generic[Result]):
    """A question to a worker; `answer` is what becomes of it.

    `used` is the processor time in seconds that it took, known once `answer` is done.
    """

    answer: "Future[Result]"

    def __init__(self) -> None:
        self.used = 0.0
        self._worker: Worker | None = None
        self._is_cut = False
        self._lock = threading.Lock()

    def cut(self) -> None:
        """Ends the question with WorkerCut by killing its worker, unless it is answered already."""
        with self._lock:
            self._is_cut = True
            if self._worker is not None:
                self._worker.doom()

    @contextmanager
    def at(self, worker: Worker) -> Iterator[None]:
        """Has `cut` kill this worker while the block runs; notes what the worker took."""
        with self._lock:
            if self._is_cut:
                raise WorkerCut
            self._worker = worker
        began = monotonic()
        try:
            yield
        except (EOFError, OSError) as error:
            worker.doom()
            # Nobody else knows what a process has taken that is gone.
            worker.used = monotonic() - began
            raise (WorkerCut if self._is_cut else WorkerLost) from error
        finally:
            # Also if the job raised something, as it does when its budget is spent.
            self.used = worker.used
            with self._lock:
                self._worker = None


class Workers:
    """`count` processes; safe to use from any thread and event loop between start and stop.

    `spent(pid)` gives the seconds of processor time that a process has taken. A worker that has
    gained more than `growth` bytes is replaced before its next question. Their `niceness` leaves
    the processor to others.
    """

    def __init__(
        self,
        count: int,
        spent: Callable[[int], float] = processor_time,
        growth: int = MOST_GROWTH,
        niceness: int = NICENESS,
    ) -> None:
        self._spent = spent
        self._niceness = niceness
        self._growth = growth
        # With as many threads as workers, a thread always finds an idle one.
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="worker")
        self._idle: SimpleQueue[Worker] = SimpleQueue()
        self._all: set[Worker] = set()
        # Those that were ended, but no other could be started; each keeps its place.
        self._missing: set[Worker] = set()
        self._count = count
        self._stopping = False

    def start(self) -> None:
        """Starts the processes and waits until each of them answers."""
        prepare()
        # All are started before the first is waited for, so that they import side by side.
        for worker in [self._new() for _ in range(self._count)]:
            worker.ask(os.getpid, (), None)
            self._idle.put(worker)

    def stop(self) -> None:
        """Ends the processes, whatever they are doing, and waits until they are gone."""
        self._stopping = True
        for worker in tuple(self._all):
            worker.kill()
        # A thread may still be reading from the pipe of its worker, so the pipes are closed last.
        self._threads.shutdown(cancel_futures=True)
        for worker in self._all:
            worker.close()

    @property
    def lost(self) -> int:
        """How many processes have ended by themselves, or were ended and could not be replaced.

        One that is being replaced is not lost: that happens whenever a question is cut off.
        """
        return sum(
            worker in self._missing or (worker.has_ended and not worker.is_doomed)
            for worker in tuple(self._all)
        )

    def submit(self, limit: Limit, job: Callable[..., Result], *question: object) -> Asked[Result]:
        """Runs `job(*question)` once a worker is free; the limit counts from then on.

        The answer is the result, the exception that the job raised, WorkerLost or WorkerCut.
        """
        asked = Asked[Result]()
        asked.answer = self._threads.submit(self._work, asked, limit, job, question)
        return asked

    def _work(
        self,
        asked: Asked[Result],
        limit: Limit,
        job: Callable[..., Result],
        question: tuple[object, ...],
    ) -> Any:
        worker = self._idle.get()
        try:
            worker = self._able(worker)
            with asked.at(worker):
                return worker.ask(job, question, limit)
        except WorkerLost:
            # One that was cut off before it had begun leaves the worker as it was.
            if worker.is_ending:
                worker = self._replaced(worker)
            raise
        finally:
            # Every path gives back one place, or the next thread would wait for it for ever.
            self._idle.put(worker)

    def _able(self, worker: Worker) -> Worker:
        """The worker, or another one if it died while idle or has grown; raises WorkerLost."""
        if worker.is_ending or worker.gained > self._growth:
            worker = self._replaced(worker)
        if worker.is_ending:
            raise WorkerLost
        return worker

    def _replaced(self, worker: Worker) -> Worker:
        """A worker in place of this one, which is ended; itself where none could be started."""
        if self._stopping:
            return worker
        worker.kill()
        worker.close()
        try:
            fresh = self._new()
        except (EOFError, OSError):
            # The first of them where the process failed from which workers are forked.
            log.exception("no worker could be started")
            self._missing.add(worker)
            return worker
        self._missing.discard(worker)
        self._all.discard(worker)
        return fresh

    def _new(self) -> Worker:
        worker = Worker(self._spent, self._niceness)
        self._all.add(worker)
        return worker
