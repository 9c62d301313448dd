"""Solving a grid and counting its solutions: none, exactly one, or several."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from engine.board.arguments import instance, whole
from engine.board.candidates import BROKEN, Candidates, candidates_of
from engine.board.grid import Contradiction, Grid, NoSolution, NotUnique, grid_of
from engine.search import accelerate
from engine.search._search import Meter, search
from engine.search.accelerate import ACCELERATED
from engine.search.budget import DEFAULT_BUDGET, Budget, BudgetSpent

MOST_FROM_CORE: Final = 2
"""The most solutions that the C core returns; it counts any number."""

MOST: Final = 2**63 - 1
"""No count is larger in the C core, and no search could meet so many solutions."""


def solutions(
    puzzle: Grid | str, limit: int = 2, budget: Budget = DEFAULT_BUDGET
) -> tuple[Grid, ...]:
    """The first solutions found, at most `limit`; if there are fewer, these are all.

    The puzzle is a Grid or its line. Raises BudgetSpent when the budget ends before that is
    decided, and ValueError for a limit below 1.
    """
    grid, limit = grid_of(puzzle), whole("limit", limit, 1)
    instance("budget", budget, Budget)
    if ACCELERATED and limit <= MOST_FROM_CORE:
        return accelerate.solutions(grid, limit, budget)
    candidates = candidates_of(grid.geometry)
    return tuple(map(candidates.grid, _search(candidates, grid, limit, budget)))


def count_solutions(puzzle: Grid | str, limit: int = 2, budget: Budget = DEFAULT_BUDGET) -> int:
    """The number of solutions, or `limit` when there are at least that many.

    The puzzle is a Grid or its line. Raises BudgetSpent, with the number found until then, when
    the budget ends before that is decided, and ValueError for a limit below 1.

    >>> count_solutions("." * 16, limit=1000)
    288
    """
    try:
        if not limit >= 1:  # NaN, too
            whole("limit", limit, 1)
        if not ACCELERATED:
            grid = grid_of(puzzle)
            return sum(1 for _ in _search(candidates_of(grid.geometry), grid, limit, budget))
        most = limit if limit < MOST else MOST  # noqa: FURB136 - min() is a tenth of an easy puzzle's time
        # The core reads most lines by itself. Any other becomes a Grid, or the error of one.
        if isinstance(puzzle, str):
            counted = accelerate.count_line(puzzle, most, budget)
            if counted is not None:
                return counted
        return accelerate.count(grid_of(puzzle), most, budget)
    except (AttributeError, TypeError):
        # Asked only now: before, it would be a twentieth of an easy puzzle's time.
        whole("limit", limit, 1)
        instance("budget", budget, Budget)
        raise


def _search(candidates: Candidates, grid: Grid, limit: int, budget: Budget) -> Iterator[int]:
    """The first solutions, as solved candidates; BudgetSpent tells how many came before it."""
    found = 0
    try:
        for board in islice(
            search(candidates, *candidates.load(grid), Meter(budget)), min(limit, MOST)
        ):
            found += 1
            yield board
    except BudgetSpent:
        raise BudgetSpent(found) from None


def is_unique(puzzle: Grid | str, budget: Budget = DEFAULT_BUDGET) -> bool:
    """Whether there is exactly one solution; raises BudgetSpent when that stays undecided."""
    return count_solutions(puzzle, 2, budget) == 1


def solve(puzzle: Grid | str, budget: Budget = DEFAULT_BUDGET) -> Grid:
    """The only solution of a puzzle, which is a Grid or its line.

    Raises NoSolution, with the visible reason if there is one, NotUnique with two solutions, or
    BudgetSpent when the budget ends before one of these is certain.

    >>> solve(".....2.33.4.....")
    Grid.from_line('1324421331422431')
    """
    found = solutions(puzzle, 2, budget)
    if not found:
        raise NoSolution(find_contradiction(grid_of(puzzle)))
    if len(found) > 1:
        raise NotUnique(*found)
    return found[0]


def find_contradiction(puzzle: Grid | str) -> Contradiction | None:
    """The first visible reason why a puzzle has no solution; None does not mean that it has one.

    The puzzle is a Grid or its line. Looks for a repeated digit, then for a cell without a
    candidate or a unit without a place for a digit, first as the givens leave them, then
    after singles and locked candidates.
    """
    grid = grid_of(puzzle)
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


def differing_cells(first: Grid | str, second: Grid | str) -> tuple[int, ...]:
    """The cells where two puzzles of the same shape have different values, ascending.

    Each is a Grid or its line.
    """
    pairs = enumerate(zip(grid_of(first).values, grid_of(second).values, strict=True))
    return tuple(cell for cell, (one, other) in pairs if one != other)
