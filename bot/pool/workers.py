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

Pebble 5.2 was tried and dropped: a worker that dies idle breaks its pool for good, and one that is
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
    """Raised when the worker died or was killed at its limit; another one has taken its place."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The seconds that a question may take: of processor time, and of wall time."""

    processor: float
    wall: float


def processor_time(pid: int) -> float:
    """The seconds of processor time that a process has taken; wall time where it is unknown.

    Raises OSError for a process that has ended.
    """
    if sys.platform == "linux":
        # The id of the clock that clock_getcpuclockid(3) returns for a process.
        return clock_gettime(~pid << 3 | 2)
    return monotonic()


class Workers:
    """`count` processes; safe to use from any thread and event loop between start and stop.

    `spent(pid)` gives the seconds of processor time that a process has taken.
    """

    def __init__(self, count: int, spent: Callable[[int], float] = processor_time) -> None:
        self._spent = spent
        # With as many threads as workers, a thread always finds an idle worker.
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="worker")
        self._idle: SimpleQueue[_Worker] = SimpleQueue()
        self._all: set[_Worker] = set()
        self._count = count
        self._stopping = False

    def start(self) -> None:
        """Starts the processes and waits until each of them answers."""
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
        """How many processes have ended and are not replaced yet."""
        return sum(worker.has_ended for worker in tuple(self._all))

    def submit(
        self, limit: Limit, job: Callable[..., Result], *question: object
    ) -> "Future[Result]":
        """Runs `job(*question)` once a worker is free; the limit counts from then on.

        The future holds the result, the exception that the job raised, or WorkerLost.
        """
        return self._threads.submit(self._work, limit, job, question)

    def _work(self, limit: Limit, job: Callable[..., Result], question: tuple[object, ...]) -> Any:
        worker = self._idle.get()
        if worker.has_ended and not self._stopping:
            # It died while idle, which is no reason to fail this question.
            self._end(worker)
            worker = self._new()
        try:
            return worker.ask(job, question, limit)
        except (EOFError, OSError) as error:
            self._end(worker)
            raise WorkerLost from error
        finally:
            # Every path gives back one worker, or the next thread would wait for it for ever.
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
        # Only the worker may hold its end: otherwise `recv` would not see the pipe end with it.
        theirs.close()

    def ask(
        self, job: Callable[..., Any], question: tuple[object, ...], limit: Limit | None
    ) -> Any:
        """The result of the job; raises what the job raised, EOFError or OSError.

        The last two mean that the process has ended. It is killed at the limit wherever it hangs:
        in receiving the question, in the job or in sending the answer.
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
        """Kills the process at the limit, unless it has answered."""
        pid, wall_end = self._process.pid or 0, monotonic() + limit.wall
        try:
            processor_end = self._spent(pid) + limit.processor
            # Processor time passes no faster than wall time: no limit is reached within this wait.
            left = min(limit.processor, limit.wall)
            while left > 0 and not answered.wait(left):
                left = min(processor_end - self._spent(pid), wall_end - monotonic())
        except OSError:
            # The process has ended; the thread that waits for the answer learns it from the pipe.
            return
        if not answered.is_set():
            self._process.kill()

    @property
    def has_ended(self) -> bool:
        """Whether the process has ended; any thread may ask, even while another one joins it."""
        # `is_alive` would reap the process, which two threads must not do together.
        return bool(wait([self._process.sentinel], 0))

    def kill(self) -> None:
        self._process.kill()
        self._process.join()

    def close(self) -> None:
        self._pipe.close()


def _serve(pipe: Connection) -> None:
    """Answers questions until the pipe ends; Ctrl-C is left to the parent."""
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
    # `sys.exit` would end this thread alone, while the main one may be in the middle of a job.
    os._exit(1)
