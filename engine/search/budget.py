"""How much work a search may do.

A Budget is a named tuple and not a dataclass, because to import `dataclasses` takes as long as
everything else that the command line needs for one puzzle.
"""

from time import monotonic
from typing import Final, NamedTuple, Self

MOST_NODES: Final = 2**63 - 1


class BudgetSpent(RuntimeError):  # noqa: N818 - it is an answer ("not decided"), not a fault
    """Raised when a search ends undecided because its deadline or its node limit was reached.

    `found` is the number of solutions found until then; there may be more.
    """

    def __init__(self, found: int = 0) -> None:
        super().__init__(found)
        self.found = found

    def __str__(self) -> str:
        if not self.found:
            return "the budget ended before the answer was found"
        return f"at least {self.found:,} solutions when the budget ended"


class _Limits(NamedTuple):
    seconds: float = 10.0
    nodes: int = 2**62


class Budget(_Limits):
    """A limit of `seconds` of wall time and of search `nodes`, whichever is spent first.

    `float("inf")` seconds are no limit. Raises ValueError for a limit that is below zero or NaN,
    and for more than MOST_NODES; TypeError for what is no number.

    >>> Budget(seconds=2.5)
    Budget(seconds=2.5, nodes=4611686018427387904)
    >>> Budget(-1)
    Traceback (most recent call last):
    ValueError: seconds must be 0 or more, not -1
    """

    __slots__ = ()

    def __new__(cls, seconds: float = 10.0, nodes: int = 2**62) -> Self:
        try:
            # Not `seconds < 0`, which is false for NaN.
            if not seconds >= 0:
                raise ValueError(f"seconds must be 0 or more, not {seconds}")
        except TypeError:
            raise _no_number("seconds", seconds) from None
        try:
            if not 0 <= nodes <= MOST_NODES or nodes != int(nodes):
                told = f"nodes must be a whole number from 0 to {MOST_NODES}, not {nodes}"
                raise ValueError(told)
        except TypeError:
            raise _no_number("nodes", nodes) from None
        return super().__new__(cls, seconds, int(nodes))

    def deadline(self) -> float:
        """The instant on the monotonic clock at which a search starting now must end."""
        return monotonic() + self.seconds

    def until(self, deadline: float) -> "Budget":
        """A budget of the seconds left before a deadline, with this one's limit of nodes."""
        return Budget(max(0.0, deadline - monotonic()), self.nodes)


def _no_number(name: str, limit: object) -> TypeError:
    return TypeError(f"{name} must be a number, not {type(limit).__name__}")


DEFAULT_BUDGET: Final = Budget()
