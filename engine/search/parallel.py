"""Several threads on one question: the C core lets go of Python while it searches."""

from collections import deque
from typing import Final

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
    """The solutions of one hard grid, as `solutions` gives them, by several threads.

    Above 9x9 each of them (16 at most) searches the whole board and tells the others what it
    learns. Smaller boards are shared out in branches: with limit 1 the first solution of any branch
    ends all the others, with limit 2 every branch is searched to its end unless two solutions turn
    up. Which of many solutions are found is left to chance. The nodes of the budget are for each
    thread or branch, its seconds for all. Raises BudgetSpent, and ValueError for less than one
    thread. Without the C core, or with another limit, one thread answers.
    """
    grid = grid_of(puzzle)
    check_threads(threads)
    if not ACCELERATED or threads < 2 or not 1 <= limit <= MOST_FROM_CORE:
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

    # More branches were slower: each thread would learn again what another one had learned.
    branches = root_branches(grid, threads, Meter(budget))
    side_by_side(work, branches, threads, stop)
    if undecided and len(found) < limit:
        raise BudgetSpent(len(found))
    return tuple(found[:limit])


def root_branches(grid: Grid, wanted: int, meter: Meter) -> list[Grid]:
    """Grids that have the solutions of `grid` between them, each solution in exactly one.

    Closed boards are replaced by their branches, the oldest first, until there are at least
    `wanted` or no open one is left; broken ones are left out. Raises BudgetSpent.
    """
    candidates = candidates_of(grid.geometry)
    fresh, opened = deque([candidates.load(grid)]), deque[tuple[int, int]]()
    leaves: list[Grid] = []
    while fresh or (opened and len(opened) + len(leaves) < wanted):
        if not fresh:
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
