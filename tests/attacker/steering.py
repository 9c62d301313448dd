"""Searches for what grows: attempts are scored by gauges, and the worst of each gauge are changed.

One score for everything would hide what is rare behind what is loud: most acts cost processor time,
and hardly one makes a row grow. So each gauge keeps its own worst attempts, and the next attempt is
a change of one of them, or comes from nothing. The more the worst of a gauge stands out from what
is usual there, the more often it is changed; a gauge that shows the same for everything is left
alone. Attempts are made from the seed and what the gauges showed, so a run is reproducible as far
as times and memory are.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log2
from statistics import median
from typing import Final

from tests.attacker.attempt import Attempt, Breeder
from tests.attacker.growth import doubling, grows

WORST: Final = 4
"""Attempts that each gauge keeps."""

FROM_NOTHING: Final = 0.35
"""The share of attempts that are made from nothing, once all kinds have been tried."""

MOST_OUTSTANDING: Final = 3.0
GROWTH: Final = "growth"
GROWTH_COUNTS: Final = 3.0
"""How much more often than by another gauge the search is led by one of growth."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What an attempt cost: memory in bytes, processor time and waits in seconds.

    `rows` and `answers` are the largest stored row and the largest answer after each round.
    """

    commands: int = 0
    memory: int = 0
    kept_rows: int = 0
    kept_bytes: int = 0
    processor: float = 0.0
    answered: int = 0
    others: float = 0.0
    rows: Sequence[int] = ()
    answers: Sequence[int] = ()
    ended: bool = False

    @property
    def gauges(self) -> Mapping[str, float]:
        """Each gauge by its name; all but memory and waits are for one command."""
        count = max(self.commands, 1)
        return {
            "growth of rows": doubling(self.rows),
            "growth of answers": doubling(self.answers),
            "largest row": float(max(self.rows, default=0)),
            "memory MB": self.memory / 1e6,
            "kept rows": self.kept_rows / count,
            "kept bytes": self.kept_bytes / count,
            "answered bytes": self.answered / count,
            "CPU ms": 1000 * self.processor / count,
            "others' wait s": self.others,
        }

    @property
    def failure(self) -> str:
        """What must never happen, in plain words; empty if it did not."""
        if self.ended:
            return "the bot ended"
        for what, sizes in (("a stored row", self.rows), ("an answer", self.answers)):
            if grows(sizes):
                return f"{what} grows {doubling(sizes):.1f}-fold in each round: {[*sizes]} bytes"
        return ""


@dataclass(frozen=True, slots=True)
class Tried:
    attempt: Attempt
    cost: Cost


@dataclass
class Search:
    """Chooses what to try next; `worst` holds the worst attempts of each gauge, the worst first."""

    breeder: Breeder
    dice: random.Random
    worst: dict[str, list[Tried]] = field(default_factory=dict)
    shown: dict[str, list[float]] = field(default_factory=dict)
    count: int = 0

    def next(self) -> Attempt:
        self.count += 1
        is_new = not self.breeder.has_tried_all or self.dice.random() < FROM_NOTHING
        weights = {name: self.outstanding(name) for name in self.worst}
        if is_new or not any(weights.values()):
            return self.breeder.from_nothing()
        one, other = self.dice.choices([*weights], [*weights.values()], k=2)
        return self.breeder.changed(self._one_of(one), self._one_of(other))

    def learn(self, tried: Tried) -> None:
        for name, value in tried.cost.gauges.items():
            self.shown.setdefault(name, []).append(value)
            ranked = self.worst.setdefault(name, [])
            if any(one.attempt == tried.attempt for one in ranked):
                continue
            ranked.append(tried)
            ranked.sort(key=lambda one, name=name: -one.cost.gauges[name])  # type: ignore[misc]
            del ranked[WORST:]

    def outstanding(self, gauge: str) -> float:
        """How far the worst of a gauge is from the median, in doublings up to MOST_OUTSTANDING."""
        worst, usual = self.worst[gauge][0].cost.gauges[gauge], median(self.shown[gauge])
        if worst <= usual:
            return 0.0
        doublings = min(log2(worst / usual), MOST_OUTSTANDING) if usual > 0 else MOST_OUTSTANDING
        return doublings * (GROWTH_COUNTS if gauge.startswith(GROWTH) else 1.0)

    def _one_of(self, gauge: str) -> Attempt:
        return self.dice.choice(self.worst[gauge]).attempt


def without_some(attempt: Attempt) -> list[Attempt]:
    """The attempt without one of its acts, for each of them."""
    acts = attempt.acts
    shorter = [(*acts[:at], *acts[at + 1 :]) for at in range(len(acts))] if len(acts) > 1 else []
    return [Attempt(some, attempt.pause, attempt.accounts) for some in shorter]
