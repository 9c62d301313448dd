"""Makes the missing chunks of a job on the workers of a cluster.

A job may have a million chunks, but client and scheduler hold only a few for each thread of the
workers: as chunks are finished, the next ones are handed out. So their memory does not grow with
the job. Which chunks are finished is known from the folder and nowhere else. A run that goes on
after a crash is therefore no special case: every run begins by looking there.

Workers write the chunks themselves and return only the number of answers. If a worker dies, Dask
gives its chunks to others; a chunk that is made twice is the same (`engine.cluster.folder`).

Workers come and go during a run, and one with another engine is set aside (`engine.cluster.crew`).
So the run looks at them each time it hands out chunks, and every _LOOK seconds.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count, islice
from typing import Final, NamedTuple
from uuid import uuid4

from distributed import Client, Future, KilledWorker, as_completed

from engine.cluster.crew import Crew
from engine.cluster.folder import Folder, Spoiled, chunk_name
from engine.cluster.job import Job, make

_AHEAD: Final = 3
"""Chunks handed out for each thread of the workers, so that none of them waits."""

_LEAST: Final = 8
_RETRIES: Final = 2
_LOOK: Final = 10
"""Seconds after which the workers are looked at, even if no chunk is finished.

As long a result is waited for that was lost with its worker.
"""

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

    def sets_aside(self, worker: str, why: str) -> None:
        """A worker of this address cannot help."""

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
    for number, answers in _made(_Desk(client, job, folder, missing, watch)):
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


def _made(desk: "_Desk") -> Iterator[tuple[int, int]]:
    """Yields the chunks as they are finished, each with the number of its answers."""
    try:
        waited_for = desk.hand_out()
        while waited_for:
            finished = as_completed(waited_for, loop=desk.client.loop, timeout=_LOOK)
            with suppress(TimeoutError):
                for future in finished:
                    chunk = desk.under_way.pop(future.key)
                    refused = desk.was_refused(chunk)
                    answers = None if refused else _answers(future, chunk.number)
                    if answers is None:
                        finished.update([desk.submitted(chunk.number)])
                    else:
                        yield chunk.number, answers
                        finished.update(desk.hand_out())
            waited_for = desk.looked_after()
    finally:
        # Whatever ends the run, Ctrl-C included, takes back the chunks that are under way.
        with suppress(Exception):
            desk.client.cancel([chunk.future for chunk in desk.under_way.values()])


class _Chunk(NamedTuple):
    """A chunk that is under way; `among` are the workers that may make it, None if any may."""

    number: int
    future: "Future[int]"
    among: frozenset[str] | None


class _Desk:
    """Hands out a few chunks for each thread, and more when half of them are finished."""

    def __init__(
        self, client: Client, job: Job, folder: Folder, numbers: Iterator[int], watch: Watch
    ) -> None:
        self.client = client
        self.under_way: dict[str, _Chunk] = {}
        self._work = job, folder
        self._numbers = numbers
        self._watch = watch
        self._crew = Crew(client, job)
        self._names = (f"{job.name}-{uuid4().hex}-{number}" for number in count())
        self._most = _LEAST

    def hand_out(self) -> list["Future[int]"]:
        """The chunks that are handed out by this call; raises Unfinished as `_look` does."""
        if len(self.under_way) > self._most // 2:
            return []
        self._look()
        self._most = max(_AHEAD * self._crew.threads, _LEAST)
        numbers = islice(self._numbers, self._most - len(self.under_way))
        return [self.submitted(number) for number in numbers]

    def submitted(self, number: int) -> "Future[int]":
        """A chunk that is handed out; raises Unfinished for a lost scheduler."""
        key, among = next(self._names), self._crew.among
        with _lost():
            future = self.client.submit(
                make,
                *self._work,
                number,
                key=key,
                workers=among and sorted(among),
                retries=_RETRIES,
                pure=False,
            )
        self.under_way[key] = _Chunk(number, future, among)
        return future

    def was_refused(self, chunk: _Chunk) -> bool:
        """Whether a chunk failed where a worker that cannot help may have had it."""
        if chunk.future.status != "error" or chunk.among is not None:
            return False
        self._look()
        return self._crew.among is not None

    def looked_after(self) -> list["Future[int]"]:
        """All chunks under way; those whose workers are gone are handed out again."""
        self._look()
        for key, chunk in list(self.under_way.items()):
            if not self._crew.is_there(chunk.among):
                del self.under_way[key]
                with _lost():
                    self.client.cancel([chunk.future])
                self.submitted(chunk.number)
        return [chunk.future for chunk in self.under_way.values()]

    def _look(self) -> None:
        """Raises Unfinished for a lost scheduler, and where all workers have another engine."""
        with _lost():
            strange = self._crew.look()
        for worker, why in strange.items():
            self._watch.sets_aside(worker, why)
        if not self._crew.can_help:
            raise Unfinished("no worker has the engine of this command")


@contextmanager
def _lost() -> Iterator[None]:
    """Takes any exception for a lost scheduler, without which a client raises many kinds."""
    try:
        yield
    except Exception as error:
        raise Unfinished(_IS_LOST) from error


def _answers(future: "Future[int]", number: int) -> int | None:
    """The number of answers; None if it went with its worker and does not come again."""
    error = None
    with _lost():
        try:
            # What was lost with its worker is computed again, as long as another one may do it.
            if future.status != "finished":
                error = future.exception(timeout=_LOOK)
            if error is None and future.status == "finished":
                return int(future.result(timeout=_LOOK))
        except TimeoutError:
            return None
    if isinstance(error, KilledWorker):
        raise Unfinished(f"chunk {number}: several workers died on it")
    if error:
        reason = (str(error).splitlines() or [""])[0]
        raise Unfinished(f"chunk {number}: {type(error).__name__}: {reason}") from error
    raise Unfinished(_IS_LOST)


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
