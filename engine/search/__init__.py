"""Searching: does a grid have a solution, one or several, and which?

The C core and the reference search give the same answers. Batches and threads divide the work, and
a proof shows why there are no other solutions. Every search takes a Budget.
"""

from engine.search.accelerate import ACCELERATED, UNDECIDED
from engine.search.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.search.search import (
    count_solutions,
    differing_cells,
    find_contradiction,
    is_unique,
    solutions,
    solve,
)

__all__ = [
    "ACCELERATED",
    "DEFAULT_BUDGET",
    "UNDECIDED",
    "Budget",
    "BudgetSpent",
    "count_solutions",
    "differing_cells",
    "find_contradiction",
    "is_unique",
    "solutions",
    "solve",
]
