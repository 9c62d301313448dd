"""Solving a grid and counting its solutions: none, exactly one, or several."""

from itertools import islice
from typing import Final

from engine import accelerate
from engine._search import Meter, search
from engine.accelerate import ACCELERATED
from engine.budget import DEFAULT_BUDGET, Budget
from engine.candidates import BROKEN, candidates_of
from engine.grid import Contradiction, Grid, NoSolution, NotUnique

MOST_FROM_CORE: Final = 2
"""The C core counts any number of solutions but gives back at most so many."""


def solutions(grid: Grid, limit: int = 2, budget: Budget = DEFAULT_BUDGET) -> tuple[Grid, ...]:
    """The first solutions found, at most `limit`; fewer mean that there are no others.

    Raises BudgetSpent when the budget ends before that is decided.
    """
    if ACCELERATED and 1 <= limit <= MOST_FROM_CORE:
        return accelerate.count(grid, limit, budget)[1]
    candidates = candidates_of(grid.geometry)
    found = search(candidates, *candidates.load(grid), Meter(budget))
    return tuple(candidates.grid(board) for board in islice(found, max(limit, 0)))


def count_solutions(grid: Grid, limit: int = 2, budget: Budget = DEFAULT_BUDGET) -> int:
    """The number of solutions, or `limit` when there are at least so many.

    Raises BudgetSpent when the budget ends before that is decided.
    """
    if ACCELERATED and limit >= 1:
        return accelerate.count(grid, limit, budget)[0]
    candidates = candidates_of(grid.geometry)
    found = search(candidates, *candidates.load(grid), Meter(budget))
    return sum(1 for _ in islice(found, max(limit, 0)))


def is_unique(grid: Grid, budget: Budget = DEFAULT_BUDGET) -> bool:
    """Whether the grid has exactly one solution; raises BudgetSpent when that stays undecided."""
    return count_solutions(grid, 2, budget) == 1


def solve(grid: Grid, budget: Budget = DEFAULT_BUDGET) -> Grid:
    """The only solution of a grid.

    Raises NoSolution, with the visible reason if there is one, NotUnique with two solutions, or
    BudgetSpent when the budget ends before one of these is certain.
    """
    found = solutions(grid, 2, budget)
    if not found:
        raise NoSolution(find_contradiction(grid))
    if len(found) > 1:
        raise NotUnique(*found)
    return found[0]


def find_contradiction(grid: Grid) -> Contradiction | None:
    """The first visible reason why a grid has no solution; None does not mean that it has one.

    Looks for a repeated digit, then for a cell without a candidate or a unit without a place for
    a digit, first as the givens leave them, then after singles and locked candidates.
    """
    conflicts = grid.conflicts()
    if conflicts:
        return conflicts[0]
    candidates = candidates_of(grid.geometry)
    board, placed = candidates.load(grid)
    seen = candidates.contradiction(board)
    if seen:
        return seen
    board, _, status = candidates.close(board, placed)
    return candidates.contradiction(board) if status == BROKEN else None


def differing_cells(first: Grid, second: Grid) -> tuple[int, ...]:
    """The cells where two grids of the same shape have different values, ascending."""
    pairs = enumerate(zip(first.values, second.values, strict=True))
    return tuple(cell for cell, (one, other) in pairs if one != other)
