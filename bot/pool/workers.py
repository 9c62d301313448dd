"""Processes that work for this one, each on one question at a time.

Pebble 5.2 was tried and left: a worker that dies idle breaks its pool for good, and one that is
frozen idle is never noticed.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Final, TypeVar

Result = TypeVar("Result")

NICENESS: Final = 5
"""A search leaves the processor to the event loop where there are not cores enough for both."""

_SPAWN: Final = multiprocessing.get_context("spawn")


class WorkerLost(RuntimeError):  # noqa: N818 - says what became of the question
    """The worker died, or did not answer in time and was ended; another has taken its place."""


class Workers:
    """`count` processes; safe to use from any thread and event loop between start and stop."""

    def __init__(self, count: int) -> None:
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

    def submit(
        self, seconds: float, job: Callable[..., Result], *question: object
    ) -> "Future[Result]":
        """Asks for `job(*question)` when a worker is free; it has `seconds` from then on.

        The future gives the answer, what the job raised, or WorkerLost.
        """
        return self._threads.submit(self._work, seconds, job, question)

    def _work(
        self, seconds: float, job: Callable[..., Result], question: tuple[object, ...]
    ) -> Any:
        worker = self._idle.get()
        try:
            return worker.ask(job, question, seconds)
        except (EOFError, OSError) as error:
            worker.kill()
            worker.close()
            self._all.discard(worker)
            raise WorkerLost from error
        finally:
            self._idle.put(worker if worker in self._all or self._stopping else self._new())

    def _new(self) -> "_Worker":
        worker = _Worker()
        self._all.add(worker)
        return worker


class _Worker:
    """One process and our end of the pipe to it."""

    def __init__(self) -> None:
        self._pipe, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def ask(
        self, job: Callable[..., Any], question: tuple[object, ...], seconds: float | None
    ) -> Any:
        """Raises what the job raised, or EOFError or OSError where the process has ended.

        It is ended after so many seconds, wherever it hangs: the question, the job or the answer.
        """
        with self._ended_after(seconds):
            self._pipe.send((job, question))
            answered, answer = self._pipe.recv()
        if not answered:
            raise answer
        return answer

    @contextmanager
    def _ended_after(self, seconds: float | None) -> Iterator[None]:
        if seconds is None:
            yield
            return
        ending = threading.Timer(seconds, self._process.kill)
        ending.start()
        try:
            yield
        finally:
            ending.cancel()

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
