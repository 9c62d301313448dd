"""Measuring how long solving and generating take, and printing the figures as tables."""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, fsum, sqrt
from statistics import median
from time import perf_counter_ns
from typing import Final

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import Rng
from engine.board.symmetry import Symmetry, orbits
from engine.make.mask import MaskImpossible, generate_on_mask
from engine.make.puzzle import generate
from engine.search.accelerate import UNDECIDED
from engine.search.batch import count_many, pack
from engine.search.budget import Budget, BudgetSpent
from engine.search.search import count_solutions

COLUMNS: Final = ("puzzles", "solved", "puzzles/s", "mean", "median", "p99", "max", "sd")
GENERATE_COLUMNS: Final = ("puzzles", "clues", "puzzles/s", "mean", "median", "p99", "max", "sd")
MASK_COLUMNS: Final = ("masks", "filled", "masks/s", "mean", "median", "p99", "max", "sd")
RANDOM_COLUMNS: Final = ("puzzles", "unique", "puzzles/s", "mean", "median", "p99", "max", "sd")
_WIDTHS: Final = (9, 9, 11, 11, 11, 13, 13, 13)

ROUNDS: Final = 5
"""How often calls on one thread and on several take turns, for the median of each."""

CALLS_NS: Final = 200_000_000
"""The least time that the calls of one turn take together."""

