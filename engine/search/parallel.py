"""Several threads on one hard grid; the C core releases Python's lock while it searches.

There are two ways to share a search, and the size of the board decides which is used:

- Up to 9x9 the root of the search is split into branches that have no solution in common. The
  search of such boards learns nothing, so a branch misses nothing that another one met.
- Above 9x9 the C core learns clauses from contradictions. In branches each thread would have to
  learn the same again. So each searches the whole board, in an order of its own, and tells the
  others its best clauses (`engine/native/cdcl.h`). The first thread to end stops the others.

All threads share the byte `stop`, which the core reads again and again while it searches.
"""

from collections import deque
from typing import Final

from engine.board.arguments import instance, whole
from engine.board.candidates import BROKEN, SOLVED, candidates_of
from engine.board.grid import Grid, grid_of
from engine.search import accelerate
from engine.search._search import Meter, branch
from engine.search.accelerate import ACCELERATED, MOST_TOGETHER
from engine.search.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.search.search import MOST_FROM_CORE, solutions
from engine.search.threads import check_threads, side_by_side

_LARGEST_IN_BRANCHES: Final = 9


def split_solutions(
    puzzle: Grid | str, limit: int = 2, budget: Budget = DEFAULT_BUDGET, *, threads: int = 2
) -> tuple[Grid, ...]:
    """The solutions of one hard grid, as `solutions` gives them, found by several threads.

    Above 9x9 each thread (16 at most) searches the whole board and tells the others what it
    learns. Smaller boards are split into branches: with limit 1 the first solution in any branch
    ends all the others, with limit 2 every branch is searched to its end unless two solutions turn
    up. Which of many solutions are found is left to chance. The nodes of the budget are for each
    thread or branch, its seconds for all. Raises BudgetSpent, and ValueError for fewer than one
    thread or a limit below 1. Without the C core, or with a limit above 2, one thread answers.
    """
    grid, limit = grid_of(puzzle), whole("limit", limit, 1)
    instance("budget", budget, Budget)
    check_threads(threads)
    if not ACCELERATED or threads < 2 or limit > MOST_FROM_CORE:
        return solutions(grid, limit, budget)
    if grid.geometry.size > _LARGEST_IN_BRANCHES:
        return _learned(grid, limit, budget, min(threads, MOST_TOGETHER))
    return _in_branches(grid, limit, budget, threads)


def _learned(grid: Grid, limit: int, budget: Budget, threads: int) -> tuple[Grid, ...]:
    company, stop = accelerate.company(threads), bytearray(1)
    found: list[Grid] = []
    ended: list[int] = []

    def work(own: int) -> None:
        member = (company, own)
        is_end, seen = accelerate.learn_together(grid, limit, budget, stop, member)
        found.extend(seen)
        if is_end:
            ended.append(own)
            stop[0] = 1

    side_by_side(work, range(threads), threads, stop)
    # A clause may rule out a solution that another thread has found. So no thread needs to know
    # all solutions: once one is at its end, those of all threads together are complete.
    different = tuple(dict.fromkeys(found))
    if not ended and len(different) < limit:
        raise BudgetSpent(len(different))
    return different[:limit]


def _in_branches(grid: Grid, limit: int, budget: Budget, threads: int) -> tuple[Grid, ...]:
    deadline, stop = budget.deadline(), bytearray(1)
    found: list[Grid] = []
    undecided: list[Grid] = []

    def work(below: Grid) -> None:
        if stop[0]:
            return
        try:
            found.extend(accelerate.solutions(below, limit, budget.until(deadline), stop))
        except BudgetSpent:
            undecided.append(below)
        if len(found) >= limit:
            stop[0] = 1

    # More branches than threads were slower.
    branches = root_branches(grid, threads, Meter(budget))
    side_by_side(work, branches, threads, stop)
    if undecided and len(found) < limit:
        raise BudgetSpent(len(found))
    return tuple(found[:limit])


def root_branches(grid: Grid, wanted: int, meter: Meter) -> list[Grid]:
    """Grids among which the solutions of `grid` are divided, each solution to exactly one.

    Closed boards are replaced by their branches, the oldest first, until there are at least
    `wanted` grids or no open board is left; broken ones are left out. Raises BudgetSpent.
    """
    candidates = candidates_of(grid.geometry)
    fresh, opened = deque([candidates.load(grid)]), deque[tuple[int, int]]()
    leaves: list[Grid] = []
    while fresh or (opened and len(opened) + len(leaves) < wanted):
        if not fresh:
            # The oldest first, so that all branches are about equally deep.
            parent, parent_placed = opened.popleft()
            options = branch(candidates, parent)
            fresh.extend(candidates.place(parent, parent_placed, option) for option in options)
        meter.count()
        board, placed, status = candidates.close(*fresh.popleft())
        if status == SOLVED:
            leaves.append(candidates.grid(board))
        elif status != BROKEN:
            opened.append((board, placed))
    return leaves + [candidates.grid(board) for board, _ in opened]
