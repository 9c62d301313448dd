"""Makes the missing chunks of a job on the workers of a cluster.

A job may have a million chunks, but client and scheduler hold only a few for each thread of the
workers: as chunks are finished, the next ones are handed out. So their memory does not grow with
the job. Which chunks are finished is known from the folder and nowhere else. A run that goes on
after a crash is therefore no special case: every run begins by looking there.

Workers write the chunks themselves and return only the number of answers. If a worker dies, Dask
gives its chunks to others; a chunk that is made twice is the same (`engine.cluster.folder`).
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
    """Raised when the scheduler is lost or a chunk cannot be made; finished chunks stay."""


class Summary(NamedTuple):
    """The outcome of a job; `status` is the exit status that the command has on one machine."""

    chunks: int
    answers: int
    status: int
    manifest: str


class Watch:
    """Follows a run from its start to its end; this one ignores everything."""

    def begins(self, total: int) -> None:
        """The run begins; `total` is the weight of all chunks, in seeds or bytes."""

    def leaves_out(self, weight: int) -> None:
        """A chunk of this weight was there already."""

    def finishes(self, weight: int, answers: int) -> None:
        """A chunk of this weight is finished."""

    def complains(self, text: str) -> None:
        """A complaint, at the end: first the lines that could not be read, then all others."""


def run(client: Client, job: Job, folder: Folder, watch: Watch | None = None) -> Summary:
    """Makes the missing chunks of a job, reports to `watch`, and writes the manifest.

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
    """Yields the chunks as they are finished, each with the number of its answers."""
    desk = _Desk(client, job, folder, numbers)
    try:
        finished = as_completed(desk.hand_out(), loop=client.loop)
        for future in finished:
            number = desk.under_way.pop(future.key)[0]
            yield number, _answers(future, number)
            finished.update(desk.hand_out())
    finally:
        # Whatever ends the run, Ctrl-C included, takes back the chunks that are under way.
        with suppress(Exception):
            client.cancel([future for _, future in desk.under_way.values()])


class _Desk:
    """Hands out a few chunks for each thread, and more when half of them are finished."""

    def __init__(self, client: Client, job: Job, folder: Folder, numbers: Iterator[int]) -> None:
        self.under_way: dict[str, tuple[int, Future[int]]] = {}
        self._client = client
        self._work = job, folder
        self._numbers = numbers
        self._name = f"{job.name}-{uuid4().hex}"
        self._most = _LEAST

    def hand_out(self) -> list["Future[int]"]:
        """The chunks that are handed out by this call; raises Unfinished for a lost scheduler."""
        if len(self.under_way) > self._most // 2:
            return []
        # Counted each time, since workers come and go during a run.
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
    """Takes any exception for a lost scheduler, without which a client raises many kinds."""
    try:
        yield
    except Exception as error:
        raise Unfinished(_IS_LOST) from error


def _answers(future: "Future[int]", number: int) -> int:
    with _lost():
        # A result that was lost with its worker is computed again; this call waits for it.
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
            # Chunks count their lines from 1; the lines of earlier chunks of the file are added.
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
