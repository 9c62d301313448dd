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

import ctypes
import logging
import mmap
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
from pathlib import Path
from queue import SimpleQueue
from time import clock_gettime, monotonic, process_time
from typing import Any, Final, Generic, TypeVar

Result = TypeVar("Result")

NICENESS: Final = 5
"""Work leaves the processor to the event loop where there are not cores enough for both."""

MOST_GROWTH: Final = 20_000_000
"""Bytes that a worker may have gained between two questions."""

PRELOADED: Final = ("__main__", "bot.render.picture", "bot.render.pdf", "bot.pool.preloaded")
"""What the process imports from which workers are forked."""

_STATM: Final = Path("/proc/self/statm")
_PAGE: Final = mmap.PAGESIZE
# Up to 3.11.0 other users of the machine could have code run by that process (CVE-2022-42919).
IS_FORKED: Final = "forkserver" in multiprocessing.get_all_start_methods() and sys.version_info >= (
    3,
    11,
    1,
)
_PROCESSES: Final[Any] = multiprocessing.get_context("forkserver" if IS_FORKED else "spawn")

log = logging.getLogger(__name__)


class WorkerLost(RuntimeError):  # noqa: N818 - says what became of the question
    """Raised when the worker died or was killed at its limit; another one has taken its place."""


class WorkerCut(WorkerLost):
    """Raised when the question was cut off, so that its worker serves others."""


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


class Asked(Generic[Result]):
    """A question to a worker; `answer` is what becomes of it.

    `used` is the processor time in seconds that it took, known once `answer` is done.
    """

    answer: "Future[Result]"

    def __init__(self) -> None:
        self.used = 0.0
        self._worker: _Worker | None = None
        self._is_cut = False
        self._lock = threading.Lock()

    def cut(self) -> None:
        """Ends the question with WorkerCut by killing its worker, unless it is answered already."""
        with self._lock:
            self._is_cut = True
            if self._worker is not None:
                self._worker.kill_soon()

    @contextmanager
    def at(self, worker: "_Worker") -> Iterator[None]:
        """Has `cut` kill this worker while the block runs; notes what the worker took."""
        with self._lock:
            if self._is_cut:
                raise WorkerCut
            self._worker = worker
        began = monotonic()
        try:
            yield
        except (EOFError, OSError) as error:
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
        # None stands for a worker that died and could not be replaced yet.
        self._idle: SimpleQueue[_Worker | None] = SimpleQueue()
        self._all: set[_Worker] = set()
        self._count = count
        self._stopping = False

    def start(self) -> None:
        """Starts the processes and waits until each of them answers."""
        _PROCESSES.set_forkserver_preload(list(PRELOADED))
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
        ended = sum(worker.has_ended for worker in tuple(self._all))
        return ended + self._count - len(self._all) if self._all else 0

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
            worker = self._replaced(worker)
            raise
        finally:
            # Every path gives back one place, or the next thread would wait for it for ever.
            self._idle.put(worker)

    def _able(self, worker: "_Worker | None") -> "_Worker":
        """The worker, or another one if it died while idle or has grown; raises WorkerLost."""
        if worker is None or worker.has_ended or worker.gained > self._growth:
            worker = self._replaced(worker)
        if worker is None:
            raise WorkerLost
        return worker

    def _replaced(self, worker: "_Worker | None") -> "_Worker | None":
        """A worker in place of another one, which is ended; None where none could be started."""
        if self._stopping:
            return worker
        if worker is not None:
            worker.kill()
            worker.close()
            self._all.discard(worker)
        try:
            return self._new()
        except (EOFError, OSError):
            # The first of them where the process failed from which workers are forked.
            log.exception("no worker could be started")
            return None

    def _new(self) -> "_Worker":
        worker = _Worker(self._spent, self._niceness)
        self._all.add(worker)
        return worker


class _Worker:
    """One process and our end of the pipe to it."""

    def __init__(self, spent: Callable[[int], float], niceness: int) -> None:
        self._spent = spent
        self._pipe, theirs = _PROCESSES.Pipe()
        self._process = _PROCESSES.Process(target=_serve, args=(theirs, niceness), daemon=True)
        self._process.start()
        # Only the worker may hold its end: otherwise `recv` would not see the pipe end with it.
        theirs.close()
        self.used = 0.0
        """The processor time in seconds that its last answer took."""
        self.gained = 0
        """The bytes of memory that it has gained since it began; 0 where that is unknown."""

    def ask(
        self, job: Callable[..., Any], question: tuple[object, ...], limit: Limit | None
    ) -> Any:
        """The result of the job; raises what the job raised, EOFError or OSError.

        The last two mean that the process has ended. It is killed at the limit wherever it hangs:
        in receiving the question, in the job or in sending the answer.
        """
        with self._ended_at(limit):
            self._pipe.send((job, question))
            answered, answer, self.used, self.gained = self._pipe.recv()
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

    def kill_soon(self) -> None:
        self._process.kill()

    def kill(self) -> None:
        self._process.kill()
        self._process.join()

    def close(self) -> None:
        self._pipe.close()


def _serve(pipe: Connection, niceness: int) -> None:
    """Answers questions until the pipe ends; Ctrl-C is left to the parent."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    before = _private()
    while True:
        try:
            job, question = pipe.recv()
        except EOFError:
            return
        began = process_time()
        try:
            answered, answer = True, job(*question)
        except Exception as error:  # noqa: BLE001 - the asker gets whatever it was
            answered, answer = False, error
        used = process_time() - began
        _trim()
        pipe.send((answered, answer, used, _private() - before))
        del job, question, answer


def _trim() -> None:
    """Gives the memory back to the system that malloc keeps, where it can be told to."""
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)


def _private() -> int:
    """The bytes of this process in memory that are in no file; 0 where the system does not tell.

    They include what it shares with the process from which it was forked.
    """
    try:
        resident, filed = map(int, _STATM.read_bytes().split()[1:3])
    except OSError:
        return 0
    return (resident - filed) * _PAGE


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    # `sys.exit` would end this thread alone, while the main one may be in the middle of a job.
    os._exit(1)
