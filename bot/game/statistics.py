"""Figures over solved puzzles: how many, how fast, with how many hints and mistakes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median_low
from typing import Final

from engine.difficulty import Difficulty

FIVE: Final = 5


@dataclass(frozen=True, slots=True)
class Times:
    """Solving times in whole seconds; `of_five` is None before the fifth."""

    best: int
    median: int
    of_five: int | None


@dataclass(frozen=True, slots=True)
class Solve:
    """A solved puzzle; `seconds` is None where the time does not count, `difficulty` where it is
    not known.
    """

    size: int
    difficulty: Difficulty | None
    seconds: int | None
    hints: int = 0
    mistakes: int = 0


@dataclass(frozen=True, slots=True)
class Sums:
    """Totals over some solves; `times` is None where none of their times counts."""

    count: int
    times: Times | None
    hints: int
    mistakes: int


def times(seconds: Sequence[int]) -> Times:
    """Sums up times, the oldest first; raises ValueError without any.

    The median is one of the times: the lower middle one of an even number. The average of five is
    that of the World Cube Association: the last five without the best and the worst, rounded.
    """
    if not seconds:
        raise ValueError("no times")
    middle = sorted(seconds[-FIVE:])[1:-1]
    of_five = round(sum(middle) / len(middle)) if len(seconds) >= FIVE else None
    return Times(min(seconds), median_low(seconds), of_five)


def sums(solves: Sequence[Solve]) -> Sums:
    """Sums up solves, the oldest first."""
    counting = seconds_of(solves)
    return Sums(
        len(solves),
        times(counting) if counting else None,
        sum(solve.hints for solve in solves),
        sum(solve.mistakes for solve in solves),
    )


def seconds_of(solves: Iterable[Solve]) -> list[int]:
    """The times that count, in the order of the solves."""
    return [solve.seconds for solve in solves if solve.seconds is not None]


def sizes(solves: Iterable[Solve]) -> list[int]:
    """The sizes that were solved, ascending."""
    return sorted({solve.size for solve in solves})


def bands(solves: Iterable[Solve]) -> list[Difficulty | None]:
    """The difficulties that were solved, the easiest first; None, for not known, is the last."""
    found = {solve.difficulty for solve in solves}
    return [band for band in (*Difficulty, None) if band in found]
