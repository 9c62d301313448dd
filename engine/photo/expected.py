"""Reads digits with the solution in mind that people have when they write them.

Handwriting varies more than print, so a net that sees one cell takes many a 9 for a 1. Yet most of
the digits that somebody fills in are right. Hence the digit of the solution is read where the ink
may well show it. A digit that clearly shows another one stays: it is a mistake of theirs, which
they want to hear of.

The solution is that of the givens. On a page that is full, and whose ink does not tell the givens,
it is the grid that agrees with most digits: it is found from samples of those digits that are read
most clearly, as a line is found among points of which some are wrong (RANSAC).
"""

from typing import Final

import numpy as np

from engine.board.grid import Grid
from engine.photo.cells import Pixels
from engine.search.budget import Budget, BudgetSpent
from engine.search.search import solutions

TRUST: Final = 5.0
"""How much likelier, as a natural logarithm, a digit of one's own is right than a certain wrong
one.
"""

FULL: Final = 0.8
"""A page with this share of its cells filled is full."""

_AGREEING: Final = 0.75
"""The share of the digits with which the grid of a full page agrees, at least."""

_TRIES: Final = 100
_CLEAREST: Final = 0.7
"""Samples are taken from this share of the digits."""

_SAMPLE: Final = 0.4
"""The share of the cells that a sample has: enough for one solution, and few wrong ones."""


def with_solution(values: Pixels, grid: Grid, cells: list[int], solution: Grid) -> dict[int, int]:
    """The cells, digits or blanks, that are read otherwise with the solution in mind.

    `values` holds the log-likelihoods of a blank and of each digit, for each cell.
    """
    changed = {}
    for cell in cells:
        right = solution[cell]
        if grid[cell] != right and values[cell, right] + TRUST >= values[cell, grid[cell]]:
            changed[cell] = right
    return changed


def is_full(grid: Grid) -> bool:
    """Whether nearly all cells of a page are filled."""
    return grid.clue_count >= FULL * len(grid.values)


def solution_of_full(grid: Grid, clearness: Pixels, budget: Budget) -> Grid | None:
    """The grid that agrees with nearly all digits of a full page; None if there is none.

    `clearness` says how much likelier each digit is than any other one.
    """
    if not is_full(grid):
        return None
    filled = [cell for cell, value in enumerate(grid.values) if value]
    clearest = sorted(filled, key=clearness.__getitem__, reverse=True)
    chosen = np.array(clearest[: round(_CLEAREST * len(filled))])
    count = min(round(_SAMPLE * len(grid.values)), len(chosen))
    rng = np.random.default_rng(0)  # so that the same picture is read alike every time
    deadline = budget.deadline()
    blank = Grid.blank(grid.geometry)
    best: Grid | None = None
    most = _AGREEING * len(filled)
    for _ in range(_TRIES):
        sample = [int(cell) for cell in rng.choice(chosen, count, replace=False)]
        tried = blank.with_values({cell: grid[cell] for cell in sample})
        try:
            found = () if tried.conflicts() else solutions(tried, 1, budget.until(deadline))
        except BudgetSpent:
            break
        for solution in found:
            agreeing = sum(grid[cell] == solution[cell] for cell in filled)
            if agreeing >= most:
                best, most = solution, agreeing + 1
    return best
