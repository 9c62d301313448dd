"""A scheduler, workers and a client of `sudoku`, each a process of its own that can be killed."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from socket import socket
from time import monotonic, sleep
from typing import Final

from distributed import Security

from tests.crash import BrokenPromiseError
from tests.structure import ROOT

SUDOKU: Final = (sys.executable, "-m", "engine")
PATIENCE: Final = 120.0
LOOK: Final = 0.02


def must(holds: bool, promise: str) -> None:  # noqa: FBT001 - what is said to hold
    """Raises BrokenPromiseError unless the promise holds."""
    if not holds:
        raise BrokenPromiseError(promise)


class Cluster:
    """A scheduler and workers, each a process of its own that can be killed."""

    def __init__(self, stack: ExitStack, workers: int, tls: "Certificates | None" = None) -> None:
        with socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        self.address = f"{'tls' if tls else 'tcp'}://127.0.0.1:{port}"
        scheme = self.address.partition(":")[0]
        host = ("--host", f"{scheme}://127.0.0.1")
        self._stack = stack
        self._here = ("--no-dashboard", *(tls.options if tls else ()), *host)
        pages = ("--dashboard-address", "127.0.0.1:0", "--port", port)
        self.scheduler = _started(stack, "dask_scheduler", *self._here, *pages)
        self.workers = [self.joined() for _ in range(workers)]

    def joined(self, sources: Path = ROOT) -> "subprocess.Popen[bytes]":
        """One more worker, which takes the engine from this folder."""
        single = ("--nthreads", "1", "--no-nanny", "--memory-limit", "0")
        options = (self.address, *self._here, *single)
        return _started(self._stack, "dask_worker", *options, sources=sources)

    @contextmanager
    def halted(self) -> Iterator[None]:
        """Stops all workers while the block runs, so that a run cannot finish."""
        living = [worker for worker in self.workers if worker.poll() is None]
        for worker in living:
            worker.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            for worker in living:
                worker.send_signal(signal.SIGCONT)


@contextmanager
def cluster_of(workers: int, tls: "Certificates | None" = None) -> Iterator[Cluster]:
    """Starts a cluster; at the end every process of it is gone, whatever was killed."""
    with ExitStack() as stack:
        yield Cluster(stack, workers, tls)


class Certificates:
    """A certificate authority, and what it has certified, as an operator's files."""

    def __init__(self, folder: Path) -> None:
        made = Security.temporary()
        folder.mkdir()
        (folder / "ca.pem").write_text(made.tls_ca_file)
        (folder / "cert.pem").write_text(made.tls_client_cert)
        (folder / "key.pem").write_text(made.tls_client_key)
        files = [str(folder / name) for name in ("ca.pem", "cert.pem", "key.pem")]
        names = ("--tls-ca-file", "--tls-cert", "--tls-key")
        self.options = [word for pair in zip(names, files, strict=True) for word in pair]
        kinds = ("CA_FILE", "CLIENT__CERT", "CLIENT__KEY")
        self.settings = {
            f"DASK_DISTRIBUTED__COMM__TLS__{kind}": file
            for kind, file in zip(kinds, files, strict=True)
        }


def _started(
    stack: ExitStack, module: str, *options: str, sources: Path = ROOT
) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        (sys.executable, "-m", f"distributed.cli.{module}", *options),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=tempfile.gettempdir(),
        env={**os.environ, "PYTHONPATH": str(sources)},
    )
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


class Run:
    """`sudoku generate` on a cluster, as a process."""

    def __init__(
        self,
        cluster: str,
        to: Path,
        puzzles: int,
        chunk: int,
        *,
        tls: Certificates | None = None,
        size: int = 9,
    ) -> None:
        self.chunks, self.to = -(-puzzles // chunk), to
        self.process = subprocess.Popen(
            (
                *SUDOKU,
                *order(puzzles, size),
                "--cluster",
                cluster,
                "--to",
                to,
                "--chunk",
                str(chunk),
            ),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **(tls.settings if tls else {})},
        )

    @property
    def done(self) -> int:
        return len(list(self.to.glob("*/*.json")))

    def comes_to(self, chunks: int) -> None:
        """Waits until this many chunks are there, or the run is over."""
        seen, until = 0, monotonic() + PATIENCE
        while (done := self.done) < chunks and self.process.poll() is None:
            if done > seen:
                seen, until = done, monotonic() + PATIENCE
            must(monotonic() < until, f"a run goes on, but stood at {done} chunks")
            sleep(LOOK)

    def ends(self, status: int) -> str:
        """What it prints until it ends."""
        self.comes_to(self.chunks)
        out, err = self.process.communicate(timeout=PATIENCE)
        must(self.process.returncode == status, f"status {status}: {self.process.returncode} {err}")
        return (out + err).strip()


def order(puzzles: int, size: int = 9) -> tuple[str, ...]:
    """The options for the same puzzles in every run."""
    of = ("generate", "--seed", "cluster", "--nodes", "1000000", "--size", str(size))
    return (*of, "--seeds", f"1-{puzzles}")
