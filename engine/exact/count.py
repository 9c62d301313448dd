"""How many solutions a board has, however many they are.

The problem: a blank 9x9 board has 6.7e21 solutions, far too many to be counted one by one.

For each box note only which digits each of its rows has, in no order of the rows: that is one of
280 partitions of the digits. Its columns give another. A row and a column of a box share exactly
one cell, so the two partitions, with the orders of their parts, determine the box. Two partitions
*cross* if each part of the one has exactly one digit in common with each part of the other.

Rows meet only within a band, columns only within a stack. So a solution is a filling of each band
by partitions among rows and a filling of each stack by partitions among columns that cross in
every box. A given fixes the row of a digit in its band and the column of the digit in its stack.
The number of solutions is

    sum over the fillings of the bands:  product over the stacks:  number of fillings of the stack

where only those fillings of a stack count that cross the bands' partitions in its three boxes.
Their number stands in a table of 280 * 280 * 280 for each stack. A blank band has 15,400 fillings,
and givens leave fewer of them, so a blank board has 3.7e12 terms and no other board has more.
Fillings that differ only in the names of digits that no cell shows count the same: of one band
only one filling of each such orbit is joined with all fillings of the others. For a blank board
that is 2 of 15,400.

The two savings complement each other: with few givens there are few orbits, with many there are
few fillings. The worst boards have six to eight givens that are all different. Boards of 4x4 to
8x8 are counted in the same way. Larger boards have far too many partitions, so their solutions are
counted one by one, and so are those of any board that has only a few.
"""

from collections.abc import Callable
from time import monotonic
from typing import Final

from engine.board.arguments import instance
from engine.board.grid import Grid, grid_of
from engine.exact.join import join
from engine.exact.join9 import join9
from engine.exact.layout import layout
from engine.search._search import Meter
from engine.search.accelerate import ACCELERATED
from engine.search.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.search.parallel import root_branches
from engine.search.search import MOST, count_solutions
from engine.search.threads import check_threads, side_by_side

_FEW: Final = 2000
"""Solutions that are counted one by one before the bands of a board are filled."""

_LARGEST: Final = 9
_BRANCHES: Final = 64


def count_exactly(
    puzzle: Grid | str,
    budget: Budget = DEFAULT_BUDGET,
    *,
    threads: int = 1,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> int:
    """The number of solutions of a puzzle, which is a Grid or its line.

    Up to 9x9 the time hardly depends on their number; on larger boards they are counted one by
    one. `progress` is called, perhaps by several threads, with the number of parts of the work
    that are done and the number of all. The nodes of the budget are for each search; a 9x9 board
    takes 150 MB. Raises BudgetSpent, with the number found until then, when the budget ends before
    all are counted, and ValueError for fewer than one thread.

    >>> count_exactly("." * 16), count_exactly("." * 36), count_exactly("12" + "." * 34)
    (288, 28200960, 940032)
    """
    grid = grid_of(puzzle)
    instance("budget", budget, Budget)
    check_threads(threads)
    deadline = budget.deadline()
    found = count_solutions(grid, _FEW, budget)
    if found < _FEW:
        return found
    if grid.geometry.size > _LARGEST:
        return _one_by_one(grid, budget.until(deadline), threads, progress)

    try:
        return _joined(grid, deadline, threads, progress)
    except BudgetSpent as spent:
        raise BudgetSpent(max(found, spent.found)) from None


def _joined(grid: Grid, deadline: float, threads: int, progress: Callable[[int, int], None]) -> int:
    def check() -> None:
        if monotonic() >= deadline:
            raise BudgetSpent

    laid_out = layout(grid, check)
    if ACCELERATED and grid.geometry.size == _LARGEST:
        return join9(laid_out, deadline, threads, progress)
    found = 0
    try:
        for done, boards in enumerate(join(laid_out, check), 1):
            found += boards
            progress(done, len(laid_out.first))
    except BudgetSpent:
        raise BudgetSpent(found) from None
    return found


def _one_by_one(
    grid: Grid, budget: Budget, threads: int, progress: Callable[[int, int], None]
) -> int:
    deadline, done, spent = budget.deadline(), list[Grid](), False

    def work(below: Grid) -> int:
        nonlocal spent
        try:
            found = count_solutions(below, MOST, budget.until(deadline))
        except BudgetSpent as ended:
            spent, found = True, ended.found
        # Appending is atomic, which adding to a number is not.
        done.append(below)
        progress(len(done), len(branches))
        return found

    branches = root_branches(grid, _BRANCHES, Meter(budget))
    found = sum(side_by_side(work, branches, threads if ACCELERATED else 1))
    if spent:
        raise BudgetSpent(found)
    return found
