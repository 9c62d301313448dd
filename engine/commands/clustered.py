"""Runs a subcommand on a cluster, with a folder for its answers instead of standard output.

A Python program gives the command as a list:

    from distributed import Client
    from engine.commands import clustered

    with Client("tcp://127.0.0.1:8786") as client:
        clustered.run(client, ["count", "--limit", "10", "puzzles.txt"], "counts")
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from engine.commands.console import UNFINISHED, Console, UsageError
from engine.commands.parser import parse_arguments

try:
    from engine import cluster as on_cluster
    from engine.cluster.client import is_exposed
    from engine.commands.job import job_of
except ModuleNotFoundError as error:
    raise UsageError(
        f"a cluster needs {error.name}: pip install '.[cluster]' in its folder"
    ) from error

if TYPE_CHECKING:
    from distributed import Client

_EXPOSED: Final = (
    "{} is neither encrypted nor guarded: whoever reaches the scheduler can run programs on its "
    "workers; beyond one machine use tls:// with your own certificates"
)


def run(
    client: "Client", command: Sequence[str], to: str, *, chunk: int | None = None
) -> on_cluster.Summary:
    """Makes the chunks of a command that the folder `to` lacks, and writes the manifest.

    The command is what follows `sudoku` in a shell, without `--cluster`, and is one of generate,
    solve, count and rate. All workers must be able to open the folder and the files: these are
    URLs of fsspec, or paths that are the same everywhere. `chunk` is the number of seeds, or of
    bytes of input, in a chunk. Raises OtherCommand, Unfinished, and UsageError; exits for wrong
    usage, as argparse does.
    """
    module, arguments, _ = parse_arguments(command)
    for name in ("cluster", "to", "chunk"):
        arguments.pop(name, None)
    job = job_of(module.__name__.rpartition(".")[2], arguments, chunk)
    return on_cluster.run(client, job, _folder(to))


def run_on_cluster(
    console: Console,
    command: str,
    arguments: dict[str, Any],
    *,
    cluster: str | None,
    to: str | None,
    chunk: int | None,
) -> None:
    """Makes the missing chunks, shows a progress bar, and prints where the manifest is."""
    if not cluster or not to:
        raise UsageError("--cluster says who works, --to where the answers go: say both")
    if arguments.get("proof"):
        raise UsageError("--proof is written on one machine, without --cluster")
    job, folder = job_of(command, arguments, chunk), _folder(to)
    if is_exposed(cluster):
        console.tell(_EXPOSED.format(cluster))
    try:
        # Another command's folder is refused here, before a cluster is started.
        folder.is_claimed(job.identity())
        with _without_logs(), on_cluster.connect(cluster) as client:
            if not client.nthreads():
                console.tell("the scheduler has no workers yet")
            made = on_cluster.run(client, job, folder, _Shown(console))
    except on_cluster.OtherCommand as error:
        console.complain(str(error))
    except (on_cluster.Unreachable, on_cluster.Unfinished) as error:
        console.complain(str(error), UNFINISHED)
    except OSError as error:
        console.complain(f"{folder.url}: {error.strerror or error}", UNFINISHED)
    else:
        console.raise_status(made.status)
        console.answer(f"{made.answers:,} answers in {made.chunks:,} chunks: {made.manifest}")


def _folder(url: str) -> on_cluster.Folder:
    try:
        return on_cluster.Folder.at(url)
    except ValueError as error:
        raise UsageError(f"--to: {error}") from error


@contextmanager
def _without_logs() -> Iterator[None]:
    """Silences Dask, which logs each death of a worker with a traceback across the bar."""
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


class _Shown(on_cluster.Watch):
    """Shows a bar, and prints complaints as the command on one machine does."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._progress = console.progress()

    def begins(self, total: int) -> None:
        self._progress = self._console.progress(total)

    def leaves_out(self, weight: int) -> None:
        self._progress.leave_out(weight)

    def finishes(self, weight: int, answers: int) -> None:
        self._progress.advance(weight, answers)

    def sets_aside(self, worker: str, why: str) -> None:
        self._console.tell(f"the worker at {worker} is set aside: it {why}")

    def complains(self, text: str) -> None:
        self._console.tell(text)
