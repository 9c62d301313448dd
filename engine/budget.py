"""How much work a search may do."""

from dataclasses import dataclass
from time import monotonic
from typing import Final


class BudgetSpent(RuntimeError):  # noqa: N818 - it is an answer ("not decided"), not a fault
    """Raised when a search ends undecided because its deadline or its node limit was reached."""


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit of `seconds` of wall time and of search `nodes`, whichever is spent first."""

    seconds: float = 10.0
    nodes: int = 2**62

    def deadline(self) -> float:
        """The instant on the monotonic clock at which a search starting now must end."""
        return monotonic() + self.seconds

    def until(self, deadline: float) -> "Budget":
        """The budget of the seconds left before a deadline, with the limit of nodes of this one."""
        return Budget(max(0.0, deadline - monotonic()), self.nodes)


DEFAULT_BUDGET: Final = Budget()
