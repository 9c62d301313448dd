"""Processes that work for this one, each on one question at a time.

A worker that takes too long is ended, for it may hang. Too long means processor time: on a busy
machine a worker gets little of it, and by a clock on the wall whole rows of honest workers would be
ended, each to be started anew by the same machine. A worker that is frozen takes no processor time
at all, so there is a clock on the wall too, and it is generous.

Pebble 5.2 was tried and left: a worker that dies idle breaks its pool for good, and one that is
frozen idle is never noticed.
"""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from time import clock_gettime, monotonic
from typing import Any, Final, TypeVar

Result = TypeVar("Result")

NICENESS: Final = 5
"""A search leaves the processor to the event loop where there are not cores enough for both."""

_SPAWN: Final = multiprocessing.get_context("spawn")


class WorkerLost(RuntimeError):  # noqa: N818 - says what became of the question
    """The worker died, or did not answer in time and was ended; another has taken its place."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The seconds that a question may take: of the processor, and of the clock on the wall."""

    processor: float
    wall: float


def processor_time(pid: int) -> float:
    """The seconds of processor time that a process has taken; the wall's where nothing tells.

    Raises OSError for a process that has ended.
    """
    if sys.platform == "linux":
        # What clock_getcpuclockid(3) makes of a process.
        return clock_gettime(~pid << 3 | 2)
    return monotonic()


class Workers:
    """`count` processes; safe to use from any thread and event loop between start and stop.

    `spent` tells the processor time of a process.
    """

    def __init__(self, count: int, spent: Callable[[int], float] = processor_time) -> None:
        self._spent = spent
        # One thread waits for each worker, so that a thread always finds an idle one.
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="worker")
        self._idle: SimpleQueue[_Worker] = SimpleQueue()
        self._all: set[_Worker] = set()
        self._count = count
        self._stopping = False

    def start(self) -> None:
        """Begins the processes and waits until each of them answers."""
        for worker in [self._new() for _ in range(self._count)]:
            worker.ask(os.getpid, (), None)
            self._idle.put(worker)

    def stop(self) -> None:
        """Ends the processes, whatever they are doing, and waits until they are gone."""
        self._stopping = True
        for worker in tuple(self._all):
            worker.kill()
        # A thread may still be listening to its worker: no pipe is closed before it is done.
        self._threads.shutdown(cancel_futures=True)
        for worker in self._all:
            worker.close()

    @property
    def lost(self) -> int:
        """How many processes have ended and are not replaced yet."""
        return sum(worker.has_ended for worker in tuple(self._all))

    def submit(
        self, limit: Limit, job: Callable[..., Result], *question: object
    ) -> "Future[Result]":
        """Asks for `job(*question)` when a worker is free; the limit counts from then on.

        The future gives the answer, what the job raised, or WorkerLost.
        """
        return self._threads.submit(self._work, limit, job, question)

    def _work(self, limit: Limit, job: Callable[..., Result], question: tuple[object, ...]) -> Any:
        worker = self._idle.get()
        if worker.has_ended and not self._stopping:
            # It has died idle, which this question need not suffer for.
            self._end(worker)
            worker = self._new()
        try:
            return worker.ask(job, question, limit)
        except (EOFError, OSError) as error:
            self._end(worker)
            raise WorkerLost from error
        finally:
            self._idle.put(worker if worker in self._all or self._stopping else self._new())

    def _end(self, worker: "_Worker") -> None:
        worker.kill()
        worker.close()
        self._all.discard(worker)

    def _new(self) -> "_Worker":
        worker = _Worker(self._spent)
        self._all.add(worker)
        return worker


class _Worker:
    """One process and our end of the pipe to it."""

    def __init__(self, spent: Callable[[int], float]) -> None:
        self._spent = spent
        self._pipe, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def ask(
        self, job: Callable[..., Any], question: tuple[object, ...], limit: Limit | None
    ) -> Any:
        """Raises what the job raised, or EOFError or OSError where the process has ended.

        It is ended at the limit, wherever it hangs: the question, the job or the answer.
        """
        with self._ended_at(limit):
            self._pipe.send((job, question))
            answered, answer = self._pipe.recv()
        if not answered:
            raise answer
        return answer

    @contextmanager
    def _ended_at(self, limit: Limit | None) -> Iterator[None]:
        if limit is None:
            yield
            return
        answered = threading.Event()
        watch = threading.Thread(target=self._watch, args=(limit, answered), daemon=True)
        watch.start()
        try:
            yield
        finally:
            answered.set()

    def _watch(self, limit: Limit, answered: threading.Event) -> None:
        """Ends the process at the limit, unless it has answered."""
        pid, wall_end = self._process.pid or 0, monotonic() + limit.wall
        try:
            processor_end = self._spent(pid) + limit.processor
            left = min(limit.processor, limit.wall)
            while left > 0 and not answered.wait(left):
                left = min(processor_end - self._spent(pid), wall_end - monotonic())
        except OSError:
            # It has ended already, which whoever listens to it is told by the pipe.
            return
        if not answered.is_set():
            self._process.kill()

    @property
    def has_ended(self) -> bool:
        """Asks the kernel only, so that any thread may ask while another one waits for the end."""
        return bool(wait([self._process.sentinel], 0))

    def kill(self) -> None:
        self._process.kill()
        self._process.join()

    def close(self) -> None:
        self._pipe.close()


def _serve(pipe: Connection) -> None:
    """The whole life of a worker; Ctrl-C is left to the parent."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            job, question = pipe.recv()
        except EOFError:
            return
        try:
            answer = True, job(*question)
        except Exception as error:  # noqa: BLE001 - the asker gets whatever it was
            answer = False, error
        pipe.send(answer)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
