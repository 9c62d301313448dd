"""One worker process, which answers one question at a time, and our end of the pipe to it."""

import ctypes
import mmap
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from time import clock_gettime, monotonic, process_time
from typing import Any, Final

# Up to 3.11.0 other users of the machine could have code run by that process (CVE-2022-42919).
IS_FORKED: Final = "forkserver" in multiprocessing.get_all_start_methods() and sys.version_info >= (
    3,
    11,
    1,
)
"""Whether workers are forked from one process that has imported what they need."""

PRELOADED: Final = (
    "__main__",
    "bot.render.beside",
    "bot.render.chart",
    "bot.render.pdf",
    "bot.render.picture",
    "bot.render.streak_card",
    "bot.pool.preloaded",
)
"""What that process imports."""

_STATM: Final = Path("/proc/self/statm")
# Only the C library of GNU has it, not that of Alpine Linux.
_MALLOC_TRIM: Final[Any] = (
    getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
)
_PAGE: Final = mmap.PAGESIZE
_PROCESSES: Final[Any] = multiprocessing.get_context("forkserver" if IS_FORKED else "spawn")


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


def prepare() -> None:
    """Says what is imported once for all workers, before the first of them is started."""
    _PROCESSES.set_forkserver_preload(list(PRELOADED))


class Worker:
    """One process and our end of the pipe to it."""

    def __init__(self, spent: Callable[[int], float], niceness: int) -> None:
        self._spent = spent
        self._pipe, theirs = _PROCESSES.Pipe()
        self._process = _PROCESSES.Process(target=_serve, args=(theirs, niceness), daemon=True)
        self._process.start()
        # Only the worker may hold its end: otherwise `recv` would not see the pipe end with it.
        theirs.close()
        self._lock = threading.Lock()
        self.is_doomed = False
        """Whether it was killed from here, which a process may take a moment to obey."""
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
            with self._lock:
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
        with self._lock:
            if not answered.is_set():
                self.doom()

    @property
    def has_ended(self) -> bool:
        """Whether the process has ended; any thread may ask, even while another one joins it."""
        # `is_alive` would reap the process, which two threads must not do together.
        return bool(wait([self._process.sentinel], 0))

    @property
    def is_ending(self) -> bool:
        """Whether the process has ended or was killed."""
        return self.is_doomed or self.has_ended

    def doom(self) -> None:
        """Kills the process without waiting for its end."""
        self.is_doomed = True
        self._process.kill()

    def kill(self) -> None:
        """Kills the process and waits for its end."""
        self.doom()
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
    if _MALLOC_TRIM is not None:
        _MALLOC_TRIM(0)


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
