"""The chunks of a job that are missing, made by the workers of a cluster.

Client and scheduler know only some chunks at a time: as one is finished, the next one is handed
out. So their memory is the same for ten chunks and for a million. What was finished is in the
folder and nowhere else; whoever goes on begins by looking there.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Final, NamedTuple
from uuid import uuid4

from distributed import Client, Future, KilledWorker, as_completed

from engine.cluster.folder import Folder, Spoiled, chunk_name
from engine.cluster.job import Job, make

_AHEAD: Final = 3
"""Chunks handed out for each thread of the workers, so that none of them waits."""

_LEAST: Final = 8
_RETRIES: Final = 2
_IS_LOST: Final = "the scheduler is lost: the same command goes on"


class Unfinished(RuntimeError):  # noqa: N818 - an answer: what is done stays, and a run goes on
    """Raised when the scheduler is lost, or a chunk cannot be made; what is finished stays."""


class Summary(NamedTuple):
    """What a command came to; `status` is the exit status that it has on one machine."""

    chunks: int
    answers: int
    status: int
    manifest: str


class Watch:
    """Is told how far a run has come; this one does nothing."""

    def begins(self, total: int) -> None:
        """The weight of all chunks, in seeds or bytes."""

    def leaves_out(self, weight: int) -> None:
        """A chunk was there before."""

    def finishes(self, weight: int, answers: int) -> None:
        """A chunk is finished."""

    def complains(self, text: str) -> None:
        """At the end: what could not be read, in its order, then what else was wrong."""


def run(client: Client, job: Job, folder: Folder, watch: Watch | None = None) -> Summary:
    """Does what is missing of a job, tells it, and writes the manifest.

    Raises OtherCommand and Unfinished.
    """
    watch = watch or Watch()
    folder.claim(job.identity())
    watch.begins(job.pieces.total)
    missing = _missing(job, folder, watch)
    for number, answers in _made(client, job, folder, missing):
        watch.finishes(job.pieces.weight(number), answers)
    try:
        return _summary(job, folder, watch)
    except Spoiled as error:
        raise Unfinished(f"{error}: the same command makes it again") from error


def _missing(job: Job, folder: Folder, watch: Watch) -> Iterator[int]:
    for number, is_kept in enumerate(folder.kept(job.pieces.count)):
        if is_kept:
            watch.leaves_out(job.pieces.weight(number))
        else:
            yield number


def _made(
    client: Client, job: Job, folder: Folder, numbers: Iterator[int]
) -> Iterator[tuple[int, int]]:
    """The chunks as they are finished, each with the number of its answers."""
    desk = _Desk(client, job, folder, numbers)
    try:
        finished = as_completed(desk.hand_out(), loop=client.loop)
        for future in finished:
            number = desk.under_way.pop(future.key)[0]
            yield number, _answers(future, number)
            finished.update(desk.hand_out())
    finally:
        with suppress(Exception):
            client.cancel([future for _, future in desk.under_way.values()])


class _Desk:
    """Hands chunks out, some for each thread, and more when half of them are finished."""

    def __init__(self, client: Client, job: Job, folder: Folder, numbers: Iterator[int]) -> None:
        self.under_way: dict[str, tuple[int, Future[int]]] = {}
        self._client = client
        self._work = job, folder
        self._numbers = numbers
        self._name = f"{job.name}-{uuid4().hex}"
        self._most = _LEAST

    def hand_out(self) -> list["Future[int]"]:
        """What is handed out now; raises Unfinished when the scheduler is lost."""
        if len(self.under_way) > self._most // 2:
            return []
        with _lost():
            self._most = max(_AHEAD * sum(self._client.nthreads().values()), _LEAST)
        numbers = islice(self._numbers, self._most - len(self.under_way))
        return [self._submitted(number) for number in numbers]

    def _submitted(self, number: int) -> "Future[int]":
        key = f"{self._name}-{number}"
        with _lost():
            future = self._client.submit(
                make, *self._work, number, key=key, retries=_RETRIES, pure=False
            )
        self.under_way[key] = number, future
        return future


@contextmanager
def _lost() -> Iterator[None]:
    """What a client says without its scheduler is of many kinds."""
    try:
        yield
    except Exception as error:
        raise Unfinished(_IS_LOST) from error


def _answers(future: "Future[int]", number: int) -> int:
    with _lost():
        # A result that was lost with its worker is made again, and waited for here.
        error = None if future.status == "finished" else future.exception()
    if isinstance(error, KilledWorker):
        raise Unfinished(f"chunk {number}: several workers died on it")
    if error:
        reason = (str(error).splitlines() or [""])[0]
        raise Unfinished(f"chunk {number}: {type(error).__name__}: {reason}") from error
    if future.status != "finished":
        raise Unfinished(_IS_LOST)
    with _lost():
        return int(future.result())


def _summary(job: Job, folder: Folder, watch: Watch) -> Summary:
    answers = status = 0
    others = Counter[str]()

    def lines() -> Iterator[str]:
        nonlocal answers, status
        before = 0
        for number, facts in enumerate(folder.facts(job.pieces.count)):
            title = job.pieces.title(number)
            before = 0 if job.pieces.is_first(number) else before
            for line, text in facts.complaints:
                if line:
                    watch.complains(f"{title}:{before + line}: {text}")
            others.update(text for line, text in facts.complaints if not line)
            answers, status = answers + facts.answers, max(status, facts.status)
            before += facts.lines
            yield f"{facts.sha256}  {chunk_name(number)}\n"

    manifest = folder.seal(lines())
    for text, times in others.items():
        watch.complains(text if times == 1 else f"{text} ({times:,} times)")
    return Summary(job.pieces.count, answers, status, manifest)
