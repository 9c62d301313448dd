"""Makes puzzles on a cluster whose processes are killed, and measures what a cluster costs.

    python -m tests.cluster kills tls memory efficiency

kills: four workers; two are killed in the middle of a run, then the scheduler; the next run is
ended by Ctrl-C, and the third one finishes. After each of them the folder must hold whole chunks
only, and at the end the same bytes that one process prints.

tls: a cluster with its own certificates, and clients that have them, others, or none; a stranger at
the cluster that `--cluster local` starts.

memory: that of client and scheduler after each tenth of the chunks. A hundred million puzzles have
as many chunks, of the usual size, as a million in chunks of a hundred. They are 4x4 here, because
neither client nor scheduler ever sees a puzzle.

efficiency: one process of the plain command for each core, compared with a cluster of this machine
and with the scheduler and the workers that engine/README.md starts, alternating, on the same
puzzles: wall time and the processor time of all processes, with and without the start of each.
"""

import argparse
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from socket import socket
from statistics import median
from time import monotonic
from typing import Final, NamedTuple

import psutil

from engine.cluster import connect
from engine.search.threads import cores
from tests.engine.cluster.processes import SUDOKU, Certificates, Run, cluster_of, must, order
from tests.structure import ROOT

README: Final = ROOT / "engine/README.md"
LOCAL: Final = "--cluster local"
WORKERS: Final = 4
CHUNKS: Final = 60
"""For a run with kills."""

LOST: Final = "(the scheduler has no workers yet\n)?the scheduler is lost.*"
"""What a run prints when its scheduler dies; on a busy machine it may first wait for workers."""

SEEDS_A_CHUNK: Final = 100
"""For the run whose memory is measured."""

MOST_GROWTH: Final = 1.25
LEAST_EFFICIENCY: Final = 0.9
ROUNDS: Final = 3


def alone(puzzles: int) -> bytes:
    """What one process prints."""
    return subprocess.run((*SUDOKU, *order(puzzles)), check=True, capture_output=True).stdout


def content(to: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(to.glob("*/*.txt")))


def check_manifest(to: Path, chunks: int) -> None:
    """The manifest names each chunk with its checksum, and there is no other file."""
    lines = (to / "manifest.sha256").read_text("ascii").splitlines()
    must(len(lines) == chunks, "the manifest has a line for each chunk")
    for line in lines:
        checksum, name = line.split("  ")
        must(sha256((to / name).read_bytes()).hexdigest() == checksum, f"{name} is whole")
    must(not list(to.glob("*/.*")), "nothing is left aside")


def whole(to: Path, expected: bytes, chunk: int) -> int:
    """How many chunks there are; each must be whole."""
    lines = expected.splitlines(keepends=True)
    found = [path for path in to.glob("*/*.txt") if path.with_suffix(".json").exists()]
    for path in found:
        first = int(path.stem) * chunk
        must(path.read_bytes() == b"".join(lines[first : first + chunk]), f"{path} is whole")
    return len(found)


