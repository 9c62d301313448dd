"""Which workers of a scheduler can help with a job: those whose engine gives the same answers.

A scheduler may serve workers of many owners, and some may have an older version of this package, no
C core, or no such package at all. Such a worker must make no chunk, and must not end a job that
the others can do. So each worker is asked once for its engine, when it is first seen. One that
differs is set aside and told of; from then on each chunk names the workers that may make it.

Before that a chunk may go to any worker, also to a newcomer that has not been asked yet. Such a
worker refuses it (`engine.cluster.job.make`), and the chunk is handed out again.
"""

from collections.abc import Mapping
from typing import Final

from distributed import Client

from engine.cluster.job import Job, engine_here

_UNLIKE: Final = "cannot load this engine"


class Crew:
    """The workers of a scheduler, as far as they are known."""

    def __init__(self, client: Client, job: Job) -> None:
        self._client = client
        self._needed = job.version, job.is_accelerated
        self._fitting: frozenset[str] = frozenset()
        self._strange: dict[str, str] = {}
        self.threads = 0
        """Threads of the workers that can help and were there at the last look."""

    @property
    def among(self) -> frozenset[str] | None:
        """The workers that may make a chunk: the last ones that could; None while all can."""
        return self._fitting if self._strange else None

    @property
    def can_help(self) -> bool:
        """Whether some worker can help, or none is there yet."""
        return bool(self._fitting or not self._strange)

    def look(self) -> Mapping[str, str]:
        """Asks the workers that are new, and returns those of them that are set aside, and why."""
        threads = self._client.nthreads()
        found = self._asked([each for each in threads if not self._is_known(each)])
        strange = {worker: why for worker, why in found.items() if why}
        self._strange |= strange
        fitting = frozenset(
            worker
            for worker in threads
            if worker in self._fitting or (worker in found and worker not in strange)
        )
        # Whoever is gone may come back; a chunk that waits for nobody would wait for ever.
        self._fitting = fitting or self._fitting
        self.threads = sum(threads[worker] for worker in fitting)
        return strange

    def is_there(self, among: frozenset[str] | None) -> bool:
        """Whether a chunk for these workers still has one of them."""
        return among is None or not among.isdisjoint(self._fitting)

    def _is_known(self, worker: str) -> bool:
        return worker in self._fitting or worker in self._strange

    def _asked(self, workers: list[str]) -> dict[str, str]:
        """Why each of the workers cannot help, empty for one that can.

        A worker that went away before it answered is left out.
        """
        if not workers:
            return {}
        told = self._client.run(engine_here, workers=workers, on_error="return")
        return {
            worker: self._why(engine)
            for worker, engine in told.items()
            if not isinstance(engine, OSError)
        }

    def _why(self, engine: object) -> str:
        match engine:
            case self._needed:
                return ""
            case (str(version), bool(is_accelerated)):
                core = "with" if is_accelerated else "without"
                return f"has engine {version} {core} the C core"
        return _UNLIKE
