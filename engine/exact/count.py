"""How many solutions a board has, however many they are.

The problem: a blank 9x9 board has 6.7e21 solutions, and nobody counts them one by one.

Say of a box which digits each of its rows has, in any order of the rows: that is one of 280
partitions of the digits; and the same for its columns. A row and a column of a box have exactly
one digit in common, so the two partitions, with their orders, say all about a box. Rows meet only
within a band, columns only within a stack. So a solution is a filling of each band by partitions
among rows, and of each stack by partitions among columns, that cross in every box; a given says in
which row of its band and in which column of its stack a digit is. The number of solutions is

    sum over the fillings of the bands:  product over the stacks of the number of their fillings

that cross the partitions which the bands leave in them. The number for a stack stands in a table of
280 * 280 * 280. A band has 15,400 fillings, and a third of those that are left for each given in
it, so there are 3.7e12 terms for a blank board and less for any other. Fillings that differ by the
names of digits that no cell shows count the same: of one band only one of each such orbit is joined
with all fillings of the others. For a blank board these are 2 of 15,400.

Both together meet in the middle: with few givens there are few orbits, with many there are few
fillings. The worst are boards of six to eight givens that are all different. Boards of 4x4 to 8x8
are counted in the same way. Larger ones have far too many partitions, so their solutions are
counted one by one, and so are those of a board that has a few only.
"""

from collections.abc import Callable
from time import monotonic
from typing import Final

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

    Up to 9x9 it does not matter how many they are; above they are counted one by one. `progress`
    is told how many parts of the work are done and how many there are, perhaps by several threads.
    The nodes of the budget are for each search; a 9x9 board takes 150 MB. Raises BudgetSpent when
    the budget ends before all are counted, which says how many there are at least, and ValueError
    for less than one thread.

    >>> count_exactly("." * 16), count_exactly("." * 36), count_exactly("12" + "." * 34)
    (288, 28200960, 940032)
    """
    grid = grid_of(puzzle)
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
    deadline, done, spent = budget.deadline(), 0, False

    def work(below: Grid) -> int:
        nonlocal done, spent
        try:
            found = count_solutions(below, MOST, budget.until(deadline))
        except BudgetSpent as ended:
            spent, found = True, ended.found
        done += 1
        progress(done, len(branches))
        return found

    branches = root_branches(grid, _BRANCHES, Meter(budget))
    found = sum(side_by_side(work, branches, threads if ACCELERATED else 1))
    if spent:
        raise BudgetSpent(found)
    return found