def kills(puzzles: int) -> None:
    """Two workers die, then the scheduler, then comes Ctrl-C; the bytes stay the same."""
    expected, chunk = alone(puzzles), max(puzzles // CHUNKS, 1)
    with tempfile.TemporaryDirectory() as folder:
        to = Path(folder) / "to"
        with cluster_of(WORKERS) as cluster:
            run = Run(cluster.address, to, puzzles, chunk)
            for number, share in enumerate((10, 5)):
                run.comes_to(run.chunks // share)
                cluster.workers[number].kill()
            run.comes_to(run.chunks * 2 // 5)
            with cluster.halted():
                is_over = run.process.poll() is not None
                said = run.process.communicate()[1] if is_over else ""
                must(not is_over, f"a run of {run.done} chunks outlives two of its workers: {said}")
                cluster.scheduler.kill()
                said = run.ends(status=3)
        must(re.fullmatch(LOST, said) is not None, f"one clear line: {said}")
        first = whole(to, expected, chunk)
        print(f"two workers and the scheduler killed: {first} of {run.chunks} chunks; {said}")
        with cluster_of(WORKERS) as cluster:
            run = Run(cluster.address, to, puzzles, chunk)
            run.comes_to(first + 1)
            with cluster.halted():
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


def tls(puzzles: int) -> None:
    """The operator's certificates work; a client with others, or with none, gets one line."""
    with tempfile.TemporaryDirectory() as folder:
        own, strange = Certificates(Path(folder) / "own"), Certificates(Path(folder) / "strange")
        to, nowhere = Path(folder) / "to", Path(folder) / "nowhere"
        with cluster_of(2, own) as cluster:
            said = Run(cluster.address, to, puzzles, puzzles, tls=own).ends(status=0)
            must(content(to) == alone(puzzles), "the bytes are those of one process")
            print(f"over tls: {said}")
            plain = cluster.address.replace("tls", "tcp")
            for name, address, known in (
                ("no certificates", cluster.address, None),
                ("other certificates", cluster.address, strange),
                ("no encryption", plain, None),
            ):
                said = Run(address, nowhere, puzzles, puzzles, tls=known).ends(status=3)
                must(len(said.splitlines()) == 1, f"one clear line: {said}")
                print(f"{name}: {said}")
        must(not nowhere.exists(), "who is refused writes nothing")
        with connect("local") as client:
            address = str(client.scheduler_info()["address"])
            must(address.startswith("tls://127.0.0.1:"), f"guarded, on the loopback: {address}")
            said = Run(address, nowhere, puzzles, puzzles, tls=own).ends(status=3)
            print(f"a stranger at a cluster of this machine: {said}")
        said = Run(cluster.address, nowhere, puzzles, puzzles, tls=own).ends(status=3)
        must(len(said.splitlines()) == 1, f"one clear line: {said}")
        print(f"no scheduler: {said}")


def memory(puzzles: int) -> None:
    """Client and scheduler do not grow with the number of chunks."""
    with tempfile.TemporaryDirectory() as folder, cluster_of(cores()) as cluster:
        run = Run(cluster.address, Path(folder) / "to", puzzles, SEEDS_A_CHUNK, size=4)
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
    """What a cluster of this machine takes compared with one plain process for each core."""
    clusters = {LOCAL: spread_out, "as in the README": as_documented}
    seen = dict[tuple[str, int], list[Times]]()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(ROUNDS):
            work: dict[tuple[str, int], Callable[[], object]] = {
                ("plain", puzzles): partial(side_by_side, puzzles)
            }
            for name, cluster in clusters.items():
                for many in (puzzles, 1):
                    to = Path(folder) / f"{number} {name} {many}"
                    work[name, many] = partial(cluster, to, many)
            for (name, many), done in work.items():
                times = timed(done)
                seen.setdefault((name, many), []).append(times)
                print(f"{name:>16}, {many:,}: wall {times.wall:.1f} s processor {times.cpu:.1f} s")
    middle = {
        key: Times(median(each.wall for each in times), median(each.cpu for each in times))
        for key, times in seen.items()
    }
    plain, steady = middle["plain", puzzles], dict[str, float]()
    print(f"{puzzles:,} puzzles, medians of {ROUNDS}:")
    for name in clusters:
        spread, start = middle[name, puzzles], middle[name, 1]
        print(f"{name}, with the start: {plain.wall / spread.wall:.1%} by the clock, ", end="")
        print(f"{plain.cpu / spread.cpu:.1%} of the processor time; ", end="")
        steady[name] = plain.cpu / (spread.cpu - start.cpu)
        print(f"without: {plain.wall / (spread.wall - start.wall):.1%}, {steady[name]:.1%}")
    for name, share in steady.items():
        must(share >= LEAST_EFFICIENCY, f"{name}: nine tenths of the processor time make puzzles")


def spread_out(to: Path, puzzles: int) -> None:
    """A cluster of this machine, with chunks of the usual size."""
    Run("local", to, puzzles, 50_000).ends(status=0)


def as_documented(to: Path, puzzles: int) -> None:
    """The scheduler and the workers that engine/README.md starts, at another port."""
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    blocks = README.read_text("utf-8").split("```")
    (block,) = (block for block in blocks if "\ndask scheduler" in block)
    *exports, scheduler, worker = block.strip().splitlines()
    settings = dict(line.removeprefix("export ").split("=") for line in exports)
    scheduler += f" --port {port} --dashboard-address 127.0.0.1:0"
    worker = worker.replace("8786", port)
    started = [
        subprocess.Popen(
            (sys.executable, "-m", *command.split()),
            env=os.environ | settings,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for command in (scheduler, worker)
    ]
    try:
        Run(f"tcp://127.0.0.1:{port}", to, puzzles, 50_000).ends(status=0)
    finally:
        # The worker first, which then takes leave of its scheduler.
        for process in reversed(started):
            process.terminate()
            process.wait()


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
    """Seconds, of the clock and of the processor."""

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
    "tls": (tls, 1_000),
    "memory": (memory, 1_000_000),
    "efficiency": (efficiency, 1_000_000),
}
"""The parts, with the number of puzzles that each takes by default."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Kills the processes of a cluster, and measures.")
    parser.add_argument("parts", nargs="*", default=list(PARTS), help=", ".join(PARTS))
    parser.add_argument(
        "--puzzles", type=int, help="how many, instead of the usual number of each part"
    )
    options = parser.parse_args()
    # A shell starts background programs with Ctrl-C ignored, and their children would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for part in options.parts:
        work, puzzles = PARTS[part]
        work(options.puzzles or puzzles)
    return 0


if __name__ == "__main__":
    sys.exit(main())
