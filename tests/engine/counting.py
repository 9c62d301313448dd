"""Measures how many boards are counted exactly in time: `python -m tests.engine.counting`.

First come blank boards, whose numbers are published. Then come `--boards` boards with each number
of givens, drawn from random full grids: the share that is answered within `--seconds` and
`--memory`, the median and the longest time. For the first `--sums` boards the counts with each
digit in a blank cell must add up to the count of the board. The run fails when a count is wrong,
not when the time was too short. `--cpu` prints the processor time of all threads, for machines on
which other programs run; the limit is always by the clock.
"""

import argparse
import resource
import sys
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter, process_time
from typing import Final

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import Rng
from engine.exact import count_exactly
from engine.make.fill import random_grid
from engine.search.budget import Budget, BudgetSpent
from engine.search.threads import cores

NINE: Final = Geometry(3, 3)
GIVENS: Final = (*range(1, 18), 20)
BLANK: Final = {
    (2, 2): 288,
    (2, 3): 28_200_960,
    (2, 4): 29_136_487_207_403_520,
    (3, 3): 6_670_903_752_021_072_936_960,
}

Clock = Callable[[], float]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--memory", type=float, default=8.0, help="GiB of addresses (8)")
    parser.add_argument("--sums", type=int, default=1)
    parser.add_argument("--seed", default="exact")
    parser.add_argument("--cpu", action="store_true")
    return parser.parse_args()


def timed(grid: Grid, seconds: float, clock: Clock) -> tuple[int | None, float]:
    """The count, None if the budget ended first, and the time it took."""
    started = clock()
    try:
        found = count_exactly(grid, Budget(seconds), threads=cores())
    except BudgetSpent:
        return None, clock() - started
    return found, clock() - started


def blank_boards(seconds: float, clock: Clock) -> bool:
    are_right = True
    for shape, published in BLANK.items():
        found, took = timed(Grid.blank(Geometry(*shape)), seconds, clock)
        are_right &= found in {None, published}
        sys.stdout.write(f"{shape[0]}x{shape[1]} {took:7.2f} s  {found or 'not in time'}\n")
    return are_right


def boards(givens: int, count: int, seed: str) -> Iterator[Grid]:
    """Boards with random givens of random full grids."""
    rng = Rng(f"{seed} {givens}")
    for _ in range(count):
        cells = list(range(81))
        rng.shuffle(cells)
        yield random_grid(NINE, rng).with_values(dict.fromkeys(cells[givens:], 0))


def adds_up(grid: Grid, count: int) -> bool:
    """Whether the counts with each digit in the first blank cell add up to that of the board."""
    endless = Budget(float("inf"))
    cell = grid.blanks()[0]
    filled = (grid.with_values({cell: digit}) for digit in range(1, 10))
    return sum(count_exactly(one, endless, threads=cores()) for one in filled) == count


def sparse_boards(options: argparse.Namespace, clock: Clock) -> bool:
    sys.stdout.write("givens  answered   median  longest  adds up\n")
    are_right = True
    for givens in GIVENS:
        drawn = list(boards(givens, options.boards, options.seed))
        answers = [timed(grid, options.seconds, clock) for grid in drawn]
        known = [
            (grid, count)
            for grid, (count, _) in zip(drawn, answers, strict=True)
            if count is not None
        ]
        sums = [adds_up(grid, count) for grid, count in known[: options.sums]]
        are_right &= all(sums)
        times = [took for _, took in answers]
        sys.stdout.write(f"{givens:>6} {len(known):>4}/{len(drawn):<4} {median(times):6.2f} s")
        sys.stdout.write(f" {max(times):6.2f} s  {sum(sums)}/{len(sums)}\n")
        sys.stdout.flush()
    return are_right


def main() -> int:
    options = arguments()
    most = int(options.memory * 2**30)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    clock = process_time if options.cpu else perf_counter
    are_right = blank_boards(options.seconds, clock)
    are_right &= sparse_boards(options, clock)
    most_used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    sys.stdout.write(f"{most_used} MB at most, on {cores()} threads\n")
    return int(not are_right)


if __name__ == "__main__":
    sys.exit(main())
