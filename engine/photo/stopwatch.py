"""The processor time that is left for a picture."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from time import process_time
from typing import Final, Self, TypeVar

from engine.search.budget import Budget, BudgetSpent

Item = TypeVar("Item")

SHARE: Final = 4
"""One search may take what is left, divided by this."""


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """Counts the seconds of a Budget by a clock: in processor time of this process, as a rule.

    A wall clock would end the pictures of a busy machine, on which others are worked on meanwhile.
    """

    end: float
    nodes: int
    clock: Callable[[], float] = process_time

    @classmethod
    def of(cls, budget: Budget, clock: Callable[[], float] = process_time) -> Self:
        """One that begins now."""
        return cls(clock() + budget.seconds, budget.nodes, clock)

    def share(self) -> Budget:
        """What one search may take, in wall time: a part of what is left, or nothing.

        Whoever reads a board that is too hard to solve still gets what was read.
        """
        return Budget(max(0.0, self.end - self.clock()) / SHARE, self.nodes)

    def half(self) -> Self:
        """One that ends when half of what is left is over, for what may be of no use."""
        now = self.clock()
        return replace(self, end=now + (self.end - now) / 2)

    def each(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items one after the other; raises BudgetSpent once the time is over."""
        for item in items:
            if self.clock() >= self.end:
                raise BudgetSpent
            yield item
