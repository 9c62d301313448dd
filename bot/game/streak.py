"""How many days in a row somebody has solved the daily puzzle, and the day that is forgiven."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

EARNED_AFTER: Final = 7
"""Solved days that earn a freeze."""


@dataclass(frozen=True, slots=True)
class Streak:
    """Solved days in a row: the run that is still alive, and the longest one ever.

    `frozen` are the labels of missed days that a freeze made up for, earliest first; `has_freeze`
    tells whether one is left.
    """

    current: int
    best: int
    frozen: tuple[str, ...] = ()
    has_freeze: bool = False


@dataclass(slots=True)
class _Run:
    """Days in a row while they are counted.

    `progress` are the solved days that count towards the next freeze.
    """

    last: int
    days: int = 0
    progress: int = 0
    has_freeze: bool = False

    def solve(self, day: int) -> None:
        self.last = day
        self.days += 1
        # Only one freeze can be held: days while it is held earn nothing.
        self.progress += not self.has_freeze
        if self.progress == EARNED_AFTER:
            self.has_freeze, self.progress = True, 0


def ending(labels: Iterable[str], today: str) -> int:
    """The days of a run that ends unless today's daily is solved; 0 if none does.

    A run that a freeze would save does not end.
    """
    kept = tuple(labels)
    tomorrow = date.fromisoformat(today) + timedelta(days=1)
    is_lost = streak(kept, tomorrow.isoformat()).current == 0
    return streak(kept, today).current if is_lost else 0


def streak(labels: Iterable[str], today: str) -> Streak:
    """Counts runs of date labels (ISO dates, any order, repeats allowed).

    Every EARNED_AFTER solved days of a run earn a freeze. Only one can be held, and it makes up for
    a single missed day. Two missed days in a row end a run and its freeze. Today is not missed
    before it is over, and a label ahead of `today` was won before travelling west. Raises
    ValueError for a label that is no date.
    """
    days = sorted({date.fromisoformat(label).toordinal() for label in labels})
    if not days:
        return Streak(0, 0)
    run, best, frozen = _Run(days[0] - 1), 0, []
    # The last entry is no solved day. It stands for today, and shows what was missed before it.
    for day in [*days, max(date.fromisoformat(today).toordinal(), days[-1] + 1)]:
        missed = day - run.last - 1
        if missed == 1 and run.has_freeze:
            frozen.append(date.fromordinal(day - 1).isoformat())
            run.has_freeze = False
        elif missed:
            run = _Run(day)
        if day <= days[-1]:
            run.solve(day)
        best = max(best, run.days)
    return Streak(run.days, best, tuple(frozen), run.has_freeze)
