"""How long a solver takes for each puzzle of a set, and the table of such figures."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, fsum, sqrt
from time import perf_counter_ns
from typing import Final

from engine.grid import Grid

COLUMNS: Final = ("puzzles", "solved", "puzzles/s", "mean", "median", "p99", "max", "sd")
_WIDTHS: Final = (9, 9, 11, 11, 11, 13, 13, 13)


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


def measure(
    puzzles: Iterable[Grid],
    is_solved: Callable[[Grid], bool],
    clock: Callable[[], int] = perf_counter_ns,
) -> Measurement:
    """Runs `is_solved` on each puzzle as it comes and times nothing but that.

    `clock` gives nanoseconds. Memory is eight bytes a puzzle.
    """
    times = array("q")
    solved = 0
    for puzzle in puzzles:
        before = clock()
        answer = is_solved(puzzle)
        times.append(clock() - before)
        solved += answer
    return summarise(times, solved)


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
