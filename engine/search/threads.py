"""Running work on several threads, for calls that release Python's global lock."""

import os
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import Final, Generic, TypeVar

from engine.board.arguments import whole

SHARES: Final = (6, 1, 1)
"""The relative sizes of the parts that there are for each thread, the large ones first.

There are few, because a thread that goes on to its next part waits for the interpreter: with eight
parts for each of two threads a call of 10,000 easy puzzles was 1.2 times as fast as on one thread,
with these it is 1.8 times. The last ones are small, because some puzzles are harder than others.
"""

Part = TypeVar("Part")
Result = TypeVar("Result")
Items = TypeVar("Items", bytes, Sequence[int | str])


def cores() -> int:
    """How many threads this process may run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_threads(threads: int) -> None:
    """Raises ValueError unless there is at least one thread."""
    whole("threads", threads, 1)


def parts_of(items: Items, threads: int, step: int) -> list[Items]:
    """Slices of whole boards: one for one thread, else those of SHARES for each thread."""
    sizes = [share for share in SHARES for _ in range(threads)] if threads > 1 else [1]
    boards, total = len(items) // step, sum(sizes)
    ends = [boards * done // total * step for done in accumulate(sizes, initial=0)]
    return [items[start:end] for start, end in pairwise(ends) if start < end] or [items]


def side_by_side(
    work: Callable[[Part], Result],
    parts: Sequence[Part],
    threads: int,
    stop: bytearray | None = None,
) -> list[Result]:
    """The results of `work` on each part, in the order of the parts.

    The calling thread is one of the `threads`. If `work` raised exceptions, the first is raised
    when all threads have ended. When a signal such as Ctrl-C ends the calling thread's work, the
    byte of `stop`, if given, is set so that the other threads end soon; it does not wait for them.
    """
    if threads < 2 or len(parts) < 2:
        return [work(part) for part in parts]
    crew = _Crew(work, parts)
    try:
        crew.work(min(threads, len(parts)))
    except BaseException:
        crew.is_over = True
        if stop is not None:
            stop[0] = 1
        raise
    if crew.errors:
        raise crew.errors[0]
    return [crew.results[number] for number in range(len(parts))]


class _Crew(Generic[Part, Result]):
    """Threads that take one part after the other until none is left, or until `is_over` is set."""

    def __init__(self, work: Callable[[Part], Result], parts: Sequence[Part]) -> None:
        self._do = work
        self._parts = parts
        # All threads draw from this one iterator, whose steps Python's lock makes atomic.
        self._waiting = iter(range(len(parts)))
        self.results: dict[int, Result] = {}
        self.errors: list[Exception] = []
        self.is_over = False

    def work(self, threads: int) -> None:
        # Imported here because one puzzle on the command line needs no threads.
        from threading import Thread  # noqa: PLC0415

        others = [Thread(target=self._run, daemon=True) for _ in range(threads - 1)]
        for thread in others:
            thread.start()
        self._run()
        for thread in others:
            thread.join()

    def _run(self) -> None:
        for number in self._waiting:
            if self.is_over:
                return
            try:
                self.results[number] = self._do(self._parts[number])
            except Exception as error:  # noqa: BLE001 - it is raised again in the caller's thread
                self.errors.append(error)
