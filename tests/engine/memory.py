"""Fails when memory grows over a million puzzles: `python -m tests.engine.memory`."""

import sys
from pathlib import Path
from typing import Final

from engine.board.geometry import Geometry
from engine.make.puzzle import generate
from engine.search.batch import count_many, pack
from engine.search.search import solve

ROUNDS: Final = 10
PUZZLES: Final = 1000
CALLS: Final = 50
# Python takes memory by the megabyte, and a scattered heap keeps one or two more; sixteen bytes
# leaked with each puzzle would be fifteen.
MOST_GROWTH: Final = 3072


def resident() -> int:
    """The memory of this process in kilobytes, as Linux reports it."""
    status = Path("/proc/self/status").read_text("ascii")
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    return int(line.split()[1])


def work(first: int) -> None:
    """Solves 100,000 puzzles, half of them in batches; 1,000 of them are new, one is 16x16."""
    grids = [generate(Geometry(3, 3), seed=first + number).grid for number in range(PUZZLES)]
    for _ in range(CALLS):
        for grid in grids:
            solve(grid)
        count_many(Geometry(3, 3), pack(grids))
    solve(generate(Geometry(4, 4), seed=first).grid)


def main() -> int:
    work(0)
    before = resident()
    for number in range(1, ROUNDS):
        work(number * PUZZLES)
        sys.stdout.write(f"{(number + 1) * 2 * CALLS * PUZZLES:>9,} puzzles {resident():>8,} KB\n")
    return int(resident() - before > MOST_GROWTH)


if __name__ == "__main__":
    sys.exit(main())
