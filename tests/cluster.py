"""Makes puzzles on a cluster whose processes are killed, and measures what a cluster costs.

    python -m tests.cluster kills memory efficiency

kills: four workers; two are killed in the middle of a run, then the scheduler; the next run is
ended by Ctrl-C, and the third one comes to its end. After each of them the folder must hold whole
chunks only, and in the end the bytes that one process prints.

memory: that of client and scheduler at a tenth of the chunks and at the end. A hundred million
puzzles have as many chunks, of the usual size, as a million in chunks of a hundred.

efficiency: one process of the plain command for each core, beside a cluster of this machine, turn
about, on the same puzzles: wall time and the processor time of all processes, with the start of the
cluster and without.
"""

import argparse
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from socket import socket
from statistics import median
from time import monotonic, sleep
from typing import Final, NamedTuple

import psutil

from engine.threads import cores

SUDOKU: Final = (sys.executable, "-m", "engine")
WORKERS: Final = 4
PATIENCE: Final = 120.0
LOOK: Final = 0.1
CHUNKS: Final = 60
"""Of a run with kills."""

SEEDS_A_CHUNK: Final = 100
"""Of the run whose memory is measured."""

MOST_GROWTH: Final = 1.25
LEAST_EFFICIENCY: Final = 0.9
ROUNDS: Final = 3


class BrokenPromiseError(AssertionError):
    """The cluster did not keep a promise."""


def must(holds: bool, promise: str) -> None:  # noqa: FBT001 - what is said to hold
    """Raises BrokenPromiseError unless it holds."""
    if not holds:
        raise BrokenPromiseError(promise)


class Cluster:
    """A scheduler and workers, each a process of its own that can be killed."""

    def __init__(self, stack: ExitStack, workers: int) -> None:
        with socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        port = self.address.rpartition(":")[2]
        here = ("--host", "127.0.0.1", "--no-dashboard")
        pages = ("--dashboard-address", "127.0.0.1:0")
        self.scheduler = _started(stack, "dask_scheduler", *here, *pages, "--port", port)
        single = ("--nthreads", "1", "--no-nanny", "--memory-limit", "0")
        self.workers = [
            _started(stack, "dask_worker", self.address, *here, *single) for _ in range(workers)
        ]


@contextmanager
def cluster_of(workers: int) -> Iterator[Cluster]:
    """A cluster that is gone at the end, whatever was killed."""
    with ExitStack() as stack:
        yield Cluster(stack, workers)


def _started(stack: ExitStack, module: str, *options: str) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        (sys.executable, "-m", f"distributed.cli.{module}", *options),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=tempfile.gettempdir(),
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
    )
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


