"""Lets the rules of Sudoku decide between readings that are nearly as likely.

A board that was read a little wrong has no solution or several. Other values of doubtful cells are
tried, the likeliest board first, until one has exactly one solution. This goes only as far as
BOUND: without it, a real mistake of a player, or a misprint, would be "repaired" as well.
"""

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from typing import Final

from engine.board.grid import Grid
from engine.search.budget import Budget, BudgetSpent
from engine.search.search import count_solutions

BOUND: Final = 2.5
"""By how much less likely, as a natural logarithm, a repaired board may be than what was read."""

TRIES: Final = 150

Other = tuple[float, tuple[int, ...], int]
"""Another value that cells may have together: the loss in log-likelihood, the cells, the value."""


def repaired(grid: Grid, others: Iterable[Other], budget: Budget) -> Grid | None:
    """The likeliest board within the BOUND that has exactly one solution; None, if there is none.

    `others` are the values that cells may have instead.
    """
    deadline = budget.deadline()
    for _, changed in zip(range(TRIES), _changes(sorted(others)), strict=False):
        tried = grid.with_values(changed)
        if solution_count(tried, budget.until(deadline)) == 1:
            return tried
    return None


def solution_count(grid: Grid, budget: Budget) -> int | None:
    """0, 1, or 2 for several; None, if that was not found within the budget."""
    if grid.conflicts():
        return 0
    try:
        return count_solutions(grid, 2, budget)
    except BudgetSpent:
        return None


def _changes(others: list[Other]) -> Iterator[dict[int, int]]:
    """All changes to one cell or more within the BOUND, the likeliest first."""
    # A set of losses in ascending order leads to two larger sums: with the next loss added, or with
    # the next one in place of its last. So each set is reached once, and the heap orders the sums.
    waiting: list[tuple[float, int, tuple[int, ...]]] = []
    if others:
        heappush(waiting, (others[0][0], 0, (0,)))
    while waiting:
        loss, last, chosen = heappop(waiting)
        if loss > BOUND:
            return
        cells = {cell: others[at][2] for at in chosen for cell in others[at][1]}
        # A set may hold two values for one cell, which is no change; larger ones still follow.
        if len(cells) == sum(len(others[at][1]) for at in chosen):
            yield cells
        if last + 1 < len(others):
            following = others[last + 1][0]
            heappush(waiting, (loss + following, last + 1, (*chosen, last + 1)))
            heappush(
                waiting, (loss - others[last][0] + following, last + 1, (*chosen[:-1], last + 1))
            )
