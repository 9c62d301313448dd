"""How many days in a row somebody has solved the daily puzzle."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row: the run that is still alive, and the longest one ever."""

    current: int
    best: int


def streak(labels: Iterable[str], today: str) -> Streak:
    """Counts runs of consecutive date labels (ISO dates, any order, repeats allowed).

    The latest run is alive while its last day is yesterday or later: today is not lost before it
    is over, and a label ahead of `today` was won before travelling west. Raises ValueError for a
    label that is no date.
    """
    days = sorted({date.fromisoformat(label).toordinal() for label in labels})
    if not days:
        return Streak(0, 0)
    runs = [1]
    for earlier, later in pairwise(days):
        if later == earlier + 1:
            runs[-1] += 1
        else:
            runs.append(1)
    alive = days[-1] >= date.fromisoformat(today).toordinal() - 1
    return Streak(runs[-1] if alive else 0, max(runs))
