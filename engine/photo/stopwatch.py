"""The processor time that is left for a picture."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import process_time
from typing import Final, Self, TypeVar

from engine.search.budget import Budget, BudgetSpent

Item = TypeVar("Item")

SHARE: Final = 4
"""One search may take what is left, divided by this."""


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """Counts the seconds of a Budget in processor time of this process.

    A wall clock would end the pictures of a busy machine, on which others are worked on meanwhile.
    """

    end: float
    nodes: int

    @classmethod
    def of(cls, budget: Budget) -> Self:
        """One that begins now."""
        return cls(process_time() + budget.seconds, budget.nodes)

    def share(self) -> Budget:
        """What one search may take, in wall time: a part of what is left, or nothing.

        Whoever reads a board that is too hard to solve still gets what was read.
        """
        return Budget(max(0.0, self.end - process_time()) / SHARE, self.nodes)

    def each(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items one after the other; raises BudgetSpent once the time is over."""
        for item in items:
            if process_time() >= self.end:
                raise BudgetSpent
            yield item
