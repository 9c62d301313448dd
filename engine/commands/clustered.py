"""A subcommand on a cluster, whose answers go to a folder instead of standard output."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from engine.commands.console import UNFINISHED, Console, UsageError

try:
    from engine import cluster as on_cluster
    from engine.cluster.connect import is_exposed
    from engine.cluster.folder import Folder
    from engine.cluster.job import job_of
    from engine.cluster.run import carry_out
except ModuleNotFoundError as error:
    raise UsageError(f"a cluster needs {error.name}: pip install 'sudoku-bot[cluster]'") from error

_EXPOSED: Final = (
    "{} is neither encrypted nor guarded: whoever reaches the scheduler can run programs on its "
    "workers; beyond one machine use tls:// with your own certificates"
)


def run_on_cluster(
    console: Console,
    command: str,
    arguments: dict[str, Any],
    *,
    cluster: str | None,
    to: str | None,
    chunk: int | None,
) -> None:
    """Does what the folder lacks, shows how far it is, and says where the manifest is."""
    if not cluster or not to:
        raise UsageError("--cluster says who works, --to where the answers go: say both")
    if arguments.get("proof"):
        raise UsageError("--proof is written on one machine, without --cluster")
    job, folder = job_of(command, arguments, chunk), Folder.at(to)
    if is_exposed(cluster):
        console.tell(_EXPOSED.format(cluster))
    try:
        folder.is_claimed(job.identity())
        with _without_logs(), on_cluster.connect(cluster) as client:
            if not client.nthreads():
                console.tell("the scheduler has no workers yet")
            made = carry_out(client, job, folder, _Shown(console))
    except on_cluster.OtherCommand as error:
        console.complain(str(error))
    except (on_cluster.Unreachable, on_cluster.Unfinished) as error:
        console.complain(str(error), UNFINISHED)
    except OSError as error:
        console.complain(f"{folder.url}: {error.strerror or error}", UNFINISHED)
    else:
        console.raise_status(made.status)
        console.answer(f"{made.answers:,} answers in {made.chunks:,} chunks: {made.manifest}")


@contextmanager
def _without_logs() -> Iterator[None]:
    """Dask logs each death with its traceback, which would stand in the middle of the bar."""
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


class _Shown(on_cluster.Watch):
    """Shows a bar, and complains as the command on one machine does."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._progress = console.progress()

    def begins(self, total: int) -> None:
        self._progress = self._console.progress(total)

    def leaves_out(self, weight: int) -> None:
        self._progress.leave_out(weight)

    def finishes(self, weight: int, answers: int) -> None:
        self._progress.advance(weight, answers)

    def complains(self, text: str) -> None:
        self._console.tell(text)
