"""What a row of solving times says."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median_low
from typing import Final

FIVE: Final = 5


@dataclass(frozen=True, slots=True)
class Times:
    """Solving times in whole seconds; `of_five` is None before the fifth."""

    best: int
    median: int
    of_five: int | None


def times(seconds: Sequence[int]) -> Times:
    """Sums up times, the oldest first; raises ValueError without any.

    The median is a time that was reached: the lower one of an even number. The average of five is
    that of the World Cube Association: the last five without the best and the worst, rounded.
    """
    if not seconds:
        raise ValueError("no times")
    middle = sorted(seconds[-FIVE:])[1:-1]
    of_five = round(sum(middle) / len(middle)) if len(seconds) >= FIVE else None
    return Times(min(seconds), median_low(seconds), of_five)