Clock = Callable[[], int]
"""Tells the time in nanoseconds."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """The figures of one set: how many puzzles, how many solved, and times in microseconds.

    `p99` is the least time that 99 % of the puzzles do not exceed, `deviation` the standard
    deviation of the set itself (divided by the number of puzzles). All are 0 for an empty set.
    """

    puzzles: int
    solved: int
    per_second: float
    mean: float
    median: float
    p99: float
    maximum: float
    deviation: float

    def row(self) -> tuple[str, ...]:
        """The figures in the order of COLUMNS, as they are printed."""
        times = (self.mean, self.median, self.p99, self.maximum, self.deviation)
        rate = f"{self.per_second:,.0f}" if self.per_second >= 100 else f"{self.per_second:.2f}"
        return (f"{self.puzzles:,}", f"{self.solved:,}", rate, *map(_microseconds, times))


class BatchTimes:
    """The time of calls of many puzzles, on one thread and, in turns with it, on `threads`.

    On one thread each call is made once. With several there are ROUNDS, and in each a call is
    repeated until CALLS_NS have passed, because a sleeping core takes longer to wake up than a
    short call takes. The clock should then be a wall clock, since all threads count as processor
    time of their process.
    """

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.puzzles = self.solved = 0
        self._least = CALLS_NS if threads > 1 else 0
        self._alone = [0.0] * (ROUNDS if threads > 1 else 1)
        self._together = [0.0] * len(self._alone)

    def measure(
        self, geometry: Geometry, grids: Sequence[Grid], budget: Budget, clock: Clock
    ) -> None:
        """Adds one call for the grids, in each round and for each number of threads."""
        puzzles, counts = pack(grids), b""
        for number in range(len(self._alone)):
            # In turns, so that a slow moment of the machine does not fall on one of them only.
            for threads, taken in ((1, self._alone), (self.threads, self._together)):
                before, calls, passed = clock(), 0, -1
                while passed < self._least:
                    counts, _ = count_many(geometry, puzzles, 2, budget, threads=threads)
                    calls, passed = calls + 1, clock() - before
                taken[number] += passed / calls
                if self.threads == 1:
                    break
        self.puzzles += len(grids)
        self.solved += counts.count(1)

    @property
    def alone(self) -> tuple[float, float]:
        """Nanoseconds of all calls on one thread, in the best of the rounds and in the median."""
        return min(self._alone), median(self._alone)

    @property
    def together(self) -> tuple[float, float]:
        """Nanoseconds of all calls on all threads, in the best of the rounds and in the median."""
        return min(self._together), median(self._together)


def measure_generation(
    geometry: Geometry,
    symmetry: Symmetry,
    most: int,
    seconds: float,
    *,
    budget: Budget,
    clock: Clock = perf_counter_ns,
) -> tuple[Measurement, float]:
    """Makes up to `most` puzzles in about `seconds`; returns figures and the mean number of clues.

    `solved` in the figures is the number of puzzles that were made within the budget.
    """
    times, clues = array("q"), 0
    made = 0
    while len(times) < most and sum(times) < seconds * 1e9:
        before = clock()
        try:
            puzzle = generate(geometry, symmetry, len(times), None, budget)
        except BudgetSpent:
            times.append(clock() - before)
        else:
            times.append(clock() - before)
            made += 1
            clues += puzzle.grid.clue_count
    return summarise(times, made), clues / max(made, 1)


def random_mask(cells: int, seed: int) -> frozenset[int]:
    """Cells of a 9x9 board in a random pattern with central symmetry."""
    rng, pairs = Rng(seed), list(orbits(Geometry(3, 3), Symmetry.CENTRAL))
    rng.shuffle(pairs)
    pairs.sort(key=len, reverse=cells % 2 == 0)  # an odd number takes in the centre
    return frozenset([cell for pair in pairs for cell in pair][:cells])


def measure_masks(
    cells: int, masks: int, budget: Budget, clock: Clock = perf_counter_ns
) -> tuple[Measurement, int]:
    """Fills random masks of `cells` cells; returns the figures, and how many were impossible."""
    times, filled, refused = array("q"), 0, 0
    for seed in range(masks):
        mask = random_mask(cells, seed)
        before = clock()
        try:
            generate_on_mask(Geometry(3, 3), mask, seed, budget)
            filled += 1
        except MaskImpossible:
            refused += 1
        except BudgetSpent:
            pass
        times.append(clock() - before)
    return summarise(times, filled), refused


def measure_counts(
    puzzles: Iterable[Grid], budget: Budget, clock: Clock = perf_counter_ns
) -> tuple["array[int]", bytearray]:
    """The nanoseconds that each puzzle takes, and its number of solutions up to 2.

    Nothing but the counting is timed. Memory is nine bytes a puzzle.
    """
    times, counts = array("q"), bytearray()
    for puzzle in puzzles:
        before = clock()
        try:
            count = count_solutions(puzzle, 2, budget)
        except BudgetSpent:
            count = UNDECIDED
        times.append(clock() - before)
        counts.append(count)
    return times, counts


def histogram(nanoseconds: Iterable[int]) -> dict[int, int]:
    """How many times lie between two neighbours of 0, 1, 2, 5, 10, 20 ... microseconds.

    The key is the upper one of the two; classes without a time are left out.
    """
    bounds = [step * 10**power for power in range(3, 16) for step in (1, 2, 5)]
    found = dict.fromkeys(bounds, 0)
    for time in nanoseconds:
        found[bounds[bisect_right(bounds, time)]] += 1
    return {bound // 1000: count for bound, count in found.items() if count}


def summarise(nanoseconds: Iterable[int], solved: int) -> Measurement:
    """The figures of a set of times."""
    times = sorted(nanoseconds)
    count = len(times)
    if not count:
        return Measurement(0, 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    mean = sum(times) / count
    return Measurement(
        puzzles=count,
        solved=solved,
        per_second=count * 1e9 / max(sum(times), 1),
        mean=mean / 1000,
        median=(times[(count - 1) // 2] + times[count // 2]) / 2000,
        p99=times[ceil(count * 99 / 100) - 1] / 1000,
        maximum=times[-1] / 1000,
        deviation=sqrt(fsum((time - mean) ** 2 for time in times) / count) / 1000,
    )


def _microseconds(time: float) -> str:
    return f"{time:,.1f}" if time < 10_000 else f"{time:,.0f}"


def table_line(name: str, figures: Sequence[str], name_width: int) -> str:
    """One line of the table: the name to the left, the figures to the right of their columns."""
    columns = zip(figures, _WIDTHS, strict=True)
    cells = "".join(f" {figure:>{width}}" for figure, width in columns)
    return f"{name:<{name_width}}{cells}"