class Run:
    """`sudoku generate` on a cluster, as a process."""

    def __init__(self, cluster: str, to: Path, puzzles: int, chunk: int) -> None:
        self.chunks, self.to = -(-puzzles // chunk), to
        self.process = subprocess.Popen(
            (*SUDOKU, *order(puzzles), "--cluster", cluster, "--to", to, "--chunk", str(chunk)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    @property
    def done(self) -> int:
        return len(list(self.to.glob("*/*.json")))

    def comes_to(self, chunks: int) -> None:
        """Waits until so many chunks are there, or the run is over."""
        seen, until = 0, monotonic() + PATIENCE
        while (done := self.done) < chunks and self.process.poll() is None:
            if done > seen:
                seen, until = done, monotonic() + PATIENCE
            must(monotonic() < until, f"a run goes on, but stood at {done} chunks")
            sleep(LOOK)

    def ends(self, status: int) -> str:
        """What it says as it ends."""
        self.comes_to(self.chunks)
        out, err = self.process.communicate(timeout=PATIENCE)
        must(self.process.returncode == status, f"status {status}: {self.process.returncode} {err}")
        return (out + err).strip()


def order(puzzles: int) -> tuple[str, ...]:
    """The same puzzles for everybody."""
    return ("generate", "--seed", "cluster", "--nodes", "1000000", "--seeds", f"1-{puzzles}")


def alone(puzzles: int) -> bytes:
    """What one process prints."""
    return subprocess.run((*SUDOKU, *order(puzzles)), check=True, capture_output=True).stdout


def content(to: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(to.glob("*/*.txt")))


def check_manifest(to: Path, chunks: int) -> None:
    """The manifest names each chunk with its checksum, and nothing lies aside."""
    lines = (to / "manifest.sha256").read_text("ascii").splitlines()
    must(len(lines) == chunks, "the manifest has a line for each chunk")
    for line in lines:
        checksum, name = line.split("  ")
        must(sha256((to / name).read_bytes()).hexdigest() == checksum, f"{name} is whole")
    must(not list(to.glob("*/.*")), "nothing is left aside")


def whole(to: Path, expected: bytes, chunk: int) -> int:
    """How many chunks are there; each must be whole."""
    lines = expected.splitlines(keepends=True)
    found = [path for path in to.glob("*/*.txt") if path.with_suffix(".json").exists()]
    for path in found:
        first = int(path.stem) * chunk
        must(path.read_bytes() == b"".join(lines[first : first + chunk]), f"{path} is whole")
    return len(found)


def kills(puzzles: int) -> None:
    """Two workers die, then the scheduler, then there is Ctrl-C; the bytes stay what they were."""
    expected, chunk = alone(puzzles), max(puzzles // CHUNKS, 1)
    with tempfile.TemporaryDirectory() as folder:
        to = Path(folder) / "to"
        with cluster_of(WORKERS) as cluster:
            run = Run(cluster.address, to, puzzles, chunk)
            for number, share in enumerate((10, 5)):
                run.comes_to(run.chunks // share)
                cluster.workers[number].kill()
            run.comes_to(run.chunks * 2 // 5)
            must(run.process.poll() is None, "a run outlives two of its workers")
            cluster.scheduler.kill()
            said = run.ends(status=3)
        must(re.fullmatch(r"the scheduler is lost.*", said) is not None, f"one clear line: {said}")
        first = whole(to, expected, chunk)
        print(f"two workers and the scheduler killed: {first} of {run.chunks} chunks; {said}")
        with cluster_of(WORKERS) as cluster:
            run = Run(cluster.address, to, puzzles, chunk)
            run.comes_to((first + run.chunks) // 2)
            run.process.send_signal(signal.SIGINT)
            said = run.ends(status=130)
            second = whole(to, expected, chunk)
            must(second >= first, "what is finished stays")
            print(f"Ctrl-C: {second} of {run.chunks} chunks {said}")
            run = Run(cluster.address, to, puzzles, chunk)
            said = run.ends(status=0)
        must(content(to) == expected, "the bytes are those of one process")
        check_manifest(to, run.chunks)
        print(f"{len(expected):,} bytes as from one process; {said}")


def memory(puzzles: int) -> None:
    """Client and scheduler do not grow with the number of chunks."""
    with tempfile.TemporaryDirectory() as folder, cluster_of(cores()) as cluster:
        run = Run(cluster.address, Path(folder) / "to", puzzles, SEEDS_A_CHUNK)
        watched = {
            "client": psutil.Process(run.process.pid),
            "scheduler": psutil.Process(cluster.scheduler.pid),
        }
        seen = list[dict[str, int]]()
        for tenth in range(1, 10):
            run.comes_to(run.chunks * tenth // 10)
            seen.append({name: each.memory_info().rss for name, each in watched.items()})
            figures = " ".join(f"{name} {rss / 2**20:.1f} MB" for name, rss in seen[-1].items())
            print(f"{run.done:>8,} chunks {run.done * SEEDS_A_CHUNK:>11,} puzzles  {figures}")
        print(run.ends(status=0))
    for name, least in seen[0].items():
        must(seen[-1][name] <= MOST_GROWTH * least, f"the {name} does not grow")


def efficiency(puzzles: int) -> None:
    """What a cluster of this machine takes beside as many plain processes as there are cores."""
    seen: dict[str, list[Times]] = {"plain": [], "cluster": [], "cluster for one puzzle": []}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(ROUNDS):
            to = Path(folder) / str(number)
            seen["plain"].append(timed(partial(side_by_side, puzzles)))
            seen["cluster"].append(timed(partial(spread_out, to, puzzles)))
            seen["cluster for one puzzle"].append(timed(partial(spread_out, Path(f"{to}-one"), 1)))
            for name, times in seen.items():
                print(f"{name:>22} wall {times[-1].wall:6.1f} s processor {times[-1].cpu:6.1f} s")
    plain, spread, start = (
        Times(median(each.wall for each in times), median(each.cpu for each in times))
        for times in seen.values()
    )
    print(f"{puzzles:,} puzzles, medians of {ROUNDS}:")
    print(f"with the start:    {plain.wall / spread.wall:.1%} by the clock, ", end="")
    print(f"{plain.cpu / spread.cpu:.1%} of the processor time")
    steady = plain.cpu / (spread.cpu - start.cpu)
    print(f"without the start: {plain.wall / (spread.wall - start.wall):.1%}, {steady:.1%}")
    must(steady >= LEAST_EFFICIENCY, "nine tenths of the processor time make puzzles")


def spread_out(to: Path, puzzles: int) -> None:
    """A cluster of this machine, with chunks of the usual size."""
    Run("local", to, puzzles, 10_000).ends(status=0)


def side_by_side(puzzles: int) -> None:
    """The plain command on all cores: a range of seeds for each."""
    bounds = [puzzles * number // cores() for number in range(cores() + 1)]
    running = [
        subprocess.Popen(
            (*SUDOKU, *order(0)[:-1], f"{first + 1}-{last}"), stdout=subprocess.DEVNULL
        )
        for first, last in pairwise(bounds)
    ]
    for process in running:
        must(process.wait() == 0, "the plain command succeeds")


class Times(NamedTuple):
    """Seconds."""

    wall: float
    cpu: float


def timed(work: Callable[[], object]) -> Times:
    """Seconds of the clock, and of the processor in all processes that were started."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), monotonic()
    work()
    wall, after = monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Times(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


PARTS: Final[dict[str, tuple[Callable[[int], None], int]]] = {
    "kills": (kills, 100_000),
    "memory": (memory, 1_000_000),
    "efficiency": (efficiency, 1_000_000),
}
"""What is done, with the number of puzzles where none is said."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Kills the processes of a cluster, and measures.")
    parser.add_argument("parts", nargs="*", default=list(PARTS), help=", ".join(PARTS))
    parser.add_argument("--puzzles", type=int, help="instead of 100,000 with kills, else 1,000,000")
    options = parser.parse_args()
    for part in options.parts:
        work, puzzles = PARTS[part]
        work(options.puzzles or puzzles)
    return 0


if __name__ == "__main__":
    sys.exit(main())
